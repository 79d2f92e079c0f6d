package e2e_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"
)

// mailbox takes alerts after it has answered 500 a few times.
type mailbox struct {
	mu    sync.Mutex
	busy  int
	taken []string
	heads []http.Header
}

func (m *mailbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	if m.busy--; m.busy >= 0 {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	m.taken, m.heads = append(m.taken, string(body)), append(m.heads, r.Header)
}

func (m *mailbox) has() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.taken)
}

func TestARequestThatWaitsForADayIsPostedThoughAgentsTakeEveryPlace(t *testing.T) {
	receiver := &mailbox{busy: 2}
	address := httptest.NewServer(receiver)
	defer address.Close()
	s := newStack(t)
	s.worker("REDEYE_MAX_AGENTS=1")
	s.factory(`
[genome]
alerts = true
[alerts]
webhook = "`+address.URL+`"
[pipelines.work]
entry = "asker"
[pipelines.long]
entry = "writer"
`, map[string]string{"asker": `cat > /dev/null; starter tool help --fatal "Which colour?"; sleep 10`, "writer": holds})
	chain := s.start("work")
	require.Equal(t, "awaiting_human", s.ends(chain, 60*time.Second))
	conn, err := pgx.Connect(t.Context(), s.database)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), "UPDATE requests SET filed_at = filed_at - interval '25 hours'")
	require.NoError(t, err)
	long := s.hold("long")
	require.Contains(t, s.starter("night", "run"), "open request 1")
	got := s.try("alert", "list")
	require.Equal(t, 7, got.code)
	require.Contains(t, got.out, "see: starter request show "+chain+".1.h1")

	s.eventually("the alert is taken", 90*time.Second, func() bool { return receiver.has() > 0 })
	s.letGo(long)
	signer, err := standard.NewWebhook(strings.TrimSpace(s.starter("alert", "secret")))
	require.NoError(t, err)
	require.NoError(t, signer.Verify([]byte(receiver.taken[0]), receiver.heads[0]))
	require.Contains(t, receiver.taken[0], `"rule":"open_request"`)
	s.eventually("it is marked posted", 30*time.Second, func() bool { return strings.Contains(s.try("alert", "list").out, "  posted  ") })
	s.starter("alert", "ack", "--all")
	require.Zero(t, s.try("alert", "list").code)
	require.Equal(t, 1, receiver.has())
}
