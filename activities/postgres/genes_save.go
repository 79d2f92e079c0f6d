package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/genome"
)

const updateGenes = `
UPDATE genes
SET stratum = g.stratum, state = g.state, strength = g.strength, credited = g.credited, contradictions = g.contradictions,
    flagged = g.flagged, approved_at = g.approved_at, ended_at = g.ended_at, end_reason = g.end_reason
FROM unnest(@ids::text[], @strata::text[], @states::text[], @strengths::double precision[], @credited::integer[],
            @contradictions::integer[], @flagged::boolean[], @approved_at::timestamptz[], @ended_at::timestamptz[],
            @end_reasons::text[])
     AS g (id, stratum, state, strength, credited, contradictions, flagged, approved_at, ended_at, end_reason)
WHERE genes.id = g.id`

// saveGenes writes all of genes that can change but their evidence. Whoever calls it has
// entered their genomes.
func saveGenes(ctx context.Context, tx pgx.Tx, genes []genome.Gene) error {
	if len(genes) == 0 {
		return nil
	}
	tag, err := tx.Exec(ctx, updateGenes, changes(genes))
	if err == nil && int(tag.RowsAffected()) != len(genes) {
		err = fmt.Errorf("%d of %d genes are no longer there", len(genes)-int(tag.RowsAffected()), len(genes))
	}
	return err
}

func changes(genes []genome.Gene) pgx.NamedArgs {
	var ids, strata, states, endReasons []string
	var strengths []float64
	var credited, contradictions []int
	var flagged []bool
	var approvedAt, endedAt []*time.Time
	for _, g := range genes {
		ids, strata, states = append(ids, g.ID), append(strata, string(g.Stratum)), append(states, string(g.State))
		strengths, credited = append(strengths, g.Strength), append(credited, g.Credited)
		contradictions, flagged = append(contradictions, g.Contradictions), append(flagged, g.Flagged)
		approvedAt, endedAt = append(approvedAt, g.ApprovedAt), append(endedAt, g.EndedAt)
		endReasons = append(endReasons, g.EndReason)
	}
	return pgx.NamedArgs{
		"ids": ids, "strata": strata, "states": states, "strengths": strengths, "credited": credited,
		"contradictions": contradictions, "flagged": flagged, "approved_at": approvedAt, "ended_at": endedAt,
		"end_reasons": endReasons,
	}
}
