package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/memory"
)

const selectThreads = `
SELECT id, workspace, agent, text, state, opened_by, opened_at, ended_by, ended_at, note
FROM threads`

// ThreadFilter chooses threads. Empty fields choose all.
type ThreadFilter struct {
	Workspace, Agent string
	State            memory.State
}

const whereThreads = `
WHERE (@workspace = '' OR workspace = @workspace) AND (@agent = '' OR agent = @agent) AND (@state = '' OR state = @state)
ORDER BY opened_at DESC, id`

// Threads lists threads, the newest first.
func (db *DB) Threads(ctx context.Context, f ThreadFilter) ([]memory.ThreadRecord, error) {
	rows, _ := db.pool.Query(ctx, selectThreads+whereThreads, pgx.NamedArgs{"workspace": f.Workspace, "agent": f.Agent, "state": string(f.State)})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[memory.ThreadRecord])
	return list, classify("list threads", err)
}

const updateThread = `
UPDATE threads
SET state = @state, ended_by = @by, ended_at = @at, note = @note
WHERE id = @id`

// CloseThread settles a thread for a person: no run is told it any more. fault.NotFound if
// there is none of that ID, fault.Conflict if it has ended.
func (db *DB) CloseThread(ctx context.Context, id, by, note string, now time.Time) (record memory.ThreadRecord, err error) {
	by, err = account(by)
	if err != nil {
		return record, err
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, selectThreads+"\nWHERE id = @id\nFOR UPDATE", pgx.NamedArgs{"id": id})
		record, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[memory.ThreadRecord])
		if errors.Is(err, pgx.ErrNoRows) {
			return noThread(id)
		}
		if err != nil {
			return err
		}
		if record.Thread, err = record.Close(by, reason(note), now.UTC().Truncate(precision)); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, updateThread, pgx.NamedArgs{"id": id, "state": record.State, "by": by, "at": record.EndedAt, "note": record.Note})
		return err
	})
	return record, classify("close thread "+id, err)
}

func noThread(id string) error { return fault.NotFoundf("there is no thread %q", id) }

const deleteThread = `
DELETE FROM threads
WHERE id = @id`

// DeleteThread takes a thread away. What runs were told of it stays on their record.
// fault.NotFound if there is none of that ID.
func (db *DB) DeleteThread(ctx context.Context, id string) error {
	tag, err := db.pool.Exec(ctx, deleteThread, pgx.NamedArgs{"id": id})
	if err == nil && tag.RowsAffected() == 0 {
		return noThread(id)
	}
	return classify("delete thread "+id, err)
}

const deleteThreads = `
WITH due AS MATERIALIZED (
    SELECT id
    FROM threads
    WHERE ended_at < @cutoff
    ORDER BY ended_at
    LIMIT @size
    FOR UPDATE SKIP LOCKED
), deleted AS (
    DELETE FROM threads
    USING due
    WHERE threads.id = due.id
    RETURNING threads.workspace
)
SELECT workspace, count(*)
FROM deleted
GROUP BY workspace`

// EpisodeFilter chooses episodes. Empty fields choose all; Limit 0 is without limit.
type EpisodeFilter struct {
	Workspace, Agent string
	Limit            int
}

const selectEpisodes = `
SELECT run, workspace, agent, line, at
FROM episodes
WHERE (@workspace = '' OR workspace = @workspace) AND (@agent = '' OR agent = @agent)
ORDER BY at DESC, run COLLATE "C" DESC
LIMIT nullif(@limit::integer, 0)`

// Episodes lists episodes, the latest first.
func (db *DB) Episodes(ctx context.Context, f EpisodeFilter) ([]memory.EpisodeRecord, error) {
	rows, _ := db.pool.Query(ctx, selectEpisodes, pgx.NamedArgs{"workspace": f.Workspace, "agent": f.Agent, "limit": f.Limit})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[memory.EpisodeRecord])
	return list, classify("list episodes", err)
}

const deleteEpisode = `
DELETE FROM episodes
WHERE run = @run`

// DeleteEpisode takes a run's episode away. What runs were told of it stays on their record.
// fault.NotFound if there is none.
func (db *DB) DeleteEpisode(ctx context.Context, run string) error {
	tag, err := db.pool.Exec(ctx, deleteEpisode, pgx.NamedArgs{"run": run})
	if err == nil && tag.RowsAffected() == 0 {
		return fault.NotFoundf("there is no episode of run %q", run)
	}
	return classify("delete the episode of run "+run, err)
}
