package process

import (
	"fmt"
	"sync"
)

// How much of a stream is kept: its beginning and its end.
const (
	keptHead = 256 << 10
	keptTail = 256 << 10
	// margin goes too on either side of what was left out, after the rest was redacted: a
	// secret that the cut went through has an end there that nothing recognises any more.
	margin = 8 << 10
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
	head, tail = redact(head), redact(tail)
	return fmt.Sprintf("%s\n… [%d bytes left out] …\n%s",
		head[:max(0, len(head)-margin)], dropped+2*margin, tail[min(margin, len(tail)):])
}
