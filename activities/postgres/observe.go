package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/genome"
	"redeye/domain/run"
)

// Observe keeps what a customer did with the output of a run that has ended: it is told
// from its agent's next run on. The same text for the same run again adds nothing; what
// stands is returned. fault.NotFound if there is no such run; fault.Conflict if it has not
// ended, or the current factory takes no observations; fault.Invalid if there is nothing
// in it, or it is a bot's.
func (db *DB) Observe(ctx context.Context, o genome.Observed, now time.Time) (kept []genome.ObservationRecord, err error) {
	by, rules, err := db.customer(ctx, o.By)
	if err != nil {
		return nil, err
	}
	if !rules.Observations {
		return nil, fault.Conflictf("the current factory takes no observations; it would with observations = true in its [genome]")
	}
	of, err := db.ended(ctx, o.Run)
	if err != nil {
		return nil, err
	}
	own, err := db.output(ctx, of)
	if err != nil {
		return nil, err
	}
	records, err := o.Records(own)
	if err != nil {
		return nil, err
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if err := of.hold(ctx, tx); err != nil {
			return err
		}
		added, err := addObservations(ctx, tx, of, records, by, now)
		if err != nil {
			return err
		}
		if distance, ok := o.Distance(own); ok && added > 0 && rules.Scorecards {
			if err := addEdit(ctx, tx, of, distance, now); err != nil {
				return err
			}
		}
		kept, err = standing(ctx, tx, of, records)
		return err
	})
	return kept, classify("observe run "+o.Run, err)
}

const selectOutput = `
SELECT stdout
FROM attempts
WHERE run = @run
ORDER BY number DESC
LIMIT 1`

// output is what the attempt that ended the run said, read as its factory's runner prints
// it; nil if there is none.
func (db *DB) output(ctx context.Context, of subject) (*string, error) {
	f, err := db.Factory(ctx, of.Factory)
	if err != nil {
		return nil, err
	}
	rows, _ := db.pool.Query(ctx, selectOutput, pgx.NamedArgs{"run": of.ID})
	stdout, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[string])
	if errors.Is(err, pgx.ErrNoRows) || err == nil && stdout == "" {
		return nil, nil
	}
	if err != nil {
		return nil, classify("read the output of run "+of.ID, err)
	}
	runner := f.Runners[f.Agents[of.Agent].Runner]
	said, _ := run.ReadOutput(run.Output{Format: runner.Output, ResultKey: runner.ResultKey, CostKey: runner.CostKey}, stdout)
	return &said, nil
}

const insertGenome = `
INSERT INTO genomes (workspace, agent)
VALUES (@workspace, @agent)
ON CONFLICT DO NOTHING`

// The numbers go on from the run's last one. Nobody else adds to it: the run is held.
const insertObservations = `
INSERT INTO observations (id, workspace, agent, run, kind, text, by, at, screened_as)
SELECT @run || '.o' || (last.number + o.position), @workspace, @agent, @run, o.kind, o.text, @by, @now, nullif(o.screened_as, '')
FROM unnest(@kinds::text[], @texts::text[], @screened_as::text[]) WITH ORDINALITY AS o (kind, text, screened_as, position),
     (SELECT coalesce(max(substring(id FROM '[0-9]+$')::integer), 0) AS number FROM observations WHERE run = @run) AS last
ON CONFLICT (run, kind, md5(text)) DO NOTHING`

func addObservations(ctx context.Context, tx pgx.Tx, of subject, records []genome.ObservationRecord, by string, now time.Time) (added int64, err error) {
	var kinds, texts, screenedAs []string
	for _, r := range records {
		kinds, texts, screenedAs = append(kinds, string(r.Kind)), append(texts, r.Text), append(screenedAs, r.ScreenedAs)
	}
	args := pgx.NamedArgs{
		"run": of.ID, "workspace": of.Workspace, "agent": of.Agent, "by": by, "now": now,
		"kinds": kinds, "texts": texts, "screened_as": screenedAs,
	}
	if _, err := tx.Exec(ctx, insertGenome, args); err != nil {
		return 0, err
	}
	tag, err := tx.Exec(ctx, insertObservations, args)
	return tag.RowsAffected(), err
}

const insertEdit = `
INSERT INTO edits (run, number, workspace, agent, distance, at)
SELECT @run, 1 + count(*), @workspace, @agent, @distance, @now
FROM edits
WHERE run = @run`

// addEdit keeps how far an edit was, for the scorecard.
func addEdit(ctx context.Context, tx pgx.Tx, of subject, distance float64, now time.Time) error {
	_, err := tx.Exec(ctx, insertEdit, pgx.NamedArgs{"run": of.ID, "workspace": of.Workspace, "agent": of.Agent, "distance": distance, "now": now})
	return err
}

// standing are the run's observations of these texts, in order.
func standing(ctx context.Context, tx pgx.Tx, of subject, records []genome.ObservationRecord) ([]genome.ObservationRecord, error) {
	rows, _ := tx.Query(ctx, selectObservations+"\nWHERE o.run = @run\nORDER BY length(o.id), o.id", pgx.NamedArgs{"run": of.ID})
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[genome.ObservationRecord])
	return slices.DeleteFunc(all, func(o genome.ObservationRecord) bool {
		return !slices.ContainsFunc(records, func(r genome.ObservationRecord) bool { return r.Kind == o.Kind && r.Text == o.Text })
	}), err
}
