package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/genome"
)

// experiment is what a draw goes by, beside the run.
type experiment struct {
	key      []byte
	optedOut bool
}

const selectExperiment = `
SELECT i.key, EXISTS (SELECT FROM workspaces WHERE id = @workspace AND opted_out_at IS NOT NULL)
FROM installation i`

func readExperiment(b *pgx.Batch, workspace string) *experiment {
	e := &experiment{}
	b.Queue(selectExperiment, pgx.NamedArgs{"workspace": workspace}).QueryRow(func(row pgx.Row) error {
		return row.Scan(&e.key, &e.optedOut)
	})
	return e
}

const insertTrial = `
INSERT INTO trials (run, workspace, agent, eligible, left_out, at)
VALUES (@run, @workspace, @agent, @eligible, nullif(@left_out, ''), @now)`

// keepTrial puts on record that a run is in the experiment, if it is.
func keepTrial(b *pgx.Batch, workspace, agent string, trial *genome.Trial, now time.Time) {
	if trial != nil {
		b.Queue(insertTrial, pgx.NamedArgs{
			"run": trial.Run, "workspace": workspace, "agent": agent,
			"eligible": trial.Eligible, "left_out": trial.LeftOut, "now": now,
		})
	}
}

// A run that was not drawn counts for every gene that it could have left out, one that was
// for the one that it did.
const selectCells = `
SELECT
    g.gene, cardinality(t.eligible) AS eligible,
    count(*) FILTER (WHERE t.left_out IS NULL) AS told,
    count(*) FILTER (WHERE t.left_out IS NULL AND o.accepted) AS told_accepted,
    count(*) FILTER (WHERE t.left_out IS NOT NULL) AS without,
    count(*) FILTER (WHERE t.left_out IS NOT NULL AND o.accepted) AS without_accepted
FROM trials t
JOIN outcomes o ON o.run = t.run
CROSS JOIN LATERAL unnest(CASE WHEN t.left_out IS NULL THEN t.eligible ELSE ARRAY[t.left_out] END) AS g (gene)
WHERE t.workspace = ANY(@workspaces) AND (@agent = '' OR t.agent = @agent) AND o.at <= @asof
GROUP BY g.gene, cardinality(t.eligible)`

// readCells counts the outcomes of trials, by gene.
func readCells(ctx context.Context, q querier, args pgx.NamedArgs) (map[string][]genome.Cell, error) {
	rows, _ := q.Query(ctx, selectCells, args)
	cells := map[string][]genome.Cell{}
	var gene string
	var c genome.Cell
	_, err := pgx.ForEachRow(rows, []any{&gene, &c.Eligible, &c.With, &c.WithAccepted, &c.Without, &c.WithoutAccepted}, func() error {
		cells[gene] = append(cells[gene], c)
		return nil
	})
	return cells, err
}

// A trial without an outcome says nothing, and once its run is gone it can get none.
const deleteTrials = `
WITH due AS MATERIALIZED (
    SELECT run
    FROM trials t
    WHERE at < @cutoff AND NOT EXISTS (SELECT FROM runs r WHERE r.id = t.run) AND NOT EXISTS (SELECT FROM outcomes o WHERE o.run = t.run)
    ORDER BY at
    LIMIT @size
    FOR UPDATE SKIP LOCKED
), deleted AS (
    DELETE FROM trials
    USING due
    WHERE trials.run = due.run
    RETURNING trials.workspace
)
SELECT workspace, count(*)
FROM deleted
GROUP BY workspace`
