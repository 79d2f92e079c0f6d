package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/night"
)

const expireThreads = `
WITH due AS MATERIALIZED (
    SELECT id
    FROM threads
    WHERE state = 'open' AND opened_at <= @since
    ORDER BY opened_at
    LIMIT @size
    FOR UPDATE SKIP LOCKED
), expired AS (
    UPDATE threads
    SET state = 'expired', ended_by = @by, ended_at = @night
    FROM due
    WHERE threads.id = due.id
    RETURNING threads.workspace
)
SELECT workspace, count(*)
FROM expired
GROUP BY workspace`

// ThreadsPage has the next of the threads expire that have been open for too long, the
// oldest first, whatever their workspace (specification, section 6, phase 6).
func (db *DB) ThreadsPage(ctx context.Context, p night.Page) (night.Progress, error) {
	_, f, err := db.nightRules(ctx, p.Factory)
	if err != nil {
		return night.Progress{}, err
	}
	return db.sweep(ctx, night.Threads, p, sweeping{"threads_expired", expireThreads}, f.Memory.ThreadsSince(p.Night))
}

// sweeping is a statement that takes the oldest of what is due, and counts it by workspace.
type sweeping struct{ count, statement string }

// sweep does one page of a phase that takes the oldest of all. What it has taken is gone:
// another try goes on with the rest.
func (db *DB) sweep(ctx context.Context, name night.Phase, p night.Page, s sweeping, since time.Time) (progress night.Progress, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if err := takeTurn(ctx, tx, name, p.Night); err != nil {
			return err
		}
		counts := map[string]night.Counts{}
		n, err := s.sweep(ctx, tx, counts, pgx.NamedArgs{
			"since": since, "night": p.Night, "by": "night " + p.Night.UTC().Format(time.RFC3339), "size": p.Size,
		})
		if err != nil {
			return err
		}
		progress.Done = n < p.Size
		return recordPage(ctx, tx, name, p.Night, counts)
	})
	return progress, classify(string(name), err)
}

// sweep runs the statement, adds to the counts of workspaces, and returns how many there
// were.
func (s sweeping) sweep(ctx context.Context, tx pgx.Tx, counts map[string]night.Counts, args pgx.NamedArgs) (total int, err error) {
	rows, _ := tx.Query(ctx, s.statement, args)
	var workspace string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&workspace, &n}, func() error {
		if counts[workspace] == nil {
			counts[workspace] = night.Counts{}
		}
		counts[workspace][s.count] = n
		total += n
		return nil
	})
	return total, err
}
