package main

import (
	"fmt"
	"math"

	"redeye/activities/postgres"
	"redeye/domain/genome"
)

func writeExperiment(p *page, e postgres.Experiment) {
	if why := noExperiment(e); why != "" {
		p.linef("%s\n", why)
	}
	rows := make([][]string, 0, len(e.Genes))
	for _, t := range e.Genes {
		rows = append(rows, []string{
			t.Gene.ID, acceptedOf(t.WithAccepted, t.With), acceptedOf(t.WithoutAccepted, t.Without), benefit(t.Judgement),
			string(t.Ruling), geneState(t.Gene), t.Gene.Text,
		})
	}
	p.table("GENE WITH WITHOUT BENEFIT VERDICT STATE TEXT", e.Agent+" has no learned gene in "+e.Workspace.ID, rows)
	writeNeeds(p, e.Genes)
}

func acceptedOf(accepted, of int) string { return fmt.Sprintf("%d of %d", accepted, of) }

// benefit is in points of a hundred, with its interval; nothing while nothing is known.
func benefit(j genome.Judgement) string {
	if j.With == 0 || j.Without == 0 {
		return "-"
	}
	return fmt.Sprintf("%s (%s to %s)", points(j.Benefit), points(j.Low), points(j.High))
}

func points(share float64) string { return fmt.Sprintf("%+.0f", math.Round(100*share)) }

// writeNeeds says of each gene that is not settled what it would take to know more.
func writeNeeds(p *page, genes []postgres.Tried) {
	titled := false
	for _, t := range genes {
		need := needs(t)
		if need == "" {
			continue
		}
		if !titled {
			p.linef("\nto know more")
			titled = true
		}
		p.linef("  %s: %s", t.Gene.ID, need)
	}
}

func needs(t postgres.Tried) string {
	switch {
	case t.Gene.State != genome.Live:
		return ""
	case t.Ruling == genome.RulingInsufficient:
		return missing(t.Needs)
	case t.Ruling == genome.RulingNoEffect && t.Needs.Without > 0:
		return fmt.Sprintf("about %s without it, and as many more with it as now for each", plural(t.Needs.Without, "more outcome"))
	case t.Ruling == genome.RulingNoEffect:
		return "nothing: more than " + points(max(t.High, -t.Low))[1:] + " points of effect would have shown"
	}
	return ""
}

func missing(n genome.Needs) string {
	with, without := plural(n.With, "more outcome")+" with it", plural(n.Without, "more outcome")+" without it"
	switch {
	case n.Without == 0:
		return with
	case n.With == 0:
		return without
	}
	return with + ", " + without
}
