package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/run"
)

const selectRuns = `
SELECT
    r.id, r.chain, r.workspace, r.agent, c.pipeline, c.flags, c.factory, coalesce(c.continues_chain, '') AS continues,
    r.hop, r.path, r.sender, r.sent_headline, r.body, r.answers, r.began_at, r.ended_at,
    coalesce(r.outcome, '') AS outcome, r.reason, r.headline, r.cost
FROM runs r
JOIN chains c ON c.id = r.chain`

// RunFilter chooses runs. Empty fields choose all; Limit 0 is without limit.
type RunFilter struct {
	Chain, Agent, Workspace string
	Limit                   int
}

const whereRuns = `
WHERE (@chain = '' OR r.chain = @chain)
  AND (@agent = '' OR r.agent = @agent)
  AND (@workspace = '' OR r.workspace = @workspace)
ORDER BY r.began_at DESC, r.chain, r.number DESC
LIMIT nullif(@limit::integer, 0)`

// Runs lists runs, newest first, without their prompts, attempts and what they were told.
func (db *DB) Runs(ctx context.Context, f RunFilter) ([]run.Record, error) {
	rows, _ := db.pool.Query(ctx, selectRuns+whereRuns, pgx.NamedArgs{
		"chain": f.Chain, "agent": f.Agent, "workspace": f.Workspace, "limit": f.Limit,
	})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[run.Record])
	return list, classify("list runs", err)
}

const selectPrompt = `
SELECT prompt, genome
FROM runs
WHERE id = @run`

const selectRunTold = `
SELECT learning, text, state, runs_left, left_out
FROM told
WHERE run = @run
ORDER BY position`

const selectToldGenome = `
SELECT kind, id
FROM told_genome
WHERE run = @run
ORDER BY position`

const selectToldMemory = `
SELECT kind, id, text, at
FROM told_memory
WHERE run = @run
ORDER BY position`

const selectAttempts = `
SELECT number, started_at, ended_at, coalesce(outcome, '') AS outcome, reason, notice, stdout, stderr
FROM attempts
WHERE run = @run
ORDER BY number`

const selectCalls = `
SELECT attempt, seq, tool, at, args::text AS args, reply, refused
FROM calls
WHERE run = @run
ORDER BY attempt, seq`

const selectFiled = `
SELECT id
FROM requests
WHERE run = @run
ORDER BY filed_at, id`

// Run returns one run with everything it was told and did; fault.NotFound if there is
// none of that ID.
func (db *DB) Run(ctx context.Context, id run.ID) (run.Record, error) {
	var record run.Record
	args := pgx.NamedArgs{"run": id}
	b := &pgx.Batch{}
	b.Queue(selectRuns+"\nWHERE r.id = @run", args).Query(func(rows pgx.Rows) (err error) {
		record, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByNameLax[run.Record])
		return err
	})
	b.Queue(selectPrompt, args).QueryRow(func(row pgx.Row) error { return row.Scan(&record.Prompt, &record.Genome) })
	b.Queue(selectRunTold, args).Query(func(rows pgx.Rows) error { return readTold(rows, &record) })
	b.Queue(selectToldGenome, args).Query(func(rows pgx.Rows) error { return readToldGenome(rows, &record) })
	b.Queue(selectToldMemory, args).Query(func(rows pgx.Rows) error { return readToldMemory(rows, &record) })
	b.Queue(selectAttempts, args).Query(func(rows pgx.Rows) (err error) {
		record.Attempts, err = pgx.CollectRows(rows, pgx.RowToStructByNameLax[run.Attempt])
		return err
	})
	b.Queue(selectCalls, args).Query(func(rows pgx.Rows) error { return readCalls(rows, record.Attempts) })
	b.Queue(selectFiled, args).Query(func(rows pgx.Rows) (err error) {
		record.Requests, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	err := classify(fmt.Sprintf("read run %s", id), db.pool.SendBatch(ctx, b).Close())
	if fault.KindOf(err) == fault.NotFound {
		err = noRun(id)
	}
	return record, err
}

func noRun(id run.ID) error { return fault.NotFoundf("there is no run %q", id) }

func readTold(rows pgx.Rows, record *run.Record) error {
	var t run.Told
	var leftOut bool
	_, err := pgx.ForEachRow(rows, []any{&t.Learning, &t.Text, &t.State, &t.RunsLeft, &leftOut}, func() error {
		if leftOut {
			record.LeftOut = append(record.LeftOut, t)
		} else {
			record.Told = append(record.Told, t)
		}
		return nil
	})
	return err
}

func readToldGenome(rows pgx.Rows, record *run.Record) error {
	lists := map[string]*[]string{
		toldGene: &record.Genes, toldObservation: &record.Observations,
		weakGene: &record.WeakGenes, leftOutObservation: &record.LeftOutObservations,
	}
	var kind, id string
	_, err := pgx.ForEachRow(rows, []any{&kind, &id}, func() error {
		if kind == withheldGene {
			record.Withheld = &run.Withheld{Gene: id, Why: run.WithheldByExperiment}
			return nil
		}
		*lists[kind] = append(*lists[kind], id)
		return nil
	})
	return err
}

func readToldMemory(rows pgx.Rows, record *run.Record) error {
	lists := map[string]*[]run.Remembered{toldThread: &record.Threads, toldEpisode: &record.Episodes}
	var kind string
	var r run.Remembered
	_, err := pgx.ForEachRow(rows, []any{&kind, &r.ID, &r.Text, &r.At}, func() error {
		*lists[kind] = append(*lists[kind], r)
		return nil
	})
	return err
}

func readCalls(rows pgx.Rows, attempts []run.Attempt) error {
	var attempt int
	var c run.Call
	_, err := pgx.ForEachRow(rows, []any{&attempt, &c.Seq, &c.Tool, &c.At, &c.Args, &c.Reply, &c.Refused}, func() error {
		for i := range attempts {
			if attempts[i].Number == attempt {
				attempts[i].Calls = append(attempts[i].Calls, c)
			}
		}
		return nil
	})
	return err
}
