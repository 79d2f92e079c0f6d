package main

import (
	"strconv"
	"time"

	"redeye/domain/genome"
)

func writeGenes(p *page, records []genome.Record) {
	rows := make([][]string, 0, len(records))
	for _, r := range records {
		rows = append(rows, []string{
			r.ID, r.Workspace, r.Agent, string(r.Stratum), geneState(r), strengthOf(r.Gene), strconv.Itoa(len(r.Evidence)), r.Text,
		})
	}
	p.table("GENE WORKSPACE AGENT STRATUM STATE STRENGTH EVIDENCE TEXT", "no genes", rows)
}

// geneState is a gene's state, with a word for one that a person is to look at.
func geneState(r genome.Record) string {
	if r.Flagged {
		return string(r.State) + ", flagged for review"
	}
	return string(r.State)
}

// strengthOf is a number only where outcomes move it.
func strengthOf(g genome.Gene) string {
	if g.Stratum != genome.Learned {
		return "-"
	}
	return strength(g.Strength)
}

func writeGene(p *page, paint palette, r genome.Record) {
	p.fields(
		"gene", r.ID,
		"text", r.Text,
		"agent", r.Agent,
		"workspace", r.Workspace,
		"stratum", string(r.Stratum),
		"state", geneState(r),
		"ended", endedBecause(r.Gene),
		"strength", standing(r.Gene),
		"born", clock(r.BornAt)+", by "+bornBy(r),
		"approved", approved(r.ApprovedAt),
		"returns", r.Returns,
		"told", "in "+plural(r.ToldRuns, "run")+" on record",
	)
	writeStrength(p, paint, r)
	writeMoves(p, r.Moves)
	writeSources(p, r.Sources)
	writeDecisions(p, r.Decisions)
}

func endedBecause(g genome.Gene) string {
	if g.EndedAt == nil {
		return ""
	}
	return clock(*g.EndedAt) + ": it " + g.EndReason
}

// standing says what outcomes have made of a gene; of a kernel gene they make nothing.
func standing(g genome.Gene) string {
	switch g.Stratum {
	case genome.Kernel:
		return ""
	case genome.Customer:
		return contradictions(g.Contradictions, g.Flagged)
	case genome.Learned:
	}
	s := strength(g.Strength) + " after " + plural(g.Credited, "outcome")
	if g.State == genome.Live && g.Strength < thresholds().CompileStrength {
		s += ", too weak to be told"
	}
	return s
}

// bornBy is the person who wrote a gene, or the night that did.
func bornBy(r genome.Record) string {
	if night, err := time.Parse(time.RFC3339, r.BornBy); err == nil {
		return "night " + nightKey(night)
	}
	return r.BornBy
}

func approved(at *time.Time) string {
	if at == nil {
		return ""
	}
	return clock(*at)
}

// shownMoves bounds the outcomes that are listed: the last are those that are asked for.
const shownMoves = 20

func writeMoves(p *page, moves []genome.MoveRecord) {
	if len(moves) == 0 {
		return
	}
	p.linef("\noutcomes")
	if before := len(moves) - shownMoves; before > 0 {
		p.linef("  %s before these: --json has them", plural(before, "outcome"))
		moves = moves[before:]
	}
	rows := make([][]string, 0, len(moves))
	for _, m := range moves {
		rows = append(rows, []string{"  " + strconv.Itoa(m.Seen+1), clock(m.At), verdictOf(m.Accepted), m.Run, "by " + m.By, moved(m.Move)})
	}
	p.columns(rows)
}

func writeSources(p *page, sources []genome.Source) {
	if len(sources) == 0 {
		return
	}
	p.linef("\nevidence")
	for _, s := range sources {
		p.linef("  %s  %s", s.ID, excerpt(s.Text))
		p.linef("    %s by %s at %s, on run %s; used by night %s%s", s.Kind, s.By, clock(s.At), s.Run, nightKey(s.Night), takenBack(s))
	}
}

func takenBack(s genome.Source) string {
	why := after("; revoked by ", s.RevokedBy)
	if s.ScreenedAs != "" {
		why += "; it " + s.ScreenedAs
	}
	if s.WithdrawnAt != nil {
		why += "; taken from the gene at " + clock(*s.WithdrawnAt)
	}
	return why
}

func writeDecisions(p *page, decisions []genome.DecisionRecord) {
	if len(decisions) == 0 {
		return
	}
	p.linef("\ndecisions")
	for _, d := range decisions {
		p.linef("  %s  %s, by %s%s", clock(d.At), d.Act, d.By, after(": ", d.Reason))
	}
}

// nightKey is a night's key: its scheduled time.
func nightKey(t time.Time) string { return t.UTC().Format(time.RFC3339) }
