package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/run"
)

// One statement, since every run pays for it: earlier attempts that never ended are
// recorded interrupted, and the next one is opened, unless the run has a result already.
//
// An earlier attempt may end while this waits for its row. lost then lacks one of open, and
// nothing is opened: what it ended with is not in this statement's snapshot.
const startAttempt = `
WITH known AS (
    SELECT number, key, started_at, ended_at, outcome, released, result
    FROM attempts
    WHERE run = @run
), mine AS (
    SELECT number, ended_at IS NOT NULL AS ended
    FROM known
    WHERE key = @key
), earlier AS (
    SELECT number, started_at, ended_at, outcome, released
    FROM known
    WHERE number < coalesce((SELECT number FROM mine), 1 + (SELECT max(number) FROM known))
), done AS (
    SELECT number, result
    FROM known
    WHERE result IS NOT NULL
    UNION ALL
    SELECT 0, jsonb_strip_nulls(jsonb_build_object(
        'attempt', 0, 'outcome', outcome, 'reason', reason, 'headline', headline, 'cost', cost))
    FROM runs
    WHERE id = @run AND outcome IS NOT NULL
    ORDER BY number DESC
    LIMIT 1
), open AS (
    SELECT number
    FROM earlier
    WHERE ended_at IS NULL AND NOT EXISTS (SELECT FROM done)
), lost AS (
    UPDATE attempts
    SET ended_at = @now, outcome = 'interrupted', reason = 'its worker was lost'
    WHERE run = @run AND number IN (SELECT number FROM open) AND ended_at IS NULL
    RETURNING number
), opened AS (
    INSERT INTO attempts (run, number, key, started_at)
    SELECT id, 1 + coalesce((SELECT max(number) FROM known), 0), @key, @now
    FROM runs
    WHERE id = @run
      AND NOT EXISTS (SELECT FROM done)
      AND NOT EXISTS (SELECT FROM mine)
      AND (SELECT count(*) FROM lost) = (SELECT count(*) FROM open)
    RETURNING number
), last AS (
    SELECT number, started_at
    FROM earlier
    WHERE outcome = 'interrupted' OR ended_at IS NULL
    ORDER BY number DESC
    LIMIT 1
)
SELECT
    r.prompt,
    coalesce((SELECT number FROM opened), (SELECT number FROM mine), (SELECT number FROM done), 0) AS attempt,
    coalesce((SELECT ended FROM mine), false) AS ended,
    (SELECT count(*) FROM earlier WHERE outcome = 'interrupted' AND NOT released)
        + (SELECT count(*) FROM lost) AS interrupted,
    (SELECT result FROM done) AS result,
    (SELECT number FROM last) AS last_number,
    (SELECT started_at FROM last) AS last_started_at,
    (SELECT array_agg(id ORDER BY position) FROM told_memory WHERE run = @run AND kind = 'thread') AS threads,
    (SELECT json_agg(json_build_object('seq', seq, 'tool', tool, 'at', at, 'args', args::text, 'reply', reply, 'refused', refused) ORDER BY seq)
     FROM calls
     WHERE run = @run AND attempt = (SELECT number FROM last)) AS last_calls
FROM runs r
WHERE r.id = @run`

// StartAttempt opens the next attempt of a run, or returns the one it opened before under
// the same key, with what is known of earlier ones. The result is set if the run has one:
// it must not run again. fault.NotFound if there is no such run; fault.Conflict if the
// attempt of this key was taken over by a later one; fault.Unavailable if another attempt
// opens or ends at this moment, and what follows from that is known to the next try.
func (db *DB) StartAttempt(ctx context.Context, id run.ID, key string, now time.Time) (run.Started, error) {
	rows, _ := db.pool.Query(ctx, startAttempt, pgx.NamedArgs{"run": id, "key": key, "now": now})
	row, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[startedRow])
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return run.Started{}, noRun(id)
	case duplicate(err):
		return run.Started{}, fault.Unavailablef("start run %s: another attempt opens at this moment", id)
	case err != nil:
		return run.Started{}, classify(fmt.Sprintf("start run %s", id), err)
	}
	return row.started(id)
}

type startedRow struct {
	Prompt        string
	Attempt       int
	Ended         bool
	Interrupted   int
	Result        *run.Result
	LastNumber    *int
	LastStartedAt *time.Time
	Threads       []string
	LastCalls     []run.Call
}

func (r startedRow) started(id run.ID) (run.Started, error) {
	switch {
	case r.Result != nil:
		return run.Started{Attempt: r.Attempt, Prompt: r.Prompt, Interrupted: r.Interrupted, Result: r.Result}, nil
	case r.Attempt == 0:
		return run.Started{}, fault.Unavailablef("start run %s: an earlier attempt ends at this moment", id)
	case r.Ended:
		return run.Started{}, takenOver(id, r.Attempt)
	}
	s := run.Started{Attempt: r.Attempt, Prompt: r.Prompt, Interrupted: r.Interrupted, Threads: r.Threads}
	if r.LastNumber != nil {
		s.Last = &run.Attempt{Number: *r.LastNumber, StartedAt: *r.LastStartedAt, Outcome: run.Interrupted, Calls: r.LastCalls}
	}
	return s, nil
}

func takenOver(id run.ID, attempt int) error {
	return fault.Conflictf("attempt %d of run %s has ended already: another attempt has taken over", attempt, id)
}

const insertCalls = `
INSERT INTO calls (run, attempt, seq, tool, at, args, reply, refused)
SELECT @run, @attempt, c.seq, c.tool, c.at, c.args, c.reply, c.refused
FROM unnest(@seqs::integer[], @tools::text[], @ats::timestamptz[], @args::jsonb[], @replies::text[], @refused::boolean[])
     AS c (seq, tool, at, args, reply, refused)
ON CONFLICT (run, attempt, seq) DO NOTHING`

// RecordCalls adds tool calls to an attempt. Known ones are left as they are.
func (db *DB) RecordCalls(ctx context.Context, id run.ID, attempt int, calls []run.Call) error {
	_, err := db.pool.Exec(ctx, insertCalls, callArgs(id, attempt, calls))
	return classify(fmt.Sprintf("record the tool calls of run %s", id), err)
}

func callArgs(id run.ID, attempt int, calls []run.Call) pgx.NamedArgs {
	var seqs []int
	var tools, args, replies []string
	var ats []time.Time
	var refused []bool
	for _, c := range calls {
		seqs, tools, ats = append(seqs, c.Seq), append(tools, c.Tool), append(ats, c.At)
		args, replies, refused = append(args, c.Args), append(replies, c.Reply), append(refused, c.Refused)
	}
	return pgx.NamedArgs{
		"run": id, "attempt": attempt, "seqs": seqs, "tools": tools, "ats": ats,
		"args": args, "replies": replies, "refused": refused,
	}
}

const endAttempt = `
UPDATE attempts
SET ended_at = coalesce(ended_at, @now), outcome = @outcome, reason = @reason, notice = @notice,
    stdout = @stdout, stderr = @stderr, result = @result
WHERE run = @run AND number = @number
  AND (ended_at IS NULL OR result = @result::jsonb)`

// EndAttempt closes an attempt with its last calls, result and output, in one round trip.
// fault.Conflict if it ended otherwise before: another attempt has taken over.
func (db *DB) EndAttempt(ctx context.Context, id run.ID, attempt int, end run.Ending, now time.Time) error {
	result, err := json.Marshal(end.Result)
	if err != nil {
		return fmt.Errorf("end run %s: %w", id, err)
	}
	ended := true
	b := &pgx.Batch{}
	if len(end.Calls) > 0 {
		b.Queue(insertCalls, callArgs(id, attempt, end.Calls))
	}
	b.Queue(endAttempt, pgx.NamedArgs{
		"run": id, "number": attempt, "outcome": end.Result.Outcome, "reason": end.Result.Reason,
		"notice": end.Notice, "stdout": end.Stdout, "stderr": end.Stderr, "result": string(result), "now": now,
	}).Query(func(rows pgx.Rows) error {
		rows.Close()
		ended = rows.CommandTag().RowsAffected() == 1
		return rows.Err()
	})
	if err := db.pool.SendBatch(ctx, b).Close(); err != nil {
		return classify(fmt.Sprintf("end run %s", id), err)
	}
	if !ended {
		return takenOver(id, attempt)
	}
	return nil
}

const releaseAttempt = `
UPDATE attempts
SET ended_at = @now, outcome = 'interrupted', released = true, reason = @reason
WHERE run = @run AND number = @number AND ended_at IS NULL`

// ReleaseAttempt closes an attempt that its worker gave up on request: it counts as no
// interruption. An attempt that has ended is left as it is.
func (db *DB) ReleaseAttempt(ctx context.Context, id run.ID, attempt int, reason string, now time.Time) error {
	_, err := db.pool.Exec(ctx, releaseAttempt, pgx.NamedArgs{"run": id, "number": attempt, "reason": reason, "now": now})
	return classify(fmt.Sprintf("release run %s", id), err)
}
