package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"redeye/domain/genome"
	"redeye/domain/night"
)

// RescreenPage takes revoked evidence from the genes of the next workspaces, and screens the
// live ones again: the screen may have learned since (specification, section 6, phase 1).
// Observations are screened as they come, and again when they are to be a gene; they are not
// screened here, since there can be a thousand to each gene.
func (db *DB) RescreenPage(ctx context.Context, p night.Page) (night.Progress, error) {
	tuning, _, err := db.nightRules(ctx, p.Factory)
	if err != nil {
		return night.Progress{}, err
	}
	return db.page(ctx, phase{night.Rescreen, p.Night, rescreen{tuning}.apply, withGenome}, p)
}

type rescreen struct{ tuning genome.Tuning }

// An ended gene is read only to lose evidence.
const andScreened = `
  AND (g.state = 'live' OR EXISTS (
      SELECT
      FROM evidence e
      JOIN observations o ON o.id = e.observation
      WHERE e.gene = g.id AND e.revoked_at IS NULL AND o.revoked_at IS NOT NULL))`

func (r rescreen) apply(ctx context.Context, tx pgx.Tx, p night.Page, workspaces []string) (map[string]night.Counts, error) {
	genes, err := genesByWorkspace(ctx, tx, workspaces, andScreened)
	if err != nil {
		return nil, err
	}
	revoked, err := revokedEvidence(ctx, tx, workspaces)
	if err != nil {
		return nil, err
	}
	counts := map[string]night.Counts{}
	var changed []genome.Gene
	var gone []string
	for _, workspace := range workspaces {
		changes := r.tuning.Rescreen(genes[workspace], revoked, p.Night)
		counts[workspace] = countChanges(changes, len(genes[workspace]))
		for _, c := range changes {
			changed, gone = append(changed, c.Gene), append(gone, c.Revoked...)
		}
	}
	if err := saveGenes(ctx, tx, changed); err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, withdrawEvidence, pgx.NamedArgs{"observations": gone, "night": p.Night})
	return counts, err
}

func countChanges(changes []genome.Change, of int) night.Counts {
	counts := night.Counts{"genes_screened": of}
	for _, c := range changes {
		counts["evidence_withdrawn"] += len(c.Revoked)
		switch {
		case c.Because == "":
		case c.Gene.State == genome.Retired:
			counts["genes_retired"]++
		default:
			counts["genes_flagged"]++
		}
	}
	return counts
}

const selectRevokedEvidence = `
SELECT e.observation
FROM observations o
JOIN evidence e ON e.observation = o.id
WHERE o.workspace = ANY(@workspaces) AND o.revoked_at IS NOT NULL AND e.revoked_at IS NULL`

func revokedEvidence(ctx context.Context, tx pgx.Tx, workspaces []string) (map[string]bool, error) {
	rows, _ := tx.Query(ctx, selectRevokedEvidence, pgx.NamedArgs{"workspaces": workspaces})
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	revoked := map[string]bool{}
	for _, id := range ids {
		revoked[id] = true
	}
	return revoked, err
}

const withdrawEvidence = `
UPDATE evidence
SET revoked_at = @night
WHERE observation = ANY(@observations) AND revoked_at IS NULL`
