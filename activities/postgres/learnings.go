package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/learning"
)

// LearningFilter chooses learnings. Empty fields choose all.
type LearningFilter struct {
	Workspace, Agent string
	States           []learning.State
}

const selectLearnings = `
SELECT workspace, agent, id, text, state, runs_left, rediscoveries, proposed_at, lapsed_at
FROM learnings`

const whereLearnings = `
WHERE (@workspace = '' OR workspace = @workspace)
  AND (@agent = '' OR agent = @agent)
  AND (cardinality(@states::text[]) = 0 OR state = ANY(@states::text[]))
ORDER BY workspace, agent, proposed_at, id`

// Learnings lists learnings by workspace and agent, the oldest first.
func (db *DB) Learnings(ctx context.Context, f LearningFilter) ([]learning.Record, error) {
	states := make([]string, 0, len(f.States))
	for _, s := range f.States {
		states = append(states, string(s))
	}
	rows, _ := db.pool.Query(ctx, selectLearnings+whereLearnings, pgx.NamedArgs{
		"workspace": f.Workspace, "agent": f.Agent, "states": states,
	})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[learning.Record])
	return list, classify("list learnings", err)
}

// KeepLearning confirms a learning, from any state. fault.NotFound if there is none of
// that ID.
func (db *DB) KeepLearning(ctx context.Context, id string, now time.Time) (learning.Record, error) {
	return db.moveLearning(ctx, id, learning.Keep, now)
}

// DropLearning rejects a learning, from any state. fault.NotFound if there is none of
// that ID.
func (db *DB) DropLearning(ctx context.Context, id string, now time.Time) (learning.Record, error) {
	return db.moveLearning(ctx, id, learning.Drop, now)
}

const updateLearning = `
UPDATE learnings
SET state = @state, runs_left = @runs_left, lapsed_at = @lapsed_at
WHERE id = @id`

func (db *DB) moveLearning(ctx context.Context, id string, move func(learning.Learning) learning.Learning, now time.Time) (record learning.Record, err error) {
	scored, err := db.scored(ctx)
	if err != nil {
		return record, err
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, selectLearnings+"\nWHERE id = @id\nFOR UPDATE", pgx.NamedArgs{"id": id})
		record, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[learning.Record])
		if err != nil {
			return err
		}
		before := record.Learning
		record.Learning = move(before)
		_, err = tx.Exec(ctx, updateLearning, pgx.NamedArgs{
			"id": id, "state": record.State, "runs_left": record.RunsLeft, "lapsed_at": record.LapsedAt,
		})
		events := learning.Events([]learning.Learning{before}, []learning.Learning{record.Learning})
		if err != nil || !scored || len(events) == 0 {
			return err
		}
		_, err = tx.Exec(ctx, insertLearningEvents, eventArgs(record.Workspace, record.Agent, events, now))
		return err
	})
	err = classify("decide on learning "+id, err)
	if fault.KindOf(err) == fault.NotFound {
		err = fault.NotFoundf("there is no learning %q", id)
	}
	return record, err
}

// scored reports whether the current factory keeps scorecards.
func (db *DB) scored(ctx context.Context) (bool, error) {
	_, f, err := db.CurrentFactory(ctx)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return f.Genome.Scorecards, err
}

const sweepLearnings = `
DELETE FROM learnings
WHERE id IN (
    SELECT id
    FROM learnings
    WHERE state = 'lapsed' AND coalesce(lapsed_at, proposed_at) <= @cutoff
    FOR UPDATE SKIP LOCKED)`

// SweepLearnings deletes the learnings of every agent that lapsed longer ago than the
// current factory keeps them, and returns how many. Without a factory it deletes none.
func (db *DB) SweepLearnings(ctx context.Context, now time.Time) (int, error) {
	_, f, err := db.CurrentFactory(ctx)
	if fault.KindOf(err) == fault.NotFound {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	tag, err := db.pool.Exec(ctx, sweepLearnings, pgx.NamedArgs{"cutoff": learning.Cutoff(f.Learnings, now)})
	return int(tag.RowsAffected()), classify("sweep learnings", err)
}
