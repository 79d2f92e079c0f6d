package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/genome"
)

const selectObservations = `
SELECT
    o.id, o.workspace, o.agent, o.run, o.kind, o.text, o.by, o.at,
    coalesce(o.consumed_by, '') AS consumed_by, o.consumed_at,
    coalesce(o.revoked_by, '') AS revoked_by, o.revoked_at, coalesce(o.screened_as, '') AS screened_as
FROM observations o`

// ObservationFilter chooses observations. Empty fields choose all; Limit 0 is without limit.
type ObservationFilter struct {
	Workspace, Agent, Run string
	// Waiting leaves out what is consumed, revoked or screened.
	Waiting bool
	Limit   int
}

const whereObservations = `
WHERE (@workspace = '' OR o.workspace = @workspace)
  AND (@agent = '' OR o.agent = @agent)
  AND (@run = '' OR o.run = @run)
  AND (NOT @waiting OR o.consumed_at IS NULL AND o.revoked_at IS NULL AND o.screened_as IS NULL)
ORDER BY o.at DESC, o.run, length(o.id), o.id
LIMIT nullif(@limit::integer, 0)`

// Observations lists observations, newest first.
func (db *DB) Observations(ctx context.Context, f ObservationFilter) ([]genome.ObservationRecord, error) {
	rows, _ := db.pool.Query(ctx, selectObservations+whereObservations, pgx.NamedArgs{
		"workspace": f.Workspace, "agent": f.Agent, "run": f.Run, "waiting": f.Waiting, "limit": f.Limit,
	})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[genome.ObservationRecord])
	return list, classify("list observations", err)
}

func findObservation(ctx context.Context, q querier, id string) (genome.ObservationRecord, error) {
	rows, _ := q.Query(ctx, selectObservations+"\nWHERE o.id = @id", pgx.NamedArgs{"id": id})
	record, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[genome.ObservationRecord])
	err = classify("read observation "+id, err)
	if fault.KindOf(err) == fault.NotFound {
		err = fault.NotFoundf("there is no observation %q", id)
	}
	return record, err
}
