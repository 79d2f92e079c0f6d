package e2e_test

import (
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// line is a telephone line to the database that can be cut: what a worker sees when
// PostgreSQL is down.
type line struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	down     bool
	calls    map[net.Conn]bool
}

func newLine(t *testing.T, database string) (l *line, address string) {
	u, err := url.Parse(database)
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l = &line{listener: listener, target: u.Host, calls: map[net.Conn]bool{}}
	if socket := u.Query().Get("host"); socket != "" {
		l.target = filepath.Join(socket, ".s.PGSQL."+u.Port())
	}
	u.Host = listener.Addr().String()
	q := u.Query()
	q.Del("host")
	u.RawQuery = q.Encode()
	go l.serve()
	t.Cleanup(func() { _ = listener.Close() })
	return l, u.String()
}

func (l *line) serve() {
	for {
		c, err := l.listener.Accept()
		if err != nil {
			return
		}
		go l.connect(c)
	}
}

func (l *line) connect(c net.Conn) {
	defer c.Close()
	network := "tcp"
	if strings.HasPrefix(l.target, "/") {
		network = "unix"
	}
	server, err := net.Dial(network, l.target)
	if err != nil || !l.hold(c) {
		return
	}
	defer server.Close()
	go func() { _, _ = io.Copy(server, c); _ = server.Close() }()
	_, _ = io.Copy(c, server)
}

func (l *line) hold(c net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls[c] = true
	return !l.down
}

// cut ends every connection and refuses new ones, until mended.
func (l *line) cut(down bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = down
	for c := range l.calls {
		_ = c.Close()
	}
	clear(l.calls)
}

func TestAChainOutlastsTheDatabaseAndNoAgentRunsTwice(t *testing.T) {
	s := newStack(t)
	l, address := newLine(t, s.database)
	s.worker("DATABASE_URL=" + address)
	counting := `cat > /dev/null; echo run >> runs
while [ -e hold ]; do sleep 0.1; done
starter tool send second --body on 2> /dev/null || true`
	s.factory(twoAgents, map[string]string{"first": counting, "second": "cat > /dev/null; echo run >> runs"})
	s.file("hold", "")
	chain := s.start("work")
	s.eventually("the agent runs", 30*time.Second, func() bool { return s.exists("runs") })

	// The agent ends while the database is away; a minute passes before it is back.
	l.cut(true)
	require.NoError(t, os.Remove(filepath.Join(s.dir, "hold")))
	time.Sleep(time.Minute)
	l.cut(false)

	require.Equal(t, "finished", s.ends(chain, 90*time.Second))
	require.Len(t, s.runs(chain), 2)
	b, err := os.ReadFile(filepath.Join(s.dir, "runs"))
	require.NoError(t, err)
	require.Equal(t, "run\nrun\n", string(b))
	require.Len(t, s.run(chain+".1").Attempts, 1)
}

func (s *stack) exists(name string) bool {
	_, err := os.Stat(filepath.Join(s.dir, name))
	return err == nil
}
