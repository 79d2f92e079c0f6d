package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/genome"
)

const revokeObservation = `
UPDATE observations
SET revoked_by = @by, revoked_at = @now
WHERE id = @id AND revoked_at IS NULL`

const selectRestingGenes = `
SELECT gene
FROM evidence
WHERE observation = @id AND revoked_at IS NULL
ORDER BY gene`

const selectToldRuns = `
SELECT DISTINCT run
FROM told_genome
WHERE kind = 'observation' AND id = @id OR kind = 'gene' AND id = ANY(@genes)
ORDER BY run`

// RevokeObservation takes an observation back: no run is told it any more, no night uses
// it, and the next one takes it from the genes that rest on it. fault.NotFound if there is
// none of that ID, fault.Conflict if it was taken back before.
func (db *DB) RevokeObservation(ctx context.Context, id, by string, now time.Time) (r genome.Revocation, err error) {
	if by, err = account(by); err != nil {
		return r, err
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		found, err := findObservation(ctx, tx, id)
		if err != nil {
			return err
		}
		// A night that uses it at this moment must have done so, or not do it.
		if _, err := enterGenome(ctx, tx, found.Workspace, found.Agent); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, revokeObservation, pgx.NamedArgs{"id": id, "by": by, "now": now})
		if err != nil {
			return err
		}
		if r.Observation, err = findObservation(ctx, tx, id); err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return alreadyRevoked(r.Observation)
		}
		r.Genes, r.Runs, err = touched(ctx, tx, id)
		return err
	})
	return r, classify("revoke observation "+id, err)
}

func alreadyRevoked(o genome.ObservationRecord) error {
	return fault.Conflictf("observation %s was already revoked by %s at %s", o.ID, o.RevokedBy, o.RevokedAt.Format(time.RFC3339))
}

// touched are the genes that rest on an observation, and the runs that were told it or one
// of those.
func touched(ctx context.Context, tx pgx.Tx, id string) (genes, runs []string, err error) {
	rows, _ := tx.Query(ctx, selectRestingGenes, pgx.NamedArgs{"id": id})
	if genes, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return nil, nil, err
	}
	rows, _ = tx.Query(ctx, selectToldRuns, pgx.NamedArgs{"id": id, "genes": genes})
	runs, err = pgx.CollectRows(rows, pgx.RowTo[string])
	return genes, runs, err
}
