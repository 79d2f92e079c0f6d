package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"redeye/activities/tools"
	"redeye/activities/tools/client"
	"redeye/domain/fault"
	"redeye/domain/run"
)

// echo is a desk that says what it was asked, and refuses the text "no".
type echo struct {
	name   string
	memory bool
	enter  chan struct{} // closed when a call has come in, if set
	leave  chan struct{} // a call waits for it, if set
}

func (e echo) Call(_ context.Context, tool string, args json.RawMessage) (string, error) {
	if e.enter != nil {
		close(e.enter)
		<-e.leave
	}
	if strings.Contains(string(args), `"no"`) {
		return "", fault.Invalidf("no is not allowed")
	}
	return fmt.Sprintf("%s: %s %s", e.name, tool, args), nil
}

func (echo) Calls() int { return 0 }

func (e echo) Memory() bool { return e.memory }

func listen(t *testing.T) *tools.Server {
	t.Helper()
	s, err := tools.Listen(t.Context(), "127.0.0.1:0", slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func open(t *testing.T, s *tools.Server, desk run.Desk) (run.Access, func()) {
	t.Helper()
	access, revoke, err := s.Open(desk)
	require.NoError(t, err)
	return access, revoke
}

// listed are the schemas of the tools that a desk's token is offered, by name.
func listed(t *testing.T, desk echo) map[string]string {
	t.Helper()
	s := listen(t)
	access, _ := open(t, s, desk)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1"}, nil).Connect(t.Context(),
		&mcp.StreamableClientTransport{Endpoint: access.URL, HTTPClient: &http.Client{Transport: bearer(access.Token)}}, nil)
	require.NoError(t, err)
	defer session.Close()
	list, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	schemas := map[string]string{}
	for _, tool := range list.Tools {
		b, err := json.Marshal(tool.InputSchema)
		require.NoError(t, err)
		schemas[tool.Name] = string(b)
	}
	return schemas
}

func TestEveryToolIsListedWithItsArguments(t *testing.T) {
	schemas := listed(t, echo{})
	require.Len(t, schemas, len(run.Tools(false)))
	require.Contains(t, schemas["send"], `"required":["to","body"]`)
	require.Contains(t, schemas["help"], "true if you cannot go on without an answer")
}

func TestOnlyARunWithAMemoryIsOfferedThreads(t *testing.T) {
	schemas := listed(t, echo{memory: true})
	require.Len(t, schemas, len(run.Tools(true)))
	require.Contains(t, schemas["thread_close"], `"required":["thread"]`)
	require.NotContains(t, listed(t, echo{}), "thread_open")
}

type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func TestACallReachesTheDeskOfItsOwnToken(t *testing.T) {
	s := listen(t)
	var wg sync.WaitGroup
	for i := range 8 {
		access, _ := open(t, s, echo{name: fmt.Sprint("desk ", i)})
		wg.Go(func() {
			for _, tool := range run.Tools(false) {
				reply, err := client.Call(context.Background(), access, tool.Name, json.RawMessage(`{"x":1}`))
				if err != nil || reply != fmt.Sprintf(`desk %d: %s {"x":1}`, i, tool.Name) {
					t.Error(reply, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestARefusalIsTheDesksOwnSentence(t *testing.T) {
	access, _ := open(t, listen(t), echo{})
	_, err := client.Call(t.Context(), access, run.ToolLearn, json.RawMessage(`{"text":"no"}`))
	require.EqualError(t, err, "no is not allowed")
	require.Equal(t, fault.Invalid, fault.KindOf(err))
}

func TestARevokedTokenReachesNothing(t *testing.T) {
	s := listen(t)
	access, revoke := open(t, s, echo{})
	revoke()
	revoke()
	_, err := client.Call(t.Context(), access, run.ToolPeers, nil)
	require.Equal(t, fault.Conflict, fault.KindOf(err))
	_, err = client.Call(t.Context(), run.Access{URL: access.URL, Token: "guessed"}, run.ToolPeers, nil)
	require.Equal(t, fault.Conflict, fault.KindOf(err))
}

func TestRevokingWaitsForCallsUnderWay(t *testing.T) {
	desk := echo{name: "desk", enter: make(chan struct{}), leave: make(chan struct{})}
	access, revoke := open(t, listen(t), desk)
	replied := make(chan error, 1)
	go func() {
		_, err := client.Call(context.Background(), access, run.ToolPeers, nil)
		replied <- err
	}()
	<-desk.enter
	revoked := make(chan struct{})
	go func() { revoke(); close(revoked) }()
	select {
	case <-revoked:
		t.Fatal("revoked while a call was under way")
	default:
	}
	close(desk.leave)
	<-revoked
	require.NoError(t, <-replied)
}

func TestAForeignHostAndOriginAreRefused(t *testing.T) {
	access, _ := open(t, listen(t), echo{})
	for name, change := range map[string]func(*http.Request){
		"host":   func(r *http.Request) { r.Host = "evil.example" },
		"origin": func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") },
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, access.URL, strings.NewReader(`{}`))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+access.Token)
		change(r)
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusForbidden, response.StatusCode, name)
	}
}

func TestARequestNeedsATokenAndHasABound(t *testing.T) {
	access, _ := open(t, listen(t), echo{})
	for name, c := range map[string]struct {
		token, body string
		status      int
		says        string
	}{
		"no token":      {"", `{}`, http.StatusUnauthorized, "no bearer token"},
		"unknown token": {"guessed", `{}`, http.StatusUnauthorized, "it belongs to no run that is under way"},
		"long body":     {access.Token, `"` + strings.Repeat("x", 8*run.BodyBytes) + `"`, http.StatusRequestEntityTooLarge, "request body exceeds"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, access.URL, strings.NewReader(c.body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if c.token != "" {
			r.Header.Set("Authorization", "Bearer "+c.token)
		}
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		says, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, c.status, response.StatusCode, name)
		require.Contains(t, string(says), c.says, name)
	}
}

func TestOnlyLoopbackAddressesAreServed(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", "example.org:80", ":0", "nonsense"} {
		_, err := tools.Listen(t.Context(), address, slog.New(slog.DiscardHandler))
		require.Equal(t, fault.Invalid, fault.KindOf(err), address)
	}
}

func TestAnUnreachableWorkerIsUnavailable(t *testing.T) {
	_, err := client.Call(t.Context(), run.Access{URL: "http://127.0.0.1:1/mcp", Token: "x"}, run.ToolPeers, nil)
	require.Equal(t, fault.Unavailable, fault.KindOf(err))
}
