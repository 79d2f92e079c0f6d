package process

import (
	"fmt"
	"strings"
	"sync"
)

// How much of a stream is kept: its beginning and its end.
const (
	keptHead = 256 << 10
	keptTail = 256 << 10
	// margin goes too on either side of what was left out: a secret that the cut went through
	// has an end there that nothing recognises any more.
	margin = 8 << 10
	// redacted is how much on either side is redacted before that, at least: the new cut must
	// not go through a secret either.
	redacted = 4 * margin
)

// output keeps the beginning and the end of a stream of any length. It takes writes from
// one goroutine and may be read from others.
type output struct {
	mu    sync.Mutex
	total int64
	head  []byte
	tail  []byte // a ring, once it is full
	next  int    // where the ring goes on
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := len(p)
	o.total += int64(n)
	room := min(keptHead-len(o.head), n)
	o.head = append(o.head, p[:room]...)
	p = p[room:]
	p = p[max(0, len(p)-keptTail):]
	room = min(keptTail-len(o.tail), len(p))
	o.tail = append(o.tail, p[:room]...)
	for p = p[room:]; len(p) > 0; {
		copied := copy(o.tail[o.next:], p)
		o.next = (o.next + copied) % keptTail
		p = p[copied:]
	}
	return n, nil
}

func (o *output) written() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.total
}

// text returns the stream as it came, or, where it was too long, redacted and with a mark
// in place of what was left out.
func (o *output) text(redact func(string) string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	head, tail := string(o.head), string(o.tail[o.next:])+string(o.tail[:o.next])
	dropped := o.total - int64(len(head)+len(tail))
	if dropped == 0 {
		return head + tail
	}
	return beforeCut(head, redact) + fmt.Sprintf("\n… [%d bytes left out] …\n", dropped+2*margin) + afterCut(tail, redact)
}

// beforeCut redacts whole lines only: a part of a secret could be taken for another.
func beforeCut(head string, redact func(string) string) string {
	from := strings.LastIndexByte(head[:len(head)-redacted], '\n') + 1
	end := redact(head[from:])
	return head[:from] + end[:max(0, len(end)-margin)]
}

func afterCut(tail string, redact func(string) string) string {
	to := redacted + strings.IndexByte(tail[redacted:]+"\n", '\n')
	begin := redact(tail[:to])
	return begin[min(margin, len(begin)):] + tail[to:]
}
