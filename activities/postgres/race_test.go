package postgres_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/help"
	"redeye/domain/run"
)

// rival is another process that is in the middle of a transaction.
type rival struct {
	*story
	conn *pgx.Conn
	tx   pgx.Tx
}

func (s *story) rival() rival {
	s.Helper()
	conn, err := pgx.ConnectConfig(s.Context(), s.config.ConnConfig.Copy())
	require.NoError(s, err)
	s.Cleanup(func() { _ = conn.Close(s.Context()) })
	tx, err := conn.Begin(s.Context())
	require.NoError(s, err)
	return rival{s, conn, tx}
}

func (r rival) exec(sql string, args ...any) {
	r.Helper()
	_, err := r.tx.Exec(r.Context(), sql, args...)
	require.NoError(r, err)
}

// outruns commits once f waits for the rival's locks, and returns what f then came to.
func (r rival) outruns(f func() error) error {
	r.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	require.Eventually(r, func() bool {
		waiting := 0
		err := r.conn.QueryRow(r.Context(), `
			SELECT count(*)
			FROM pg_stat_activity
			WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`).Scan(&waiting)
		return err == nil && waiting > 0 || len(done) > 0
	}, time.Minute, 5*time.Millisecond)
	require.Empty(r, done, "it did not wait")
	require.NoError(r, r.tx.Commit(r.Context()))
	return <-done
}

func TestAReplyThatWaitedForAnotherIsToldWhoWasFirst(t *testing.T) {
	s := newStory(t)
	id := s.asks("notes-1")
	r := s.rival()
	r.exec(`SELECT id FROM requests WHERE id = $1 FOR UPDATE`, id)
	r.exec(`
		INSERT INTO closings (request, key, by, at, answer, chain, reason, factory)
		VALUES ($1, 'first', 'Ann', $2, '1.4.0', 'notes-linked', '', $3)`, id, noon, s.digest)
	var closed help.Closed
	err := r.outruns(func() (err error) {
		closed, err = s.db.AnswerRequest(t.Context(), id, "second", help.Answer{Text: "2.0.0", By: "Bob"}, noon)
		return err
	})
	require.Equal(t, fault.Conflict, fault.KindOf(err), "%v", err)
	require.Equal(t, "Ann", closed.By)
	require.ErrorContains(t, err, "already answered by Ann")
}

func TestAnAttemptThatEndsWhileTheNextOneOpensIsNotRunAgain(t *testing.T) {
	s := newStory(t)
	s.begin("notes-1")
	_, err := s.db.StartAttempt(t.Context(), "notes-1.1", "one", noon)
	require.NoError(t, err)
	r := s.rival()
	r.exec(`
		UPDATE attempts
		SET ended_at = $1, outcome = 'succeeded', result = '{"attempt": 1, "outcome": "succeeded"}'
		WHERE run = 'notes-1.1'`, noon)
	err = r.outruns(func() error {
		_, err := s.db.StartAttempt(t.Context(), "notes-1.1", "two", noon)
		return err
	})
	require.Equal(t, fault.Unavailable, fault.KindOf(err), "%v", err)

	started, err := s.db.StartAttempt(t.Context(), "notes-1.1", "three", noon)
	require.NoError(t, err)
	require.Equal(t, &run.Result{Attempt: 1, Outcome: run.Succeeded}, started.Result)
}

func TestTwoAttemptsThatOpenAtOnceAreNotBothOpened(t *testing.T) {
	s := newStory(t)
	s.begin("notes-1")
	r := s.rival()
	r.exec(`
		INSERT INTO attempts (run, number, key, started_at)
		VALUES ('notes-1.1', 1, 'one', $1)`, noon)
	err := r.outruns(func() error {
		_, err := s.db.StartAttempt(t.Context(), "notes-1.1", "two", noon)
		return err
	})
	require.Equal(t, fault.Unavailable, fault.KindOf(err), "%v", err)
	started, err := s.db.StartAttempt(t.Context(), "notes-1.1", "three", noon)
	require.NoError(t, err)
	require.Equal(t, 2, started.Attempt)
}

func TestAStepThatWaitedForItselfAgesNothingTwice(t *testing.T) {
	s := newStory(t)
	s.learns("notes-1", insight)
	c := s.begin("notes-2")
	r := s.rival()
	r.exec(`
		UPDATE runs
		SET outcome = 'succeeded', ended_at = $1
		WHERE id = 'notes-2.1'`, noon)
	result := run.Result{Attempt: 1, Outcome: run.Succeeded}
	_, step, err := chain.Next(c, chain.Landed{Finish: chain.Finish{Run: "notes-2.1", Result: result}})
	require.NoError(t, err)
	require.NoError(t, r.outruns(func() error { return s.db.Advance(t.Context(), c.Header, step, noon) }))
	require.Equal(t, 20, s.learnings()[0].RunsLeft)
}

func TestWhoeverProposesWaitsForOthersWhoDo(t *testing.T) {
	s := newStory(t)
	c := s.begin("notes-1")
	_, err := s.db.StartAttempt(t.Context(), "notes-1.1", "one", noon)
	require.NoError(t, err)
	result := run.Result{Attempt: 1, Outcome: run.Succeeded, Learned: 1}
	calls := []run.Call{call(1, "learn", `{"text": "commit subjects in this repository begin with an area"}`)}
	require.NoError(t, s.db.EndAttempt(t.Context(), "notes-1.1", 1, run.Ending{Result: result, Calls: calls}, noon))
	_, step, err := chain.Next(c, chain.Landed{Finish: chain.Finish{Run: "notes-1.1", Result: result}})
	require.NoError(t, err)

	r := s.rival()
	r.exec(postgres.LockProposing, pgx.NamedArgs{"workspace": "default", "agent": "a"})
	r.exec(`
		INSERT INTO learnings (id, workspace, agent, text, state, runs_left, rediscoveries, proposed_at)
		VALUES ('notes-0.1.l1', 'default', 'a', $1, 'provisional', 20, 0, $2)`, insight, noon)
	require.NoError(t, r.outruns(func() error { return s.db.Advance(t.Context(), c.Header, step, noon) }))
	require.Len(t, s.learnings(), 1, "the second is an echo of the first")
}
