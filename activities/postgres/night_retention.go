package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/learning"
	"redeye/domain/night"
)

// historyDays is how long runs, and the requests they filed, are kept (specification,
// section 3).
const historyDays = 90

// historyCutoff is the UTC day before which history is deleted.
func historyCutoff(asOf time.Time) time.Time {
	return asOf.UTC().Truncate(24*time.Hour).AddDate(0, 0, -historyDays)
}

// RetentionPage deletes the next of what is old enough, whatever its workspace: chains that
// ended more than 90 days ago with all that belongs to them, learnings that lapsed long
// enough ago, and observations of 90 days that no gene rests on. Genes, outcomes and live
// learnings are exempt, and so is a chain with a request that is open, or was closed since
// (ours): its answer may still start a chain. What somebody holds is left to the next night.
func (db *DB) RetentionPage(ctx context.Context, p night.Page) (progress night.Progress, err error) {
	rules := learning.Defaults()
	if p.Factory != "" {
		f, err := db.Factory(ctx, p.Factory)
		if err != nil {
			return night.Progress{}, err
		}
		rules = f.Learnings
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if err := takeTurn(ctx, tx, night.Retention, p.Night); err != nil {
			return err
		}
		counts, done, err := expire(ctx, tx, rules, p)
		progress.Done = done
		if err != nil {
			return err
		}
		return recordPage(ctx, tx, night.Retention, p.Night, counts)
	})
	return progress, classify("delete what is old", err)
}

const deleteChains = `
WITH due AS MATERIALIZED (
    SELECT c.id
    FROM chains c
    WHERE c.ended_at < @cutoff
      AND NOT EXISTS (
          SELECT
          FROM requests q
          LEFT JOIN closings k ON k.request = q.id
          WHERE q.chain = c.id AND (k.at IS NULL OR k.at >= @cutoff))
    ORDER BY c.ended_at
    LIMIT @size
    FOR UPDATE OF c SKIP LOCKED
), deleted AS (
    DELETE FROM chains
    USING due
    WHERE chains.id = due.id
    RETURNING chains.workspace
)
SELECT workspace, count(*)
FROM deleted
GROUP BY workspace`

const deleteLearnings = `
WITH due AS MATERIALIZED (
    SELECT id
    FROM learnings
    WHERE state = 'lapsed' AND coalesce(lapsed_at, proposed_at) <= @lapsed
    LIMIT @size
    FOR UPDATE SKIP LOCKED
), deleted AS (
    DELETE FROM learnings
    USING due
    WHERE learnings.id = due.id
    RETURNING learnings.workspace
)
SELECT workspace, count(*)
FROM deleted
GROUP BY workspace`

const deleteObservations = `
WITH due AS MATERIALIZED (
    SELECT id
    FROM observations
    WHERE at < @cutoff AND consumed_by IS NULL
    ORDER BY at
    LIMIT @size
    FOR UPDATE SKIP LOCKED
), deleted AS (
    DELETE FROM observations
    USING due
    WHERE observations.id = due.id
    RETURNING observations.workspace
)
SELECT workspace, count(*)
FROM deleted
GROUP BY workspace`

// Pages are small, and there are many. Their night can no longer be run again.
const deletePages = `
DELETE FROM night_pages
WHERE (night, phase, workspace) IN (
    SELECT night, phase, workspace
    FROM night_pages
    WHERE night < @cutoff
    LIMIT 10 * @size::integer)`

// expire deletes at most a page of each kind, and reports whether there are no more.
func expire(ctx context.Context, tx pgx.Tx, rules learning.Rules, p night.Page) (map[string]night.Counts, bool, error) {
	args := pgx.NamedArgs{
		"cutoff": historyCutoff(p.Night), "lapsed": learning.Cutoff(rules, p.Night), "size": p.Size,
	}
	counts, done := map[string]night.Counts{}, true
	for _, s := range []sweeping{
		{"chains_deleted", deleteChains},
		{"learnings_deleted", deleteLearnings},
		{"observations_deleted", deleteObservations},
		{"trials_deleted", deleteTrials},
		{"threads_deleted", deleteThreads},
		{"alerts_deleted", deleteAlerts},
		{"edits_deleted", deleteEdits},
		{"learning_events_deleted", deleteLearningEvents},
	} {
		n, err := s.sweep(ctx, tx, counts, args)
		if err != nil {
			return nil, false, err
		}
		done = done && n < p.Size
	}
	tag, err := tx.Exec(ctx, deletePages, args)
	return counts, done && int(tag.RowsAffected()) < 10*p.Size, err
}
