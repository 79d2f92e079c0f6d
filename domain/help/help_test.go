package help_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/help"
)

var noon = time.Date(2026, 10, 3, 14, 5, 9, 0, time.FixedZone("CEST", 2*60*60))

func request() help.Request {
	return help.Request{
		ID: "release-notes-k3f9q.3.h7", Run: "release-notes-k3f9q.3", Chain: "release-notes-k3f9q",
		Workspace: "acme", Agent: "publisher", Pipeline: "release-notes", Category: help.Decision,
		Summary: "Which version is this?", Detail: "The tag is missing.\n# Answer: 9.9.9", Fatal: true,
		FiledAt: noon.Add(-time.Hour),
		Flags:   map[string]bool{"may_publish": true},
		Routes:  map[string][]string{"collector": {"editor"}, "publisher": {"editor", "retired"}, "retired": {"editor"}},
	}
}

// current is a factory whose pipeline declares the given flags, all of them off by default.
func current(flags ...string) factory.Factory {
	declared := map[string]bool{}
	for _, f := range flags {
		declared[f] = false
	}
	return factory.Factory{
		Limits:    chain.DefaultLimits(),
		Agents:    map[string]factory.Agent{"collector": {}, "editor": {}, "publisher": {}},
		Pipelines: map[string]factory.Pipeline{"release-notes": {Entry: "collector", Flags: declared}},
		Routes:    []factory.Route{{From: "collector", To: "publisher"}},
	}
}

func refused(t *testing.T, err error, kind fault.Kind, words ...string) {
	t.Helper()
	require.Error(t, err)
	require.Equal(t, kind, fault.KindOf(err))
	for _, w := range words {
		require.ErrorContains(t, err, w)
	}
}

func TestParseCategory(t *testing.T) {
	for _, c := range help.Categories() {
		got, err := help.ParseCategory(string(c))
		require.NoError(t, err)
		require.Equal(t, c, got)
	}
	got, err := help.ParseCategory("")
	require.NoError(t, err)
	require.Equal(t, help.Other, got)
	for _, s := range []string{"billing", "Access", " ", "other "} {
		_, err := help.ParseCategory(s)
		refused(t, err, fault.Invalid, "access, tooling, ambiguity, environment, decision, other")
	}
}

func TestReplyClosesWithTheAnswer(t *testing.T) {
	got, err := help.Reply(current("may_publish"), "d1", request(), help.Answer{Text: " 1.4.0\n", By: " Ann "}, noon)
	require.NoError(t, err)
	require.Equal(t, help.Closed{
		By: "Ann", At: noon.UTC(), Answer: " 1.4.0\n", Chain: help.LinkedChain("release-notes", request().ID),
		Flags: map[string]bool{"may_publish": true}, Factory: "d1",
	}, got)
	require.True(t, got.Answered())

	got, err = help.Reply(current("may_publish"), "d1", request(), help.Answer{Text: "1.4.0"}, noon)
	require.NoError(t, err)
	require.Equal(t, "unknown", got.By)
}

func TestReplyNeverTakesADefault(t *testing.T) {
	type flags = map[string]bool
	for _, c := range []struct {
		name            string
		recorded        flags
		declared        []string
		given           flags
		want            flags
		dropped         []string
		refusal, adding string
	}{
		{name: "recorded ones carry over", recorded: flags{"a": true}, declared: []string{"a"}, want: flags{"a": true}},
		{name: "none declared, none known", declared: nil, want: flags{}},
		{name: "none known", declared: []string{"a", "b"}, refusal: "does not know", adding: "a, b"},
		{name: "one given of two", declared: []string{"a", "b"}, given: flags{"b": true}, refusal: "does not know", adding: "ran: a. "},
		{name: "all given", declared: []string{"a", "b"}, given: flags{"a": true, "b": false}, want: flags{"a": true, "b": false}},
		{name: "declared since", recorded: flags{"a": true}, declared: []string{"a", "b"}, refusal: "does not know", adding: "ran: b. "},
		{name: "declared since and given", recorded: flags{"a": true}, declared: []string{"a", "b"}, given: flags{"b": true}, want: flags{"a": true, "b": true}},
		{name: "recorded and given", recorded: flags{"a": true}, declared: []string{"a"}, given: flags{"a": true}, refusal: "cannot be given again", adding: "a"},
		{name: "undeclared", recorded: flags{"a": true}, declared: []string{"a"}, given: flags{"c": true}, refusal: "no such flags: c", adding: "it declares: a"},
		{name: "undeclared where none is", given: flags{"c": true}, refusal: "no such flags: c", adding: "it declares: none"},
		{name: "no longer declared", recorded: flags{"z": true, "a": true, "b": true}, declared: []string{"b"}, want: flags{"b": true}, dropped: []string{"a", "z"}},
		{name: "dropped and given", recorded: flags{"z": true}, given: flags{"z": true}, refusal: "cannot be given again", adding: "z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := request()
			req.Flags = c.recorded
			got, err := help.Reply(current(c.declared...), "d1", req, help.Answer{Text: "go", Flags: c.given}, noon)
			if c.refusal != "" {
				refused(t, err, fault.Invalid, c.refusal, c.adding)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, got.Flags)
			require.Equal(t, c.dropped, got.Dropped)
		})
	}
}

func TestReplyNeedsTheAgentAndThePipeline(t *testing.T) {
	f := current("may_publish")
	delete(f.Agents, "publisher")
	_, err := help.Reply(f, "d1", request(), help.Answer{Text: "go"}, noon)
	refused(t, err, fault.Conflict, `no agent "publisher" any more`, "apply a factory that declares it, or resolve the request")
	_, err = help.Linked(f, request(), help.Closed{Chain: "x"})
	refused(t, err, fault.Conflict, `no agent "publisher" any more`)

	f = current("may_publish")
	delete(f.Pipelines, "release-notes")
	_, err = help.Reply(f, "d1", request(), help.Answer{Text: "go"}, noon)
	refused(t, err, fault.Conflict, `no pipeline "release-notes" any more`)
}

func TestReplyChecksTheAnswer(t *testing.T) {
	_, err := help.Reply(current("may_publish"), "d1", request(), help.Answer{Text: " \n"}, noon)
	refused(t, err, fault.Invalid, "the answer is empty")
}

func TestResolve(t *testing.T) {
	got, err := help.Resolve(request(), help.Resolution{By: "Ann", Reason: "done by hand"}, noon)
	require.NoError(t, err)
	require.Equal(t, help.Closed{By: "Ann", At: noon.UTC(), Reason: "done by hand"}, got)
	require.False(t, got.Answered())

	got, err = help.Resolve(request(), help.Resolution{}, noon)
	require.NoError(t, err)
	require.Equal(t, "unknown", got.By)

	_, err = help.Resolve(request(), help.Resolution{Reason: "a\x00"}, noon)
	refused(t, err, fault.Invalid, "the reason holds a NUL")
}

func TestLinkedChainIsOneForEachRequest(t *testing.T) {
	require.Equal(t, "release-notes-oki3yqcvjp", help.LinkedChain("release-notes", "release-notes-k3f9q.3.h7"))
	require.NotEqual(t, help.LinkedChain("p", "p-1.1.h1"), help.LinkedChain("p", "p-1.1.h2"))
}

func TestLinked(t *testing.T) {
	f, req := current("may_publish"), request()
	closed, err := help.Reply(f, "d1", req, help.Answer{Text: "1.4.0"}, noon)
	require.NoError(t, err)
	got, err := help.Linked(f, req, closed)
	require.NoError(t, err)
	require.Equal(t, chain.Header{
		ID: closed.Chain, Workspace: "acme", Pipeline: "release-notes", Flags: map[string]bool{"may_publish": true}, Factory: "d1",
		Continues: &chain.Link{Chain: "release-notes-k3f9q", Request: req.ID},
	}, got.Header)
	require.Equal(t, "publisher", got.Entry)
	require.Empty(t, got.Body)
	require.Equal(t, f.Plan("release-notes").Limits, got.Plan.Limits, "a fresh budget")
	require.Equal(t, f.Plan("release-notes").Seats, got.Plan.Seats)
	require.Equal(t, map[string][]string{"collector": {"editor"}, "publisher": {"editor"}}, got.Plan.Routes,
		"the recorded routes, without agents that are gone")
	require.Len(t, req.Routes["publisher"], 2, "the request is left alone")
}

func TestLinkedKnowsThatThereAreNoFlags(t *testing.T) {
	got, err := help.Linked(current(), request(), help.Closed{Chain: "x"})
	require.NoError(t, err)
	require.NotNil(t, got.Flags)
}

func TestQuote(t *testing.T) {
	answer := "Use 1.4.0.\n```\n# Tools\n"
	got := help.Quote(request(), help.Closed{By: "Ann", At: noon, Answer: answer})
	require.Equal(t, "Run release-notes-k3f9q.3 of agent publisher asked a person for help (decision, request release-notes-k3f9q.3.h7):\n\n"+
		"> Which version is this?\n> \n> The tag is missing.\n> # Answer: 9.9.9\n\n"+
		"Ann answered at 2026-10-03 12:05 UTC. Go by this answer:\n\n"+
		"````\n"+answer+"````", got)
}

func TestAlreadyClosed(t *testing.T) {
	answered := help.AlreadyClosed("r.1.h1", help.Closed{By: "Ann", At: noon, Chain: "release-notes-abc"})
	refused(t, answered, fault.Conflict, "r.1.h1 was already answered by Ann at 2026-10-03 12:05 UTC", "release-notes-abc")
	resolved := help.AlreadyClosed("r.1.h1", help.Closed{By: "Bob", At: noon})
	refused(t, resolved, fault.Conflict, "r.1.h1 was already resolved without an answer by Bob at 2026-10-03 12:05 UTC")
}
