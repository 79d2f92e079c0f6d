// Package client calls an agent's tools for programs that are no MCP clients, as shell
// scripts are.
package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"redeye/domain/fault"
	"redeye/domain/run"
)

// Call makes one tool call over MCP and returns the reply. fault.Invalid if the tool
// refused the call, with its reason; fault.Conflict if the run has ended;
// fault.Unavailable if its worker cannot be reached.
func Call(ctx context.Context, access run.Access, tool string, args json.RawMessage) (string, error) {
	door := &doorman{token: access.Token}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "redeye starter", Version: "1"}, nil).Connect(ctx,
		&mcp.StreamableClientTransport{
			Endpoint: access.URL, HTTPClient: &http.Client{Transport: door},
			MaxRetries: -1, DisableStandaloneSSE: true,
		}, nil)
	if err != nil {
		return "", door.explain(err)
	}
	defer session.Close()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return "", door.explain(err)
	}
	reply := text(result)
	if result.IsError {
		return "", fault.Invalidf("%s", reply)
	}
	return reply, nil
}

func text(result *mcp.CallToolResult) string {
	var b strings.Builder
	for _, c := range result.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

// doorman shows the token at every request, and remembers whether it was refused.
type doorman struct {
	token   string
	refused bool
}

func (d *doorman) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+d.token)
	response, err := http.DefaultTransport.RoundTrip(r)
	if err == nil && response.StatusCode == http.StatusUnauthorized {
		d.refused = true
	}
	return response, err
}

func (d *doorman) explain(err error) error {
	switch {
	case d.refused:
		return fault.Conflictf("this run has ended, and its tools ended with it")
	case errors.Is(err, context.Canceled):
		return err
	}
	return fault.Unavailablef("the run's tools cannot be reached: %w", err)
}
