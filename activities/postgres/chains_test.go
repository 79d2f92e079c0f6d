package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/run"
)

func dollars(n run.Money) *run.Money { n *= run.Dollar; return &n }

func TestAChainIsOnRecordStepByStep(t *testing.T) {
	s := newStory(t)
	c := s.begin("notes-1")
	record, err := s.db.Chain(t.Context(), "notes-1")
	require.NoError(t, err)
	require.Equal(t, c.Header, record.Header)
	require.Equal(t, chain.Facts{Unfinished: 1}, record.Facts)

	c = s.perform(c, "notes-1.1", run.Result{
		Headline: "drafted", Cost: dollars(2),
		Sends:  []run.Send{{Seq: 1, To: "b", Headline: "look"}},
		Unsent: []run.Unsent{{Send: run.Send{Seq: 2, To: "z"}, Reason: "no agent is called z"}},
	}, call(1, "send", `{"to": "b", "headline": "look", "body": "the draft"}`))
	s.perform(c, "notes-1.2", run.Result{Outcome: run.Failed, Reason: "exit code 7"})

	record, err = s.db.Chain(t.Context(), "notes-1")
	require.NoError(t, err)
	require.Equal(t, &chain.End{How: chain.Failed, Reason: "run notes-1.2 of b failed: exit code 7"}, record.End)
	require.Equal(t, 2, record.Runs)
	require.Equal(t, *dollars(2), record.Spent)
	require.Equal(t, 1, record.UnknownCosts)
	require.Equal(t, 1, record.Refused)
	refused, err := s.db.RefusedFlights(t.Context(), "notes-1")
	require.NoError(t, err)
	require.Equal(t, []chain.Refused{{
		Number: 1, Reason: "no agent is called z",
		Flight: chain.Flight{To: "z", Hop: 2, Path: []string{"a", "z"}, From: &chain.Sender{Run: "notes-1.1", Attempt: 1, Seq: 2}},
	}}, refused)

	second, err := s.db.Run(t.Context(), "notes-1.2")
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b"}, second.Path)
	require.Equal(t, run.ID("notes-1.1"), second.Sender)
	require.Equal(t, "the draft", second.Body)
	require.Nil(t, second.Cost)
	require.Equal(t, map[string]bool{"may_publish": true}, second.Flags)
	for _, told := range []string{"You check.", "the draft", "notes-1.1 of a", "may_publish", "drafts"} {
		require.Contains(t, second.Prompt, told)
	}
}

func TestAHopTakesSixRoundTrips(t *testing.T) {
	s := newStory(t)
	play := func(id string) (start, end, step int64) {
		c := s.begin(id)
		first := run.NewID(id, 1)
		r := run.Result{Attempt: 1, Outcome: run.Succeeded, Sends: []run.Send{{Seq: 1, To: "b"}}}
		calls := []run.Call{call(1, "send", `{"to": "b", "body": "x"}`)}
		start = s.took(func() {
			_, err := s.db.StartAttempt(t.Context(), first, "key", noon)
			require.NoError(t, err)
		})
		end = s.took(func() {
			require.NoError(t, s.db.EndAttempt(t.Context(), first, 1, run.Ending{Result: r, Calls: calls}, noon))
		})
		step = s.took(func() { s.next(c, chain.Landed{Finish: chain.Finish{Run: first, Result: r}}) })
		return start, end, step
	}
	play("warm-1")
	start, end, step := play("notes-1")
	require.Equal(t, []int64{1, 1, 4}, []int64{start, end, step})
}

func TestEveryStepMayBeWrittenTwice(t *testing.T) {
	s := newStory(t)
	s.learns("old-1", "the first thing worth knowing here")
	c := s.begin("notes-1")
	_, first, err := chain.Next(chain.Chain{}, chain.Started{Start: chain.Start{Header: c.Header, Plan: c.Plan, Entry: "a"}})
	require.NoError(t, err)
	require.NoError(t, s.db.Advance(t.Context(), c.Header, first, noon))

	_, err = s.db.StartAttempt(t.Context(), "notes-1.1", "key", noon)
	require.NoError(t, err)
	r := run.Result{
		Attempt: 1, Outcome: run.Halted, Learned: 1,
		Requests: []run.Request{{ID: "notes-1.1.h2", Seq: 2, Category: "decision", Summary: "Which?", Fatal: true}},
	}
	calls := []run.Call{
		call(1, "learn", `{"text": "another thing worth knowing here"}`),
		call(2, "help", `{"summary": "Which?", "detail": "all of it", "fatal": true}`),
	}
	for range 2 {
		require.NoError(t, s.db.EndAttempt(t.Context(), "notes-1.1", 1, run.Ending{Result: r, Calls: calls}, noon))
	}
	_, step, err := chain.Next(c, chain.Landed{Finish: chain.Finish{Run: "notes-1.1", Result: r}})
	require.NoError(t, err)
	for range 3 {
		require.NoError(t, s.db.Advance(t.Context(), c.Header, step, noon))
	}

	runs, err := s.db.Runs(t.Context(), postgres.RunFilter{Chain: "notes-1"})
	require.NoError(t, err)
	require.Len(t, runs, 1)
	requests, err := s.db.HelpRequests(t.Context(), postgres.RequestFilter{})
	require.NoError(t, err)
	require.Len(t, requests, 1)
	require.Equal(t, "all of it", requests[0].Detail)
	list := s.learnings()
	require.Len(t, list, 2)
	require.Equal(t, 19, list[0].RunsLeft+list[1].RunsLeft-20, "one run aged the older one, once")
}

func TestAnAttemptIsOpenedOncePerKey(t *testing.T) {
	s := newStory(t)
	s.begin("notes-1")
	for range 2 {
		started, err := s.db.StartAttempt(t.Context(), "notes-1.1", "one", noon)
		require.NoError(t, err)
		require.Equal(t, 1, started.Attempt)
		require.Nil(t, started.Last)
	}
	require.NoError(t, s.db.RecordCalls(t.Context(), "notes-1.1", 1, []run.Call{call(1, "send", `{"to": "b"}`)}))

	// Its worker is lost.
	started, err := s.db.StartAttempt(t.Context(), "notes-1.1", "two", noon.Add(time.Minute))
	require.NoError(t, err)
	require.Equal(t, 2, started.Attempt)
	require.Equal(t, 1, started.Interrupted)
	require.Equal(t, 1, started.Last.Number)
	require.Equal(t, "send", started.Last.Calls[0].Tool)
	again, err := s.db.StartAttempt(t.Context(), "notes-1.1", "two", noon.Add(time.Minute))
	require.NoError(t, err)
	require.Equal(t, 2, again.Attempt)
	require.Equal(t, 1, again.Interrupted)
	require.Equal(t, 1, again.Last.Number)

	// The lost one comes back too late.
	late := run.Ending{Result: run.Result{Attempt: 1, Outcome: run.Succeeded}}
	require.Equal(t, fault.Conflict, fault.KindOf(s.db.EndAttempt(t.Context(), "notes-1.1", 1, late, noon)))

	// A stopped worker gives up: that is no interruption.
	require.NoError(t, s.db.ReleaseAttempt(t.Context(), "notes-1.1", 2, "its worker was stopped", noon))
	started, err = s.db.StartAttempt(t.Context(), "notes-1.1", "three", noon)
	require.NoError(t, err)
	require.Equal(t, 3, started.Attempt)
	require.Equal(t, 1, started.Interrupted)
	require.Equal(t, 2, started.Last.Number, "the agent is still told of it")

	// It ends, and its worker is lost before it can say so.
	done := run.Result{Attempt: 3, Outcome: run.Succeeded, Headline: "done"}
	require.NoError(t, s.db.EndAttempt(t.Context(), "notes-1.1", 3, run.Ending{Result: done, Stdout: "out"}, noon))
	started, err = s.db.StartAttempt(t.Context(), "notes-1.1", "four", noon)
	require.NoError(t, err)
	require.Equal(t, &done, started.Result)

	record, err := s.db.Run(t.Context(), "notes-1.1")
	require.NoError(t, err)
	require.Len(t, record.Attempts, 3)
	require.Equal(t, run.Interrupted, record.Attempts[0].Outcome)
	require.Len(t, record.Attempts[0].Calls, 1)
	require.Equal(t, "out", record.Attempts[2].Stdout)
}

func TestWhatDoesNotExistIsNotFound(t *testing.T) {
	s := newStory(t)
	_, err := s.db.Chain(t.Context(), "x")
	require.EqualError(t, err, `there is no chain "x"`)
	_, err = s.db.Run(t.Context(), "x.1")
	require.EqualError(t, err, `there is no run "x.1"`)
	_, err = s.db.Request(t.Context(), "x.1.h1")
	require.EqualError(t, err, `there is no request "x.1.h1"`)
	_, err = s.db.KeepLearning(t.Context(), "x.1.l1", noon)
	require.EqualError(t, err, `there is no learning "x.1.l1"`)
	_, err = s.db.Factory(t.Context(), "x")
	require.EqualError(t, err, `there is no factory snapshot "x"`)
	_, err = s.db.StartAttempt(t.Context(), "x.1", "key", noon)
	require.Equal(t, fault.NotFound, fault.KindOf(err))
	for _, err := range []error{err} {
		require.Equal(t, fault.NotFound, fault.KindOf(err))
	}
}

func TestListsAreFilteredAndNewestFirst(t *testing.T) {
	s := newStory(t)
	s.begin("notes-1")
	s.begin("notes-2", func(start *chain.Start) { start.Workspace = "acme" })
	chains, err := s.db.Chains(t.Context(), postgres.ChainFilter{})
	require.NoError(t, err)
	require.Len(t, chains, 2)
	chains, err = s.db.Chains(t.Context(), postgres.ChainFilter{Workspace: "acme", Pipeline: "notes", Limit: 5})
	require.NoError(t, err)
	require.Equal(t, "notes-2", chains[0].ID)
	chains, err = s.db.Chains(t.Context(), postgres.ChainFilter{Pipeline: "other"})
	require.NoError(t, err)
	require.Empty(t, chains)
	runs, err := s.db.Runs(t.Context(), postgres.RunFilter{Workspace: "acme", Agent: "a", Limit: 1})
	require.NoError(t, err)
	require.Equal(t, run.ID("notes-2.1"), runs[0].ID)
}

func TestMigrationsMayRunAtOnce(t *testing.T) {
	s := newStory(t)
	errs := make(chan error, 4)
	for range cap(errs) {
		go func() { errs <- s.db.Migrate(t.Context()) }()
	}
	for range cap(errs) {
		require.NoError(t, <-errs)
	}
	have, want, err := s.db.SchemaVersion(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, have)
}

func TestAnUnreachableServerIsUnavailableAndTellsNoPassword(t *testing.T) {
	_, err := postgres.Open(t.Context(), "postgres://ann:hunter2-secret@127.0.0.1:1/redeye")
	require.Equal(t, fault.Unavailable, fault.KindOf(err))
	require.NotContains(t, err.Error(), "hunter2-secret")
	_, err = postgres.Open(t.Context(), "postgres://ann:hunter2-secret@127.0.0.1:notaport/redeye")
	require.Equal(t, fault.Invalid, fault.KindOf(err))
	require.NotContains(t, err.Error(), "hunter2-secret")
}
