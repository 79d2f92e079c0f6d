package postgres_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/help"
	"redeye/domain/run"
)

// asks plays a chain that ends on a fatal request, and returns the request's ID.
func (s *story) asks(id string) string {
	s.Helper()
	first := run.NewID(id, 1)
	q := run.Request{ID: first.RequestID(1), Seq: 1, Category: "decision", Summary: "Which version?", Fatal: true}
	s.perform(s.begin(id), first, run.Result{Outcome: run.Halted, Requests: []run.Request{q}},
		call(1, "help", `{"summary": "Which version?", "detail": "There is no number.", "fatal": true}`))
	return q.ID
}

func TestAnAnswerStartsTheLinkedChainWithWhatWasRecorded(t *testing.T) {
	s := newStory(t)
	id := s.asks("notes-1")
	record, err := s.db.Chain(t.Context(), "notes-1")
	require.NoError(t, err)
	require.Equal(t, id, record.Facts.OpenFatal)

	closed, err := s.db.AnswerRequest(t.Context(), id, "key", help.Answer{Text: "1.4.0", By: "Ann"}, noon)
	require.NoError(t, err)
	require.Equal(t, "Ann", closed.By)
	require.Equal(t, map[string]bool{"may_publish": true}, closed.Flags)
	start, err := s.db.LinkedChain(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, closed.Chain, start.ID)
	require.Equal(t, "a", start.Entry)
	require.Equal(t, map[string]bool{"may_publish": true}, start.Flags)

	s.next(chain.Chain{}, chain.Started{Start: start})
	told, err := s.db.Run(t.Context(), run.NewID(start.ID, 1))
	require.NoError(t, err)
	require.Contains(t, told.Prompt, "There is no number.")
	require.Contains(t, told.Prompt, "1.4.0")
	require.Equal(t, "notes-1", told.Continues)
	record, err = s.db.Chain(t.Context(), "notes-1")
	require.NoError(t, err)
	require.Empty(t, record.Facts.OpenFatal)
	require.Equal(t, []string{start.ID}, record.ContinuedBy)
}

func TestTenAnswersAtOnceCloseARequestOnce(t *testing.T) {
	s := newStory(t)
	id := s.asks("notes-1")
	var wg sync.WaitGroup
	type reply struct {
		closed help.Closed
		err    error
	}
	replies := make([]reply, 10)
	for i := range replies {
		wg.Go(func() {
			answer := help.Answer{Text: "1.4.0", By: fmt.Sprint("person ", i)}
			replies[i].closed, replies[i].err = s.db.AnswerRequest(t.Context(), id, fmt.Sprint("key ", i), answer, noon)
		})
	}
	wg.Wait()
	record, err := s.db.Request(t.Context(), id)
	require.NoError(t, err)
	won := 0
	for _, r := range replies {
		require.Equal(t, *record.Closed, r.closed, "whoever is late is told how it stands closed")
		if r.err == nil {
			won++
			continue
		}
		require.Equal(t, fault.Conflict, fault.KindOf(r.err))
		require.ErrorContains(t, r.err, record.Closed.By)
		require.ErrorContains(t, r.err, record.Closed.Chain)
	}
	require.Equal(t, 1, won)
}

func TestAnAnswerRepeatedIsTheSameToTheMicrosecond(t *testing.T) {
	s := newStory(t)
	id := s.asks("notes-1")
	now := noon.Add(123_456_789)
	first, err := s.db.AnswerRequest(t.Context(), id, "key", help.Answer{Text: "1.4.0"}, now)
	require.NoError(t, err)
	again, err := s.db.AnswerRequest(t.Context(), id, "key", help.Answer{Text: "1.4.0"}, now)
	require.NoError(t, err)
	require.Equal(t, first, again)
}

func TestAnAnswerReachesTheNextRunOfTheAgentThatAsked(t *testing.T) {
	s := newStory(t)
	q := run.Request{ID: "notes-1.1.h1", Seq: 1, Category: "access", Summary: "May I read the archive?"}
	c := s.perform(s.begin("notes-1"), "notes-1.1", run.Result{Requests: []run.Request{q}, Sends: []run.Send{{Seq: 2, To: "b"}}},
		call(1, "help", `{"summary": "May I read the archive?"}`), call(2, "send", `{"to": "b", "body": "the draft"}`))
	record, err := s.db.Chain(t.Context(), "notes-1")
	require.NoError(t, err)
	require.Empty(t, record.Facts.OpenFatal, "it holds up nobody")
	_, err = s.db.AnswerRequest(t.Context(), q.ID, "key", help.Answer{Text: "Yes, but not the letters."}, noon)
	require.NoError(t, err)
	open, err := s.db.HelpRequests(t.Context(), postgres.RequestFilter{OpenOnly: true})
	require.NoError(t, err)
	require.Empty(t, open)
	all, err := s.db.HelpRequests(t.Context(), postgres.RequestFilter{Limit: 1})
	require.NoError(t, err)
	require.Equal(t, "Yes, but not the letters.", all[0].Closed.Answer)
	c = s.next(c, chain.RequestClosed{Request: q.ID, Answered: true})
	s.perform(c, "notes-1.2", run.Result{Sends: []run.Send{{Seq: 1, To: "a"}}}, call(1, "send", `{"to": "a", "body": "once more"}`))

	asker, err := s.db.Run(t.Context(), "notes-1.1")
	require.NoError(t, err)
	require.Equal(t, []string{q.ID}, asker.Requests)
	told, err := s.db.Run(t.Context(), "notes-1.3")
	require.NoError(t, err)
	require.Equal(t, []string{q.ID}, told.Answers)
	require.Contains(t, told.Prompt, "Yes, but not the letters.")
	require.Contains(t, told.Prompt, "once more")
}

func TestTheSameReplyAgainGetsTheSameResult(t *testing.T) {
	s := newStory(t)
	id := s.asks("notes-1")
	now := noon.Add(123_456_789) // finer than the database's microseconds
	first, err := s.db.ResolveRequest(t.Context(), id, "key", help.Resolution{By: "Ann", Reason: "not needed"}, now)
	require.NoError(t, err)
	again, err := s.db.ResolveRequest(t.Context(), id, "key", help.Resolution{By: "Ann", Reason: "not needed"}, now.Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, first, again)
	_, err = s.db.AnswerRequest(t.Context(), id, "other", help.Answer{Text: "1.4.0"}, noon)
	require.ErrorContains(t, err, "already resolved")
	_, err = s.db.LinkedChain(t.Context(), id)
	require.Equal(t, fault.Conflict, fault.KindOf(err))
}

func TestAnAnswerThatBreaksARuleLeavesTheRequestOpen(t *testing.T) {
	s := newStory(t)
	id := s.asks("notes-1")
	_, err := s.db.AnswerRequest(t.Context(), id, "key", help.Answer{Text: "1.4.0", Flags: map[string]bool{"may_publish": false}}, noon)
	require.Equal(t, fault.Invalid, fault.KindOf(err))
	open, err := s.db.HelpRequests(t.Context(), postgres.RequestFilter{OpenOnly: true, Workspace: "default", Chain: "notes-1"})
	require.NoError(t, err)
	require.Len(t, open, 1)
	_, err = s.db.AnswerRequest(t.Context(), "no-such", "key", help.Answer{Text: "x"}, noon)
	require.Equal(t, fault.NotFound, fault.KindOf(err))
}
