package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"redeye/domain/night"
	"redeye/domain/quality"
)

// CompetencePage counts what was accepted and rejected in the next workspaces, by agent and
// pipeline (specification, section 6, phase 5).
func (db *DB) CompetencePage(ctx context.Context, p night.Page) (night.Progress, error) {
	return db.page(ctx, phase{night.Competence, p.Night, countCompetence, withGenome}, p)
}

// A night that is run again later does not take back what a newer one has counted.
const upsertCompetence = `
WITH counted AS (
    INSERT INTO competence (workspace, agent, pipeline, accepted, rejected, night)
    SELECT workspace, agent, pipeline, count(*) FILTER (WHERE accepted), count(*) FILTER (WHERE NOT accepted), @night
    FROM outcomes
    WHERE workspace = ANY(@workspaces) AND at <= @night
    GROUP BY workspace, agent, pipeline
    ON CONFLICT (workspace, agent, pipeline) DO UPDATE
    SET accepted = excluded.accepted, rejected = excluded.rejected, night = excluded.night
    WHERE competence.night <= excluded.night
    RETURNING workspace, accepted + rejected AS outcomes)
SELECT workspace, count(*), sum(outcomes)
FROM counted
GROUP BY workspace`

func countCompetence(ctx context.Context, tx pgx.Tx, p night.Page, workspaces []string) (map[string]night.Counts, error) {
	counts := map[string]night.Counts{}
	for _, workspace := range workspaces {
		counts[workspace] = night.Counts{}
	}
	rows, _ := tx.Query(ctx, upsertCompetence, pgx.NamedArgs{"workspaces": workspaces, "night": p.Night})
	var workspace string
	var lines, outcomes int
	_, err := pgx.ForEachRow(rows, []any{&workspace, &lines, &outcomes}, func() error {
		counts[workspace] = night.Counts{"agents_in_pipelines": lines, "outcomes": outcomes}
		return nil
	})
	return counts, err
}

// CompetenceFilter chooses what is listed. Empty fields choose all.
type CompetenceFilter struct{ Workspace, Agent string }

const selectCompetence = `
SELECT workspace, agent, pipeline, accepted, rejected, night
FROM competence
WHERE (@workspace = '' OR workspace = @workspace) AND (@agent = '' OR agent = @agent)
ORDER BY workspace, agent, pipeline`

// Competence lists what nights have counted.
func (db *DB) Competence(ctx context.Context, f CompetenceFilter) ([]quality.Competence, error) {
	rows, _ := db.pool.Query(ctx, selectCompetence, pgx.NamedArgs{"workspace": f.Workspace, "agent": f.Agent})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[quality.Competence])
	return list, classify("list competence", err)
}
