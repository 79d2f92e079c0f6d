package tools

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"redeye/domain/fault"
	"redeye/domain/run"
)

// path is where the MCP endpoint is.
const path = "/mcp"

// Limits of one request: a body holds the longest message an agent may send, in JSON.
const (
	bodyBytes   = 8 * run.BodyBytes
	headerLimit = 10 * time.Second
)

// Server is an MCP server for the agents of this worker. It is safe for concurrent use.
type Server struct {
	url  string
	http *http.Server

	mu     sync.Mutex
	grants map[string]*grant // by token
}

// Listen serves on a loopback address such as "127.0.0.1:0". fault.Invalid for any other
// kind of address: a token in a header is no protection on a network.
func Listen(ctx context.Context, address string, log *slog.Logger) (*Server, error) {
	if err := loopback(address); err != nil {
		return nil, err
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fault.Unavailablef("serve the agents' tools: %w", err)
	}
	s := &Server{url: "http://" + listener.Addr().String() + path, grants: map[string]*grant{}}
	s.http = &http.Server{Handler: s.handler(log), ReadHeaderTimeout: headerLimit}
	go func() {
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the agents' tools are served no more", "error", err)
		}
	}()
	return s, nil
}

func loopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fault.Invalidf("the address %q is no host:port: %w", address, err)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return fault.Invalidf("the address %q is not on the loopback interface; agents' tools are served there only, as 127.0.0.1:0", address)
	}
	return nil
}

// Close ends the server at once. Calls under way are cut off.
func (s *Server) Close() error { return s.http.Close() }

// handler lets through whoever has a token. The SDK refuses a foreign Host header, which a
// web page could send by DNS rebinding, and a foreign Origin is refused beside it.
func (s *Server) handler(log *slog.Logger) http.Handler {
	plain, remembering := newEndpoint(run.Tools(false)), newEndpoint(run.Tools(true))
	endpoint := func(r *http.Request) *mcp.Server {
		if g, ok := auth.TokenInfoFromContext(r.Context()).Extra[grantKey].(*grant); ok && g.desk.Memory() {
			return remembering
		}
		return plain
	}
	streamable := mcp.NewStreamableHTTPHandler(endpoint, &mcp.StreamableHTTPOptions{
		Stateless:           true, // the token says whose call it is; there is nothing else to remember
		JSONResponse:        true,
		Logger:              log,
		MaxRequestBodyBytes: bodyBytes,
	})
	known := auth.RequireBearerToken(s.verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})
	mux := http.NewServeMux()
	mux.Handle(path, http.NewCrossOriginProtection().Handler(known(streamable)))
	return mux
}

// grant is the access of one attempt, from Open to close.
type grant struct {
	desk  run.Desk
	calls sync.WaitGroup

	mu     sync.Mutex
	closed bool
}

// Open makes a token for a desk. The returned function revokes it and waits for calls
// under way; it may be called again.
func (s *Server) Open(desk run.Desk) (access run.Access, revoke func(), err error) {
	token := rand.Text() + rand.Text() // 26 letters hold 130 bits
	g := &grant{desk: desk}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.grants[token] = g
	return run.Access{URL: s.url, Token: token}, func() { s.revoke(token, g) }, nil
}

func (s *Server) revoke(token string, g *grant) {
	s.mu.Lock()
	delete(s.grants, token)
	s.mu.Unlock()
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.calls.Wait()
}

// grantKey is where a verified token's grant travels with its request.
const grantKey = "grant"

func (s *Server) verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := s.grants[token]
	if !ok {
		return nil, fmt.Errorf("%w: it belongs to no run that is under way", auth.ErrInvalidToken)
	}
	return &auth.TokenInfo{UserID: token, Extra: map[string]any{grantKey: g}}, nil
}

// enter counts a call in, unless the grant was revoked since its token was verified.
func (g *grant) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.calls.Add(1)
	}
	return !g.closed
}
