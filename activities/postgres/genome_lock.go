package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// An update that changes nothing: it takes the row's lock, and sees who had it before.
const lockGenome = `
INSERT INTO genomes (workspace, agent)
VALUES (@workspace, @agent)
ON CONFLICT (workspace, agent) DO UPDATE
SET seen = genomes.seen
RETURNING seen`

// enterGenome waits until nobody else changes the genome, keeps others waiting until the
// transaction ends, and returns how many outcomes the genome has seen.
func enterGenome(ctx context.Context, tx pgx.Tx, workspace, agent string) (seen int, err error) {
	err = tx.QueryRow(ctx, lockGenome, pgx.NamedArgs{"workspace": workspace, "agent": agent}).Scan(&seen)
	return seen, err
}
