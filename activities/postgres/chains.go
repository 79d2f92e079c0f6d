package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/run"
)

const selectChains = `
SELECT
    c.id, c.workspace, c.pipeline, c.flags, c.factory, c.continues_chain, c.continues_request,
    c.started_at, c.ended_at, coalesce(c.ended, '') AS ended, c.end_reason,
    r.runs, r.unfinished, r.spent, r.unknown_costs,
    (SELECT count(*) FROM refused_flights f WHERE f.chain = c.id) AS refused,
    coalesce((SELECT q.id
              FROM requests q
              LEFT JOIN closings k ON k.request = q.id
              WHERE q.chain = c.id AND q.fatal AND k.request IS NULL
              ORDER BY q.filed_at, q.id
              LIMIT 1), '') AS open_fatal,
    (SELECT array_agg(n.id ORDER BY n.started_at, n.id) FROM chains n WHERE n.continues_chain = c.id) AS continued_by
FROM chains c
CROSS JOIN LATERAL (
    SELECT
        count(*) AS runs,
        count(*) FILTER (WHERE outcome IS NULL) AS unfinished,
        coalesce(sum(cost), 0)::bigint AS spent,
        count(*) FILTER (WHERE outcome IS NOT NULL AND cost IS NULL) AS unknown_costs
    FROM runs
    WHERE chain = c.id
) r`

type chainRow struct {
	ID, Workspace, Pipeline, Factory string
	Flags                            map[string]bool
	ContinuesChain, ContinuesRequest *string
	StartedAt                        time.Time
	EndedAt                          *time.Time
	Ended                            chain.Ending
	EndReason                        string
	Runs, Unfinished, UnknownCosts   int
	Spent                            run.Money
	Refused                          int
	OpenFatal                        string
	ContinuedBy                      []string
}

func (r chainRow) record() chain.Record {
	record := chain.Record{
		Header:    chain.Header{ID: r.ID, Workspace: r.Workspace, Pipeline: r.Pipeline, Flags: r.Flags, Factory: r.Factory},
		StartedAt: r.StartedAt, EndedAt: r.EndedAt,
		Facts: chain.Facts{Ended: r.Ended, Unfinished: r.Unfinished, OpenFatal: r.OpenFatal},
		Runs:  r.Runs, Refused: r.Refused, Spent: r.Spent, UnknownCosts: r.UnknownCosts, ContinuedBy: r.ContinuedBy,
	}
	if r.ContinuesChain != nil {
		record.Continues = &chain.Link{Chain: *r.ContinuesChain, Request: *r.ContinuesRequest}
	}
	if r.Ended != "" {
		record.End = &chain.End{How: r.Ended, Reason: r.EndReason}
	}
	return record
}

// Chain returns one chain; fault.NotFound if there is none of that ID.
func (db *DB) Chain(ctx context.Context, id string) (chain.Record, error) {
	rows, _ := db.pool.Query(ctx, selectChains+"\nWHERE c.id = @id", pgx.NamedArgs{"id": id})
	row, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[chainRow])
	err = classify("read chain "+id, err)
	if fault.KindOf(err) == fault.NotFound {
		err = fault.NotFoundf("there is no chain %q", id)
	}
	return row.record(), err
}

// ChainFilter chooses chains. Empty fields choose all; Limit 0 is without limit.
type ChainFilter struct {
	Workspace, Pipeline string
	Limit               int
}

const whereChains = `
WHERE (@workspace = '' OR c.workspace = @workspace)
  AND (@pipeline = '' OR c.pipeline = @pipeline)
ORDER BY c.started_at DESC, c.id
LIMIT nullif(@limit::integer, 0)`

// Chains lists chains, newest first.
func (db *DB) Chains(ctx context.Context, f ChainFilter) ([]chain.Record, error) {
	rows, _ := db.pool.Query(ctx, selectChains+whereChains, pgx.NamedArgs{
		"workspace": f.Workspace, "pipeline": f.Pipeline, "limit": f.Limit,
	})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[chainRow])
	records := make([]chain.Record, 0, len(list))
	for _, r := range list {
		records = append(records, r.record())
	}
	return records, classify("list chains", err)
}

const selectRefused = `
SELECT number, receiver, headline, sender, sender_attempt, sender_seq, hop, path, reason
FROM refused_flights
WHERE chain = @chain
ORDER BY number`

// RefusedFlights lists the flights of a chain that started no run, in order.
func (db *DB) RefusedFlights(ctx context.Context, chainID string) ([]chain.Refused, error) {
	rows, _ := db.pool.Query(ctx, selectRefused, pgx.NamedArgs{"chain": chainID})
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (chain.Refused, error) {
		var r chain.Refused
		var sender *run.ID
		var attempt, seq *int
		err := row.Scan(&r.Number, &r.To, &r.Headline, &sender, &attempt, &seq, &r.Hop, &r.Path, &r.Reason)
		if sender != nil {
			r.From = &chain.Sender{Run: *sender, Attempt: *attempt, Seq: *seq}
		}
		return r, err
	})
	return list, classify("list the refused flights of "+chainID, err)
}
