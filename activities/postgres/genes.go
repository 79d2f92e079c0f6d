package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/genome"
)

const selectGenes = `
SELECT
    g.id, g.workspace, g.agent, g.stratum, g.text, g.state, g.strength, g.credited, g.contradictions, g.flagged,
    g.returns, g.born_at, g.born_by, g.approved_at, g.ended_at, g.end_reason,
    (SELECT json_agg(json_build_object('observation', e.observation, 'run', e.run) ORDER BY e.position)
     FROM evidence e
     WHERE e.gene = g.id AND e.revoked_at IS NULL) AS evidence
FROM genes g`

// GeneFilter chooses genes. Empty fields choose all.
type GeneFilter struct {
	Workspace, Agent string
	Strata           []genome.Stratum
	States           []genome.State
}

const whereGenes = `
WHERE (@workspace = '' OR g.workspace = @workspace)
  AND (@agent = '' OR g.agent = @agent)
  AND (cardinality(@strata::text[]) = 0 OR g.stratum = ANY(@strata::text[]))
  AND (cardinality(@states::text[]) = 0 OR g.state = ANY(@states::text[]))
ORDER BY
    g.workspace, g.agent, array_position(ARRAY['live', 'retired', 'rejected'], g.state),
    array_position(ARRAY['kernel', 'customer', 'learned'], g.stratum), g.strength DESC, g.born_at, g.id`

// Genes lists genes by workspace and agent, the live ones first and in the order of their
// strata, the strongest first.
func (db *DB) Genes(ctx context.Context, f GeneFilter) ([]genome.Record, error) {
	rows, _ := db.pool.Query(ctx, selectGenes+whereGenes, pgx.NamedArgs{
		"workspace": f.Workspace, "agent": f.Agent, "strata": texts(f.Strata), "states": texts(f.States),
	})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[genome.Record])
	return list, classify("list genes", err)
}

// texts are never null: nothing could be compared with that.
func texts[S ~string](list []S) []string {
	all := make([]string, 0, len(list))
	for _, s := range list {
		all = append(all, string(s))
	}
	return all
}

func findGene(ctx context.Context, q querier, id string) (genome.Record, error) {
	rows, _ := q.Query(ctx, selectGenes+"\nWHERE g.id = @id", pgx.NamedArgs{"id": id})
	record, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByNameLax[genome.Record])
	return record, noGene(id, err)
}

func noGene(id string, err error) error {
	err = classify("read gene "+id, err)
	if fault.KindOf(err) == fault.NotFound {
		err = fault.NotFoundf("there is no gene %q", id)
	}
	return err
}

const selectSources = `
SELECT
    o.id, o.workspace, o.agent, o.run, o.kind, o.text, o.by, o.at,
    coalesce(o.consumed_by, '') AS consumed_by, o.consumed_at,
    coalesce(o.revoked_by, '') AS revoked_by, o.revoked_at, coalesce(o.screened_as, '') AS screened_as,
    e.night, e.revoked_at AS withdrawn_at
FROM evidence e
JOIN observations o ON o.id = e.observation
WHERE e.gene = @id
ORDER BY e.position`

const selectMoves = `
SELECT
    m.gene, m.number - 1 AS seen, o.accepted, o.at, m.step, m.before, m.after, m.retired, m.contradictions, m.flagged,
    m.run, o.by
FROM moves m
JOIN outcomes o ON o.run = m.run
WHERE m.gene = @id
ORDER BY m.number`

const selectDecisions = `
SELECT act, by, reason, at
FROM decisions
WHERE gene = @id
ORDER BY number`

const countToldRuns = `
SELECT count(DISTINCT run)
FROM told_genome
WHERE kind = 'gene' AND id = @id`

// Gene returns one gene with what it comes of and what became of it; fault.NotFound if
// there is none of that ID.
func (db *DB) Gene(ctx context.Context, id string) (genome.Record, error) {
	var record genome.Record
	args := pgx.NamedArgs{"id": id}
	b := &pgx.Batch{}
	b.Queue(selectGenes+"\nWHERE g.id = @id", args).Query(func(rows pgx.Rows) (err error) {
		record, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByNameLax[genome.Record])
		return err
	})
	b.Queue(selectSources, args).Query(func(rows pgx.Rows) (err error) {
		record.Sources, err = pgx.CollectRows(rows, pgx.RowToStructByName[genome.Source])
		return err
	})
	b.Queue(selectMoves, args).Query(func(rows pgx.Rows) (err error) {
		record.Moves, err = pgx.CollectRows(rows, pgx.RowToStructByName[genome.MoveRecord])
		return err
	})
	b.Queue(selectDecisions, args).Query(func(rows pgx.Rows) (err error) {
		record.Decisions, err = pgx.CollectRows(rows, pgx.RowToStructByName[genome.DecisionRecord])
		return err
	})
	b.Queue(countToldRuns, args).QueryRow(func(row pgx.Row) error { return row.Scan(&record.ToldRuns) })
	return record, noGene(id, db.pool.SendBatch(ctx, b).Close())
}
