package postgres_test

import (
	"testing"

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

func TestAHopTakesFourRoundTrips(t *testing.T) {
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
	require.Equal(t, []int64{1, 1, 2}, []int64{start, end, step})
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

func TestWhatDoesNotExistIsNotFound(t *testing.T) {
	s := newStory(t)
	for _, c := range []struct {
		want string
		read func() error
	}{
		{`there is no chain "x"`, func() error { _, err := s.db.Chain(t.Context(), "x"); return err }},
		{`there is no run "x.1"`, func() error { _, err := s.db.Run(t.Context(), "x.1"); return err }},
		{`there is no run "x.1"`, func() error { _, err := s.db.StartAttempt(t.Context(), "x.1", "key", noon); return err }},
		{`there is no request "x.1.h1"`, func() error { _, err := s.db.Request(t.Context(), "x.1.h1"); return err }},
		{`there is no request "x.1.h1"`, func() error { _, err := s.db.LinkedChain(t.Context(), "x.1.h1"); return err }},
		{`there is no learning "x.1.l1"`, func() error { _, err := s.db.KeepLearning(t.Context(), "x.1.l1", noon); return err }},
		{`there is no learning "x.1.l1"`, func() error { _, err := s.db.DropLearning(t.Context(), "x.1.l1", noon); return err }},
		{`there is no factory snapshot "x"`, func() error { _, err := s.db.Factory(t.Context(), "x"); return err }},
		{`there is no factory snapshot "x"`, func() error {
			return s.db.Advance(t.Context(), chain.Header{ID: "x", Factory: "x"}, chain.Step{}, noon)
		}},
		{`there is no run "x.1"`, func() error {
			step := chain.Step{Finish: &chain.Finish{Run: "x.1", Agent: "a", Result: run.Result{Outcome: run.Succeeded}}}
			return s.db.Advance(t.Context(), chain.Header{ID: "x", Factory: s.digest}, step, noon)
		}},
	} {
		err := c.read()
		require.EqualError(t, err, c.want)
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

func TestAFlightWhoseMessageIsNotOnRecordBeginsNothing(t *testing.T) {
	s := newStory(t)
	c := s.begin("notes-1")
	lost := run.Result{Attempt: 1, Outcome: run.Succeeded, Sends: []run.Send{{Seq: 9, To: "b"}}}
	_, step, err := chain.Next(c, chain.Landed{Finish: chain.Finish{Run: "notes-1.1", Result: lost}})
	require.NoError(t, err)
	err = s.db.Advance(t.Context(), c.Header, step, noon)
	require.Equal(t, fault.Internal, fault.KindOf(err))
	require.ErrorContains(t, err, "call 9 of run notes-1.1, which sent it, is not on record")
	runs, err := s.db.Runs(t.Context(), postgres.RunFilter{Chain: "notes-1"})
	require.NoError(t, err)
	require.Len(t, runs, 1)
	require.Empty(t, runs[0].Outcome, "the step is written as a whole or not at all")
}

func TestAnEntryThatIsNotDeclaredIsARefusedFlightAndEndsItsChain(t *testing.T) {
	s := newStory(t)
	start := chain.Start{Header: chain.Header{ID: "notes-1", Workspace: "default", Pipeline: "notes", Factory: s.digest}, Entry: "z"}
	for range 2 {
		s.next(chain.Chain{}, chain.Started{Start: start})
	}
	record, err := s.db.Chain(t.Context(), "notes-1")
	require.NoError(t, err)
	require.Equal(t, chain.Facts{Ended: chain.Failed}, record.Facts)
	require.Equal(t, 1, record.Refused)
	refused, err := s.db.RefusedFlights(t.Context(), "notes-1")
	require.NoError(t, err)
	require.Nil(t, refused[0].From)
	require.Equal(t, record.End.Reason, refused[0].Reason)
}
