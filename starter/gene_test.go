package main

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"github.com/stretchr/testify/require"

	"redeye/domain/genome"
)

// aGene is the specification's gene: born at 0.5, then confirmed, confirmed, contradicted,
// confirmed, contradicted.
func aGene() genome.Record {
	born := genome.Gene{ID: "g.a", Agent: "editor", Stratum: genome.Learned, Text: "close with a summary", State: genome.Live, Strength: 0.5, BornAt: at(0)}
	return credited(genome.Record{
		Gene: born, Workspace: "acme", BornBy: "2026-10-03T02:30:00Z", ToldRuns: 5,
		Sources: []genome.Source{
			{ObservationRecord: anObservation("a.1.o1"), Night: noon.Add(-time.Hour)},
			{ObservationRecord: revoked(anObservation("a.2.o1")), Night: noon.Add(-time.Hour), WithdrawnAt: ptr(at(60))},
		},
		Decisions: []genome.DecisionRecord{{Decision: genome.Decision{By: "ann", Reason: "it holds"}, Act: genome.ActApprove, At: at(90)}},
	}, true, true, false, true, false)
}

// credited is a gene after outcomes, each of a run of its own.
func credited(r genome.Record, outcomes ...bool) genome.Record {
	tuning, _ := genome.TuningOf(0)
	for _, isAccepted := range outcomes {
		i := len(r.Moves)
		moved, moves := tuning.Credit(i, isAccepted, at(i), []genome.Gene{r.Gene})
		r.Gene = moved[0]
		r.Moves = append(r.Moves, genome.MoveRecord{Move: moves[0], Run: "a." + string(rune('1'+i%9)), By: "ann"})
	}
	return r
}

func anObservation(id string) genome.ObservationRecord {
	return genome.ObservationRecord{
		Observation: genome.Observation{ID: id, Agent: "editor", Run: strings.TrimSuffix(id, ".o1"), Kind: genome.Edit, Text: "From an edit: close with a summary", At: noon.Add(-2 * time.Hour)},
		Workspace:   "acme", By: "ann",
	}
}

func revoked(r genome.ObservationRecord) genome.ObservationRecord {
	r.RevokedBy, r.RevokedAt = "bob", ptr(at(30))
	return r
}

func plain() palette { return newPalette(&bytes.Buffer{}) }

const aGenePage = `gene       g.a
text       close with a summary
agent      editor
workspace  acme
stratum    learned
state      live
strength   0.3973 after 5 outcomes
born       2026-10-03 12:00:00Z, by night 2026-10-03T02:30:00Z
told       in 5 runs on record

strength, outcome by outcome
 1.00 ┤
 0.95 ┤
 0.90 ┤
 0.85 ┤       ╭───╮
 0.80 ┤       │   │
 0.75 ┤   ╭───╯   │
 0.70 ┤   │       │   ╭───╮
 0.65 ┤   │       │   │   │
 0.60 ┤   │       │   │   │
 0.55 ┤   │       │   │   │
 0.50 ┼───╯       │   │   │
 0.45 ┤           ╰───╯   │
 0.40 ┤                   ╰───
 0.35 ┼·······················
 0.30 ┤
 0.25 ┤
 0.20 ┤
 0.15 ┼·······················
 0.10 ┤
 0.05 ┤
 0.00 ┤
          +   +   -   +   -
+ accepted, - rejected; it is told from 0.35, and retires below 0.15

outcomes
  1  2026-10-03 12:00:00Z  accepted  a.1  by ann  0.5000 → 0.7500
  2  2026-10-03 12:00:01Z  accepted  a.2  by ann  0.7500 → 0.8705
  3  2026-10-03 12:00:02Z  rejected  a.3  by ann  0.8705 → 0.4649
  4  2026-10-03 12:00:03Z  accepted  a.4  by ann  0.4649 → 0.7063
  5  2026-10-03 12:00:04Z  rejected  a.5  by ann  0.7063 → 0.3973

evidence
  a.1.o1  close with a summary
    edit by ann at 2026-10-03 10:00:00Z, on run a.1; used by night 2026-10-03T11:00:00Z
  a.2.o1  close with a summary
    edit by ann at 2026-10-03 10:00:00Z, on run a.2; used by night 2026-10-03T11:00:00Z; revoked by bob; taken from the gene at 2026-10-03 12:01:00Z

decisions
  2026-10-03 12:01:30Z  approve, by ann: it holds
`

func TestGenePage(t *testing.T) {
	require.Equal(t, aGenePage, written(func(p *page) { writeGene(p, plain(), aGene()) }))
}

func TestACustomerGeneHasNoStrength(t *testing.T) {
	r := genome.Record{Workspace: "acme", BornBy: "ann", Gene: genome.Gene{
		ID: "g.b", Agent: "editor", Stratum: genome.Customer, Text: "sign as the team", State: genome.Live, BornAt: at(0),
	}}
	r = credited(r, false, false)
	require.Equal(t, `gene       g.b
text       sign as the team
agent      editor
workspace  acme
stratum    customer
state      live, flagged for review
strength   2 contradictions since its last confirmation, flagged for review
born       2026-10-03 12:00:00Z, by ann
told       in 0 runs on record

outcomes
  1  2026-10-03 12:00:00Z  rejected  a.1  by ann  1 contradiction since its last confirmation
  2  2026-10-03 12:00:01Z  rejected  a.2  by ann  2 contradictions since its last confirmation, flagged for review
`, written(func(p *page) { writeGene(p, plain(), r) }))
}

// A gene that a person approved keeps the line of its time as a learned one.
func TestAnApprovedGeneKeepsItsLine(t *testing.T) {
	r := aGene()
	r.Stratum, r.Strength, r.ApprovedAt = genome.Customer, 0, ptr(at(95))
	drawn := written(func(p *page) { writeGene(p, plain(), credited(r, false)) })
	require.Contains(t, drawn, "\nstratum    customer\n")
	require.Contains(t, drawn, "\napproved   2026-10-03 12:01:35Z\n")
	require.Contains(t, drawn, "\n          +   +   -   +   -\n+ accepted")
}

func TestAGeneThatIsNotToldSaysWhy(t *testing.T) {
	weak := aGene()
	weak = credited(weak, false)
	require.Contains(t, written(func(p *page) { writeGene(p, plain(), weak) }), "\nstrength   0.2284 after 6 outcomes, too weak to be told\n")
	gone := credited(weak, false)
	require.Equal(t, genome.Retired, gone.State)
	drawn := written(func(p *page) { writeGene(p, plain(), gone) })
	require.Contains(t, drawn, "\nstate      retired\nended      2026-10-03 12:00:06Z: it ")
	require.Contains(t, drawn, "\nstrength   0.1340 after 7 outcomes\n")
	require.Contains(t, drawn, "0.2284 → 0.1340, retired\n")
}

func TestThresholdsAreInColourOnATerminalOnly(t *testing.T) {
	require.Equal(t, " 0.35 ┼··", plain().scale(" 0.35 ┼··"))
	r := lipgloss.NewRenderer(&bytes.Buffer{})
	r.SetColorProfile(2) // termenv's sixteen colours
	p := palette{ask: r.NewStyle().Foreground(lipgloss.Color("3")), bad: r.NewStyle().Foreground(lipgloss.Color("1"))}
	require.Equal(t, "\x1b[33m 0.35 ┼··\x1b[0m", p.scale(" 0.35 ┼··"))
	require.Equal(t, "\x1b[31m 0.15 ┼··\x1b[0m", p.scale(" 0.15 ┼··"))
	require.Equal(t, " 0.40 ┤", p.scale(" 0.40 ┤"))
}

func TestGenesPage(t *testing.T) {
	require.Equal(t, "no genes\n", written(func(p *page) { writeGenes(p, nil) }))
	customer := genome.Record{Workspace: "acme", Gene: genome.Gene{
		ID: "g.b", Agent: "editor", Stratum: genome.Customer, Text: "sign as the team", State: genome.Live, Contradictions: 2, Flagged: true,
	}}
	require.Equal(t, `GENE  WORKSPACE  AGENT   STRATUM   STATE                     STRENGTH  EVIDENCE  TEXT
g.b   acme       editor  customer  live, flagged for review  -         0         sign as the team
g.a   acme       editor  learned   live                      0.3973    0         close with a summary
`, written(func(p *page) { writeGenes(p, []genome.Record{customer, aGene()}) }))
}

func long(n int) genome.Record {
	outcomes := make([]bool, n)
	for i := range outcomes {
		outcomes[i] = i%3 != 0
	}
	return credited(genome.Record{Gene: genome.Gene{ID: "g.a", Stratum: genome.Learned, State: genome.Live, Strength: 0.5}}, outcomes...)
}

func TestAChartFitsAnyNumberOfOutcomes(t *testing.T) {
	for _, n := range []int{1, 2, 17, 18, 35, 36, 71, 72, 500} {
		r := long(n)
		drawn := written(func(p *page) { writeStrength(p, plain(), r) })
		for line := range strings.Lines(drawn) {
			require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 80, "%d outcomes", n)
		}
		require.Equal(t, drawn, written(func(p *page) { writeStrength(p, plain(), r) }))
		marks := strings.Split(drawn, "\n")[23]
		require.Equal(t, min(n, chartColumns-1), strings.Count(marks, "+")+strings.Count(marks, "-"), marks)
	}
	require.Contains(t, written(func(p *page) { writeStrength(p, plain(), long(500)) }), "\nstrength, the last 71 of 500 outcomes\n")
}

func TestOnlyTheLastOutcomesAreListed(t *testing.T) {
	listed := written(func(p *page) { writeMoves(p, long(25).Moves) })
	require.Contains(t, listed, "\noutcomes\n  5 outcomes before these: --json has them\n  6   ")
	require.Equal(t, shownMoves, strings.Count(listed, "→"))
	require.NotContains(t, written(func(p *page) { writeMoves(p, long(20).Moves) }), "before these")
}

func TestEveryTuningHasTheThresholdsOfTheChart(t *testing.T) {
	for version := 0; ; version++ {
		tuning, err := genome.TuningOf(version)
		if err != nil {
			require.Positive(t, version)
			return
		}
		for _, threshold := range []float64{tuning.CompileStrength, tuning.RetireStrength} {
			steps := threshold * chartSteps
			require.InDelta(t, math.Round(steps), steps, 1e-9, "it has no line of its own")
		}
		require.Equal(t, thresholds().CompileStrength, tuning.CompileStrength)
		require.Equal(t, thresholds().RetireStrength, tuning.RetireStrength)
	}
}
