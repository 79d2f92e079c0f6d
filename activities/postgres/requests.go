package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/help"
)

// precision is PostgreSQL's: a time that is returned must be the one that is read later.
const precision = time.Microsecond

// AnswerRequest closes a request with an answer, checked against the current factory.
// Calling it again with the same key returns the same; with another one it returns how the
// request stands closed and fault.Conflict. fault.NotFound if there is no such request,
// fault.Invalid if the answer cannot be accepted.
func (db *DB) AnswerRequest(ctx context.Context, id, key string, answer help.Answer, now time.Time) (help.Closed, error) {
	digest, f, err := db.CurrentFactory(ctx)
	if err != nil {
		return help.Closed{}, err
	}
	return db.closeRequest(ctx, id, key, func(q help.Request) (help.Closed, error) {
		return help.Reply(f, digest, q, answer, now.Truncate(precision))
	})
}

// ResolveRequest closes a request without an answer, under the same rules.
func (db *DB) ResolveRequest(ctx context.Context, id, key string, resolution help.Resolution, now time.Time) (help.Closed, error) {
	return db.closeRequest(ctx, id, key, func(q help.Request) (help.Closed, error) {
		return help.Resolve(q, resolution, now.Truncate(precision))
	})
}

// A statement of its own: a select that waits for a lock still sees the closings of before.
const lockRequest = `
SELECT id
FROM requests
WHERE id = @id
FOR UPDATE`

const insertClosing = `
INSERT INTO closings (request, key, by, at, answer, chain, reason, flags, dropped, factory)
VALUES (@request, @key, @by, @at, @answer, @chain, @reason, @flags, @dropped, @factory)`

// closeRequest lets one reply close a request: the request's row is locked meanwhile.
func (db *DB) closeRequest(ctx context.Context, id, key string, decide func(help.Request) (help.Closed, error)) (closed help.Closed, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockRequest, pgx.NamedArgs{"id": id}); err != nil {
			return err
		}
		row, err := findRequest(ctx, tx, id)
		if err != nil {
			return err
		}
		record := row.record()
		switch {
		case record.Closed == nil:
		case row.Key != nil && *row.Key == key:
			closed = *record.Closed
			return nil
		default:
			closed = *record.Closed
			return help.AlreadyClosed(id, closed)
		}
		if closed, err = decide(record.Request); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, insertClosing, pgx.NamedArgs{
			"request": id, "key": key, "by": closed.By, "at": closed.At, "answer": closed.Answer, "chain": closed.Chain,
			"reason": closed.Reason, "flags": closed.Flags, "dropped": closed.Dropped, "factory": closed.Factory,
		})
		return err
	})
	return closed, classify("close request "+id, err)
}

// LinkedChain returns the start of the chain that the recorded answer to a request calls
// for. fault.NotFound if there is no such request, fault.Conflict if it has no answer.
func (db *DB) LinkedChain(ctx context.Context, id string) (chain.Start, error) {
	record, err := db.Request(ctx, id)
	if err != nil {
		return chain.Start{}, err
	}
	if record.Closed == nil || !record.Closed.Answered() {
		return chain.Start{}, fault.Conflictf("request %s has no answer that a chain could start with", id)
	}
	f, err := db.Factory(ctx, record.Closed.Factory)
	if err != nil {
		return chain.Start{}, err
	}
	return help.Linked(f, record.Request, *record.Closed)
}

const selectRequests = `
SELECT
    q.id, q.run, q.chain, q.workspace, q.agent, q.pipeline, q.category, q.summary, q.detail, q.fatal, q.flags, q.routes, q.filed_at,
    k.key, k.by, k.at, k.answer, k.chain AS new_chain, k.reason, k.flags AS new_flags, k.dropped, k.factory
FROM requests q
LEFT JOIN closings k ON k.request = q.id`

// requestRow is a request with its closing, if it has one.
type requestRow struct {
	help.Request
	Key      *string
	By       *string
	At       *time.Time
	Answer   *string
	NewChain *string
	Reason   *string
	NewFlags map[string]bool
	Dropped  []string
	Factory  *string
}

func (r requestRow) record() help.Record {
	record := help.Record{Request: r.Request}
	if r.Key != nil {
		record.Closed = &help.Closed{
			By: *r.By, At: *r.At, Answer: *r.Answer, Chain: *r.NewChain, Reason: *r.Reason,
			Flags: r.NewFlags, Dropped: r.Dropped, Factory: *r.Factory,
		}
	}
	return record
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func findRequest(ctx context.Context, q querier, id string) (requestRow, error) {
	rows, _ := q.Query(ctx, selectRequests+"\nWHERE q.id = @id", pgx.NamedArgs{"id": id})
	row, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[requestRow])
	if err := classify("read request "+id, err); err != nil {
		if fault.KindOf(err) == fault.NotFound {
			err = fault.NotFoundf("there is no request %q", id)
		}
		return row, err
	}
	return row, nil
}

// Request returns one request; fault.NotFound if there is none of that ID.
func (db *DB) Request(ctx context.Context, id string) (help.Record, error) {
	row, err := findRequest(ctx, db.pool, id)
	return row.record(), err
}

// RequestFilter chooses requests. Empty fields choose all; Limit 0 is without limit.
type RequestFilter struct {
	Workspace, Chain string
	OpenOnly         bool
	Limit            int
}

const whereRequests = `
WHERE (@workspace = '' OR q.workspace = @workspace)
  AND (@chain = '' OR q.chain = @chain)
  AND (NOT @open_only OR k.request IS NULL)
ORDER BY q.filed_at DESC, q.id
LIMIT nullif(@limit::integer, 0)`

// HelpRequests lists requests, newest first.
func (db *DB) HelpRequests(ctx context.Context, f RequestFilter) ([]help.Record, error) {
	rows, _ := db.pool.Query(ctx, selectRequests+whereRequests, pgx.NamedArgs{
		"workspace": f.Workspace, "chain": f.Chain, "open_only": f.OpenOnly, "limit": f.Limit,
	})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[requestRow])
	records := make([]help.Record, 0, len(list))
	for _, r := range list {
		records = append(records, r.record())
	}
	return records, classify("list requests", err)
}
