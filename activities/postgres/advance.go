package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/learning"
	"redeye/domain/run"
)

// Advance writes a step of a chain in one transaction: the run that ended with what it
// learned and asked, the runs that begin with what they are told, the refused flights, the
// chain's end. It takes two round trips: begin with everything it must know, and
// everything it writes with the commit. Writing a step again changes nothing.
//
// A step without an ended run is a chain's first, and makes its record.
func (db *DB) Advance(ctx context.Context, h chain.Header, s chain.Step, now time.Time) error {
	f, err := db.Factory(ctx, h.Factory)
	if err != nil {
		return err
	}
	a := &advance{header: h, step: s, factory: f, now: now}
	err = db.pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		if err := a.read(ctx, conn); err != nil {
			return err
		}
		if a.done {
			_, err := conn.Exec(ctx, "ROLLBACK")
			return err
		}
		return a.write(ctx, conn)
	})
	return classify("advance chain "+h.ID, err)
}

// advance is one step on its way into the database.
type advance struct {
	header  chain.Header
	step    chain.Step
	factory factory.Factory
	now     time.Time

	done      bool // it was written before
	routes    map[string][]string
	known     []learning.Learning // of the agent whose run ended
	proposals []learning.Proposal
	wasTold   []string
	asked     map[int]run.HelpArgs // by the call's number
	live      map[string][]learning.Learning
	genomes   *telling
	memory    remembered
	bodies    map[int]string // by the call's number
	answers   map[string]string
}

// read begins the transaction, takes the locks and reads what the step needs. Where it
// fails, the pool closes the connection, and the transaction with it.
func (a *advance) read(ctx context.Context, conn *pgxpool.Conn) error {
	b := &pgx.Batch{}
	b.Queue("BEGIN")
	if a.step.Finish == nil {
		a.openChain(b)
	} else {
		a.lockRun(b)
		a.readLearned(b)
		a.readAsked(b)
		a.readThreadCalls(b)
	}
	if len(a.step.Begin) > 0 {
		if err := a.readGenomes(b); err != nil {
			return err
		}
		a.readLive(b)
		a.readMemory(b)
		a.readBodies(b)
		a.readAnswers(b)
	}
	return conn.SendBatch(ctx, b).Close()
}

// write writes the step and commits.
func (a *advance) write(ctx context.Context, conn *pgxpool.Conn) error {
	b := &pgx.Batch{}
	if a.step.Finish != nil {
		a.finishRun(b)
		a.fileRequests(b)
		a.keepLearnings(b)
		a.remember(b)
	}
	for _, begin := range a.step.Begin {
		if err := a.beginRun(b, begin); err != nil {
			return err
		}
	}
	a.refuseFlights(b)
	a.endChain(b)
	b.Queue("COMMIT")
	return conn.SendBatch(ctx, b).Close()
}

const insertChain = `
WITH known AS (
    INSERT INTO workspaces (id)
    VALUES (@workspace)
    ON CONFLICT DO NOTHING)
INSERT INTO chains (id, workspace, pipeline, flags, routes, factory, continues_chain, continues_request, started_at)
VALUES (@id, @workspace, @pipeline, @flags, @routes, @factory, @continues_chain, @continues_request, @now)
ON CONFLICT (id) DO NOTHING`

func (a *advance) openChain(b *pgx.Batch) {
	a.routes = map[string][]string{}
	for _, begin := range a.step.Begin {
		a.routes = begin.Routes
	}
	args := pgx.NamedArgs{
		"id": a.header.ID, "workspace": a.header.Workspace, "pipeline": a.header.Pipeline,
		"flags": orEmpty(a.header.Flags), "routes": orEmpty(a.routes), "factory": a.header.Factory,
		"continues_chain": nil, "continues_request": nil, "now": a.now,
	}
	if link := a.header.Continues; link != nil {
		args["continues_chain"], args["continues_request"] = link.Chain, link.Request
	}
	b.Queue(insertChain, args).Query(func(rows pgx.Rows) error {
		rows.Close()
		a.done = rows.CommandTag().RowsAffected() == 0
		return rows.Err()
	})
}

const lockRun = `
SELECT r.outcome IS NOT NULL AS done, c.routes
FROM runs r
JOIN chains c ON c.id = r.chain
WHERE r.id = @run
FOR UPDATE OF r`

func (a *advance) lockRun(b *pgx.Batch) {
	b.Queue(lockRun, pgx.NamedArgs{"run": a.step.Finish.Run}).QueryRow(func(row pgx.Row) error {
		err := row.Scan(&a.done, &a.routes)
		if errors.Is(err, pgx.ErrNoRows) {
			return noRun(a.step.Finish.Run)
		}
		return err
	})
}

const updateRun = `
UPDATE runs
SET outcome = @outcome, reason = @reason, headline = @headline, cost = @cost, ended_at = @now
WHERE id = @run AND outcome IS NULL`

func (a *advance) finishRun(b *pgx.Batch) {
	f := a.step.Finish
	b.Queue(updateRun, pgx.NamedArgs{
		"run": f.Run, "outcome": f.Result.Outcome, "reason": f.Result.Reason,
		"headline": f.Result.Headline, "cost": f.Result.Cost, "now": a.now,
	})
}

const insertRefused = `
INSERT INTO refused_flights (chain, number, receiver, headline, sender, sender_attempt, sender_seq, hop, path, reason)
VALUES (@chain, @number, @receiver, @headline, @sender, @sender_attempt, @sender_seq, @hop, @path, @reason)
ON CONFLICT (chain, number) DO NOTHING`

func (a *advance) refuseFlights(b *pgx.Batch) {
	for _, r := range a.step.Refused {
		args := pgx.NamedArgs{
			"chain": a.header.ID, "number": r.Number, "receiver": r.To, "headline": r.Headline,
			"sender": nil, "sender_attempt": nil, "sender_seq": nil, "hop": r.Hop, "path": r.Path, "reason": r.Reason,
		}
		if r.From != nil {
			args["sender"], args["sender_attempt"], args["sender_seq"] = r.From.Run, r.From.Attempt, r.From.Seq
		}
		b.Queue(insertRefused, args)
	}
}

const updateChainEnd = `
UPDATE chains
SET ended = @how, end_reason = @reason, ended_at = @now
WHERE id = @id AND ended IS NULL`

func (a *advance) endChain(b *pgx.Batch) {
	if e := a.step.End; e != nil {
		b.Queue(updateChainEnd, pgx.NamedArgs{"id": a.header.ID, "how": e.How, "reason": e.Reason, "now": a.now})
	}
}

// orEmpty keeps a map without entries from being written as null, which means unknown.
func orEmpty[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return m
}
