package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/genome"
)

// RecordOutcome keeps what a customer decided on the output of a run that has ended, and
// moves the genes that the run was told. Outcomes of one genome take turns; each gets the
// next number. fault.NotFound if there is no such run; fault.Conflict if it has not ended,
// or has an outcome: there is one a run; fault.Invalid if it is a bot's.
func (db *DB) RecordOutcome(ctx context.Context, v genome.Verdict, now time.Time) (o genome.OutcomeRecord, err error) {
	by, _, err := db.customer(ctx, v.By)
	if err != nil {
		return o, err
	}
	of, err := db.ended(ctx, v.Run)
	if err != nil {
		return o, err
	}
	tuning, err := db.tuningOf(ctx, of.Factory)
	if err != nil {
		return o, err
	}
	o = genome.OutcomeRecord{
		Outcome:   genome.Outcome{Run: v.Run, Accepted: v.Accepted, At: now.UTC().Truncate(precision)},
		Workspace: of.Workspace, Agent: of.Agent, Pipeline: of.Pipeline, By: by,
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if err := of.hold(ctx, tx); err != nil {
			return err
		}
		return credit(ctx, tx, tuning, &o)
	})
	return o, classify("record the outcome of run "+v.Run, err)
}

// tuningOf is the tuning of the snapshot that a run ran on.
func (db *DB) tuningOf(ctx context.Context, digest string) (genome.Tuning, error) {
	f, err := db.Factory(ctx, digest)
	if err != nil {
		return genome.Tuning{}, err
	}
	return genome.TuningOf(f.Genome.Tuning)
}

const selectToldGenes = selectGenes + `
JOIN told_genome t ON t.kind = 'gene' AND t.id = g.id
WHERE t.run = @run
ORDER BY t.position`

// credit numbers an outcome, and moves and writes what it moves.
func credit(ctx context.Context, tx pgx.Tx, tuning genome.Tuning, o *genome.OutcomeRecord) error {
	seen, err := enterGenome(ctx, tx, o.Workspace, o.Agent)
	if err != nil {
		return err
	}
	if err := mustBeFirst(ctx, tx, o.Run); err != nil {
		return err
	}
	rows, _ := tx.Query(ctx, selectToldGenes, pgx.NamedArgs{"run": o.Run})
	told, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[genome.Record])
	if err != nil {
		return err
	}
	genes := genesOf(told)
	o.Number, o.Genes = seen+1, []string{}
	for _, g := range genes {
		o.Genes = append(o.Genes, g.ID)
	}
	moved, moves := tuning.Credit(seen, o.Accepted, o.At, genes)
	o.Moves = append([]genome.Move{}, moves...)
	if err := saveGenes(ctx, tx, moved); err != nil {
		return err
	}
	return addOutcome(ctx, tx, *o)
}

const selectOutcome = `
SELECT accepted, by, at
FROM outcomes
WHERE run = @run`

func mustBeFirst(ctx context.Context, tx pgx.Tx, run string) error {
	var accepted bool
	var by string
	var at time.Time
	err := tx.QueryRow(ctx, selectOutcome, pgx.NamedArgs{"run": run}).Scan(&accepted, &by, &at)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fault.Conflictf("run %s was already %s by %s at %s; there is one outcome a run", run, verdict(accepted), by, at.Format(time.RFC3339))
}

func verdict(accepted bool) string {
	if accepted {
		return "accepted"
	}
	return "rejected"
}

const insertOutcome = `
INSERT INTO outcomes (run, workspace, agent, pipeline, number, accepted, by, at)
VALUES (@run, @workspace, @agent, @pipeline, @number, @accepted, @by, @at)`

const updateSeen = `
UPDATE genomes
SET seen = @number
WHERE workspace = @workspace AND agent = @agent`

const insertMoves = `
INSERT INTO moves (gene, number, run, step, before, after, retired, contradictions, flagged)
SELECT m.gene, @number, @run, m.step, m.before, m.after, m.retired, m.contradictions, m.flagged
FROM unnest(@genes::text[], @steps::double precision[], @befores::double precision[], @afters::double precision[],
            @retired::boolean[], @contradictions::integer[], @flagged::boolean[])
     AS m (gene, step, before, after, retired, contradictions, flagged)`

func addOutcome(ctx context.Context, tx pgx.Tx, o genome.OutcomeRecord) error {
	args := pgx.NamedArgs{
		"run": o.Run, "workspace": o.Workspace, "agent": o.Agent, "pipeline": o.Pipeline, "number": o.Number, "accepted": o.Accepted, "by": o.By, "at": o.At,
	}
	moveColumns(args, o.Moves)
	b := &pgx.Batch{}
	b.Queue(insertOutcome, args)
	b.Queue(updateSeen, args)
	b.Queue(insertMoves, args)
	return tx.SendBatch(ctx, b).Close()
}

func moveColumns(args pgx.NamedArgs, moves []genome.Move) {
	var genes []string
	var steps, befores, afters []float64
	var contradictions []int
	var retired, flagged []bool
	for _, m := range moves {
		genes, steps = append(genes, m.Gene), append(steps, m.Step)
		befores, afters = append(befores, m.Before), append(afters, m.After)
		contradictions = append(contradictions, m.Contradictions)
		retired, flagged = append(retired, m.Retired), append(flagged, m.Flagged)
	}
	args["genes"], args["steps"], args["befores"], args["afters"] = genes, steps, befores, afters
	args["contradictions"], args["retired"], args["flagged"] = contradictions, retired, flagged
}
