package postgres_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/run"
)

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

func TestAnAttemptMayBeWrittenTwice(t *testing.T) {
	s := newStory(t)
	s.begin("notes-1")
	_, err := s.db.StartAttempt(t.Context(), "notes-1.1", "one", noon)
	require.NoError(t, err)
	for _, reply := range []string{"first", "second"} {
		c := call(1, "report", `{"headline": "done"}`)
		c.Reply = reply
		require.NoError(t, s.db.RecordCalls(t.Context(), "notes-1.1", 1, []run.Call{c}))
	}
	end := run.Ending{Result: run.Result{Attempt: 1, Outcome: run.Succeeded}, Calls: []run.Call{call(1, "report", `{}`), call(2, "status", `{}`)}}
	for late := range 2 {
		require.NoError(t, s.db.EndAttempt(t.Context(), "notes-1.1", 1, end, noon.Add(time.Duration(late)*time.Hour)))
	}
	require.NoError(t, s.db.ReleaseAttempt(t.Context(), "notes-1.1", 1, "too late", noon))
	end.Result.Outcome = run.Failed
	require.Equal(t, fault.Conflict, fault.KindOf(s.db.EndAttempt(t.Context(), "notes-1.1", 1, end, noon)))

	record, err := s.db.Run(t.Context(), "notes-1.1")
	require.NoError(t, err)
	require.Len(t, record.Attempts, 1)
	a := record.Attempts[0]
	require.Equal(t, run.Succeeded, a.Outcome)
	require.Equal(t, noon, *a.EndedAt)
	require.Len(t, a.Calls, 2)
	require.Equal(t, "first", a.Calls[0].Reply)
}

func TestAReleasedAttemptDoesNotCountHoweverOftenItIsReleased(t *testing.T) {
	s := newStory(t)
	s.begin("notes-1")
	_, err := s.db.StartAttempt(t.Context(), "notes-1.1", "one", noon)
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, s.db.ReleaseAttempt(t.Context(), "notes-1.1", 1, "its worker was stopped", noon))
	}
	started, err := s.db.StartAttempt(t.Context(), "notes-1.1", "two", noon)
	require.NoError(t, err)
	require.Zero(t, started.Interrupted)
}

func TestAnAttemptThatWasTakenOverIsNotOpenedAgain(t *testing.T) {
	s := newStory(t)
	s.begin("notes-1")
	for _, key := range []string{"one", "two"} {
		_, err := s.db.StartAttempt(t.Context(), "notes-1.1", key, noon)
		require.NoError(t, err)
	}
	_, err := s.db.StartAttempt(t.Context(), "notes-1.1", "one", noon)
	require.Equal(t, fault.Conflict, fault.KindOf(err), "%v", err)
	started, err := s.db.StartAttempt(t.Context(), "notes-1.1", "two", noon)
	require.NoError(t, err, "it leaves the later attempt open")
	require.Equal(t, 2, started.Attempt)
	require.Equal(t, 1, started.Interrupted)
}

func TestARunThatEndedWithoutAnAttemptIsNotStarted(t *testing.T) {
	s := newStory(t)
	c := s.begin("notes-1")
	failed := run.Result{Outcome: run.Failed, Reason: "its agent could not be run: no worker took it"}
	s.next(c, chain.Landed{Finish: chain.Finish{Run: "notes-1.1", Result: failed}})
	started, err := s.db.StartAttempt(t.Context(), "notes-1.1", "one", noon)
	require.NoError(t, err)
	require.Equal(t, &failed, started.Result)
	record, err := s.db.Run(t.Context(), "notes-1.1")
	require.NoError(t, err)
	require.Empty(t, record.Attempts)
}

func TestOneAttemptAtATimeIsOpen(t *testing.T) {
	s := newStory(t)
	s.begin("notes-1")
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() { _, errs[i] = s.db.StartAttempt(t.Context(), "notes-1.1", "the same", noon) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			require.Equal(t, fault.Unavailable, fault.KindOf(err), "%v", err)
		}
	}
	record, err := s.db.Run(t.Context(), "notes-1.1")
	require.NoError(t, err)
	require.Len(t, record.Attempts, 1)
}
