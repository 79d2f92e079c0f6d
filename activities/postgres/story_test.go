package postgres_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/activities/postgres/postgrestest"
	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/learning"
	"redeye/domain/run"
)

var noon = time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)

// notes is a factory of two agents that hand to each other.
func notes() factory.Factory {
	return factory.Factory{
		Name:      "notes",
		Limits:    chain.DefaultLimits(),
		Learnings: learning.Defaults(),
		Runners:   map[string]factory.Runner{"sh": {Command: []string{"sh"}}},
		Agents: map[string]factory.Agent{
			"a": {Prompt: "You draft.", Runner: "sh", About: "drafts"},
			"b": {Prompt: "You check.", Runner: "sh", About: "checks"},
		},
		Pipelines: map[string]factory.Pipeline{"notes": {Entry: "a", Flags: map[string]bool{"may_publish": false}}},
		Routes:    []factory.Route{{From: "a", To: "b"}, {From: "b", To: "a"}},
	}
}

// story plays chains against a database, as the workflows do.
type story struct {
	*testing.T
	db     *postgres.DB
	digest string
	trips  *atomic.Int64
	config *pgxpool.Config
}

func newStory(t *testing.T) *story {
	t.Parallel()
	s := &story{T: t, trips: &atomic.Int64{}}
	s.db = postgrestest.New(t, postgres.WithTracer(tracer{s.trips}), func(c *pgxpool.Config) { s.config = c })
	digest, changed, err := s.db.ApplyFactory(t.Context(), notes(), "Ann", noon)
	require.NoError(t, err)
	require.True(t, changed)
	s.digest = digest
	return s
}

// tracer counts round trips: each query and each batch is one.
type tracer struct{ n *atomic.Int64 }

func (t tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	t.n.Add(1)
	return ctx
}
func (tracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
func (t tracer) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	t.n.Add(1)
	return ctx
}
func (tracer) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (tracer) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// took returns the round trips of what it calls, statements prepared before.
func (s *story) took(f func()) int64 {
	before := s.trips.Load()
	f()
	return s.trips.Load() - before
}

func (s *story) begin(id string, change ...func(*chain.Start)) chain.Chain {
	s.Helper()
	start := chain.Start{
		Header: chain.Header{ID: id, Workspace: "default", Pipeline: "notes", Flags: map[string]bool{"may_publish": true}, Factory: s.digest},
		Plan: chain.Plan{
			Limits: chain.DefaultLimits(), Seats: map[string]chain.Seat{"a": {}, "b": {}},
			Routes: map[string][]string{"a": {"b"}, "b": {"a"}},
		},
		Entry: "a", Headline: "go", Body: "the work",
	}
	for _, f := range change {
		f(&start)
	}
	return s.next(chain.Chain{}, chain.Started{Start: start})
}

func (s *story) next(c chain.Chain, e chain.Event) chain.Chain {
	s.Helper()
	c, step, err := chain.Next(c, e)
	require.NoError(s, err)
	require.NoError(s, s.db.Advance(s.Context(), c.Header, step, noon))
	return c
}

// perform plays one run: its calls, its end, and the step that follows from it.
func (s *story) perform(c chain.Chain, id run.ID, r run.Result, calls ...run.Call) chain.Chain {
	s.Helper()
	started, err := s.db.StartAttempt(s.Context(), id, "key", noon)
	require.NoError(s, err)
	r.Attempt = started.Attempt
	if r.Outcome == "" {
		r.Outcome = run.Succeeded
	}
	require.NoError(s, s.db.EndAttempt(s.Context(), id, started.Attempt, run.Ending{Result: r, Calls: calls}, noon))
	return s.next(c, chain.Landed{Finish: chain.Finish{Run: id, Result: r}})
}

func call(seq int, tool, args string) run.Call {
	return run.Call{Seq: seq, Tool: tool, At: noon, Args: args, Reply: "ok"}
}

// learns plays a whole chain of one run that proposes texts.
func (s *story) learns(id string, texts ...string) {
	s.Helper()
	var calls []run.Call
	for i, text := range texts {
		calls = append(calls, call(i+1, "learn", fmt.Sprintf(`{"text": %q}`, text)))
	}
	c := s.begin(id)
	s.perform(c, run.NewID(id, 1), run.Result{Learned: len(texts)}, calls...)
}

func (s *story) learnings() []learning.Record {
	s.Helper()
	list, err := s.db.Learnings(s.Context(), postgres.LearningFilter{})
	require.NoError(s, err)
	return list
}
