package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/genome"
	"redeye/domain/night"
)

// VerdictsPage judges the genes of the next workspaces by the runs that were left without
// one, and retires those that do harm (specification, section 6, phase 3).
func (db *DB) VerdictsPage(ctx context.Context, p night.Page) (night.Progress, error) {
	tuning, _, err := db.nightRules(ctx, p.Factory)
	if err != nil {
		return night.Progress{}, err
	}
	return db.page(ctx, phase{night.Verdicts, p.Night, verdicts{tuning}.apply, withGenome}, p)
}

type verdicts struct{ tuning genome.Tuning }

// The genes that can end, and have been left out: the others have nothing to be judged by.
const andTried = `
  AND g.state = 'live' AND g.stratum = 'learned'
  AND EXISTS (SELECT FROM trials t WHERE t.workspace = g.workspace AND t.agent = g.agent AND t.left_out = g.id)`

func (v verdicts) apply(ctx context.Context, tx pgx.Tx, p night.Page, workspaces []string) (map[string]night.Counts, error) {
	genes, err := genesByWorkspace(ctx, tx, workspaces, andTried)
	if err != nil {
		return nil, err
	}
	cells, err := readCells(ctx, tx, pgx.NamedArgs{"workspaces": workspaces, "agent": "", "asof": p.Night})
	if err != nil {
		return nil, err
	}
	counts := map[string]night.Counts{}
	var ended []genome.Gene
	var found []judged
	for _, workspace := range workspaces {
		counts[workspace] = night.Counts{}
		for _, g := range genes[workspace] {
			j := v.tuning.Judge(cells[g.ID])
			counts[workspace][string(j.Ruling)]++
			found = append(found, judged{g.ID, j})
			if j.Ruling.Ends() {
				ended = append(ended, j.End(g, p.Night))
			}
		}
	}
	if err := saveGenes(ctx, tx, ended); err != nil {
		return nil, err
	}
	return counts, keepVerdicts(ctx, tx, p.Night, found)
}

// judged is a gene with what a night found of it.
type judged struct {
	gene string
	genome.Judgement
}

// What is as it was the last time is not written again.
const insertVerdicts = `
INSERT INTO verdicts (gene, night, verdict, with_outcomes, with_accepted, without_outcomes, without_accepted, benefit, low, high)
SELECT v.gene, @night, v.verdict, v.of, v.accepted, v.without, v.without_accepted, v.benefit, v.low, v.high
FROM unnest(@genes::text[], @verdicts::text[], @of::integer[], @accepted::integer[], @without::integer[], @without_accepted::integer[],
            @benefits::double precision[], @lows::double precision[], @highs::double precision[])
     AS v (gene, verdict, of, accepted, without, without_accepted, benefit, low, high)
WHERE NOT EXISTS (
    SELECT
    FROM (SELECT * FROM verdicts k WHERE k.gene = v.gene ORDER BY k.night DESC LIMIT 1) AS last
    WHERE last.verdict = v.verdict AND last.with_outcomes = v.of AND last.with_accepted = v.accepted
      AND last.without_outcomes = v.without AND last.without_accepted = v.without_accepted)`

func keepVerdicts(ctx context.Context, tx pgx.Tx, key time.Time, list []judged) error {
	if len(list) == 0 {
		return nil
	}
	var genes, rulings []string
	var of, accepted, without, withoutAccepted []int
	var benefits, lows, highs []float64
	for _, j := range list {
		genes, rulings = append(genes, j.gene), append(rulings, string(j.Ruling))
		of, accepted = append(of, j.With), append(accepted, j.WithAccepted)
		without, withoutAccepted = append(without, j.Without), append(withoutAccepted, j.WithoutAccepted)
		benefits, lows, highs = append(benefits, j.Benefit), append(lows, j.Low), append(highs, j.High)
	}
	_, err := tx.Exec(ctx, insertVerdicts, pgx.NamedArgs{
		"night": key, "genes": genes, "verdicts": rulings, "of": of, "accepted": accepted,
		"without": without, "without_accepted": withoutAccepted, "benefits": benefits, "lows": lows, "highs": highs,
	})
	return err
}
