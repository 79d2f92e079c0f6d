package help

import (
	"fmt"
	"slices"

	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/run"
)

// Linked returns what the chain that continues an answered request starts with: at the
// agent that asked, with a fresh budget, under the recorded routes as far as f, the
// snapshot that the answer was checked against, still has their agents. Its first run is
// told the answer, so it has no message. fault.Conflict if f lacks the agent or pipeline.
func Linked(f factory.Factory, req Request, c Closed) (chain.Start, error) {
	if err := stillDeclared(f, req); err != nil {
		return chain.Start{}, err
	}
	flags := c.Flags
	if flags == nil { // JSON leaves out an empty map, and nil would mean unknown
		flags = map[string]bool{}
	}
	plan := f.Plan(req.Pipeline)
	plan.Routes = stillPermitted(req.Routes, f)
	return chain.Start{
		Header: chain.Header{
			ID: c.Chain, Workspace: req.Workspace, Pipeline: req.Pipeline, Flags: flags, Factory: c.Factory,
			Continues: &chain.Link{Chain: req.Chain, Request: req.ID},
		},
		Plan:  plan,
		Entry: req.Agent,
	}, nil
}

func stillPermitted(routes map[string][]string, f factory.Factory) map[string][]string {
	permitted := map[string][]string{}
	for from, to := range routes {
		to = slices.DeleteFunc(slices.Clone(to), func(name string) bool { return !has(f, name) })
		if has(f, from) && len(to) > 0 {
			permitted[from] = to
		}
	}
	return permitted
}

func has(f factory.Factory, agent string) bool {
	_, ok := f.Agents[agent]
	return ok
}

// Quote is what a run is told of an answered request: the request, quoted, and the
// answer, word for word.
func Quote(req Request, c Closed) string {
	asked := req.Summary
	if req.Detail != "" {
		asked += "\n\n" + req.Detail
	}
	return fmt.Sprintf("Run %s of agent %s asked a person for help (%s, request %s):\n\n%s\n\n%s answered at %s. Go by this answer:\n\n%s",
		req.Run, req.Agent, req.Category, req.ID, run.Quote(asked), c.By, minute(c.At), run.Fence(c.Answer))
}
