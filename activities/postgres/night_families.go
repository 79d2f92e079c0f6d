package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"redeye/domain/genome"
	"redeye/domain/night"
)

// FamiliesPage proposes to share what several agents of the next workspaces have learned
// (specification, section 6, phase 4).
func (db *DB) FamiliesPage(ctx context.Context, p night.Page) (night.Progress, error) {
	tuning, _, err := db.nightRules(ctx, p.Factory)
	if err != nil {
		return night.Progress{}, err
	}
	return db.page(ctx, phase{night.Families, p.Night, families{tuning}.apply, withGenome}, p)
}

type families struct{ tuning genome.Tuning }

// Only these can be in a family.
const andLearned = `
  AND g.state = 'live' AND g.stratum = 'learned'`

func (f families) apply(ctx context.Context, tx pgx.Tx, p night.Page, workspaces []string) (map[string]night.Counts, error) {
	genes, err := genesByWorkspace(ctx, tx, workspaces, andLearned)
	if err != nil {
		return nil, err
	}
	known, err := familiesByWorkspace(ctx, tx, workspaces)
	if err != nil {
		return nil, err
	}
	counts := map[string]night.Counts{}
	b := &pgx.Batch{}
	for _, workspace := range workspaces {
		k := f.tuning.Families(workspace, p.Night, genes[workspace], known[workspace])
		counts[workspace] = night.Counts{
			"proposed": len(k.Proposed), "changed": len(k.Changed), "withdrawn": len(k.Withdrawn), "kept_away": k.KeptAway,
		}
		keepKinship(b, workspace, k)
	}
	if b.Len() == 0 {
		return counts, nil
	}
	return counts, tx.SendBatch(ctx, b).Close()
}

func familiesByWorkspace(ctx context.Context, tx pgx.Tx, workspaces []string) (map[string][]genome.Family, error) {
	rows, _ := tx.Query(ctx, selectFamilies+"\nWHERE workspace = ANY(@workspaces)\nFOR UPDATE", pgx.NamedArgs{"workspaces": workspaces})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[FamilyRecord])
	known := map[string][]genome.Family{}
	for _, f := range list {
		known[f.Workspace] = append(known[f.Workspace], f.Family)
	}
	return known, err
}

// A list of lists is no array: IDs hold no blank, so that each list is one text.
const upsertFamilies = `
INSERT INTO families (id, workspace, text, genes, agents, state, proposed_at)
SELECT f.id, @workspace, f.text, string_to_array(f.genes, ' '), string_to_array(f.agents, ' '), 'proposed', f.proposed_at
FROM unnest(@ids::text[], @texts::text[], @genes::text[], @agents::text[], @proposed_at::timestamptz[])
     AS f (id, text, genes, agents, proposed_at)
ON CONFLICT (id) DO UPDATE
SET genes = excluded.genes, agents = excluded.agents`

const deleteFamilies = `
DELETE FROM families
WHERE id = ANY(@ids)`

func keepKinship(b *pgx.Batch, workspace string, k genome.Kinship) {
	var ids, texts, genes, agents []string
	var proposedAt []any
	for _, list := range [][]genome.Family{k.Proposed, k.Changed} {
		for _, f := range list {
			ids, texts, proposedAt = append(ids, f.ID), append(texts, f.Text), append(proposedAt, f.ProposedAt)
			genes, agents = append(genes, strings.Join(f.Genes, " ")), append(agents, strings.Join(f.Agents, " "))
		}
	}
	if len(ids) > 0 {
		b.Queue(upsertFamilies, pgx.NamedArgs{
			"workspace": workspace, "ids": ids, "texts": texts, "genes": genes, "agents": agents, "proposed_at": proposedAt,
		})
	}
	if len(k.Withdrawn) > 0 {
		b.Queue(deleteFamilies, pgx.NamedArgs{"ids": k.Withdrawn})
	}
}
