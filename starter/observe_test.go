package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/genome"
	"redeye/domain/run"
)

func TestObservationStates(t *testing.T) {
	for want, change := range map[string]func(*genome.ObservationRecord){
		"waiting":                  func(*genome.ObservationRecord) {},
		"in g.a":                   func(r *genome.ObservationRecord) { r.ConsumedBy = "g.a" },
		"not told: it holds a URL": func(r *genome.ObservationRecord) { r.ConsumedBy, r.ScreenedAs = "g.a", "holds a URL" },
		"revoked by bob": func(r *genome.ObservationRecord) {
			r.ConsumedBy, r.ScreenedAs = "g.a", "holds a URL"
			*r = revoked(*r)
		},
	} {
		r := anObservation("a.1.o1")
		change(&r)
		require.Equal(t, want, observationState(r))
	}
}

func TestWhatIsObservedAndNotToldSaysSo(t *testing.T) {
	kept := anObservation("a.1.o1")
	kept.ScreenedAs = "holds a URL"
	require.Equal(t, `2 observations of a.1 on record
  a.1.o1  close with a summary
    not told: it holds a URL
  a.1.o2  close with a summary
`, written(func(p *page) { writeObserved(p, "a.1", []genome.ObservationRecord{kept, anObservation("a.1.o2")}) }))
}

// A list has a line for each, whatever a customer wrote.
func TestALongObservationIsCutInLists(t *testing.T) {
	r := anObservation("a.1.o1")
	r.Text = strings.Repeat("line\n\tof many\n", 300)
	listed := written(func(p *page) { writeObservations(p, []genome.ObservationRecord{r}) })
	require.Equal(t, 2, strings.Count(listed, "\n"))
	require.Contains(t, listed, "line of many line of many")
	require.Less(t, len(listed), 2*excerptBytes+200)
}

func TestMoves(t *testing.T) {
	for want, m := range map[string]genome.Move{
		"0.5000 → 0.7500":                                                  {Step: 0.5, Before: 0.5, After: 0.75, Accepted: true},
		"0.1600 → 0.0800, retired":                                         {Step: 0.5, Before: 0.16, After: 0.08, Retired: true},
		"0 contradictions since its last confirmation":                     {Accepted: true},
		"1 contradiction since its last confirmation":                      {Contradictions: 1},
		"2 contradictions since its last confirmation, flagged for review": {Contradictions: 2, Flagged: true},
	} {
		require.Equal(t, want, moved(m))
	}
}

func TestOutcomePage(t *testing.T) {
	o := genome.OutcomeRecord{
		Outcome:   genome.Outcome{Number: 7, Run: "a.1"},
		Workspace: "acme", Agent: "editor", By: "ann",
		Moves: []genome.Move{{Gene: "g.a", Step: 0.5, Before: 0.5, After: 0.25}, {Gene: "g.bb", Contradictions: 1}},
	}
	require.Equal(t, `a.1 is rejected, by ann: outcome 7 of editor in acme
GENE  MOVED
g.a   0.5000 → 0.2500
g.bb  1 contradiction since its last confirmation
`, written(func(p *page) { writeOutcome(p, o) }))
}

func TestARunShowsTheGenomeItWasTold(t *testing.T) {
	d := aRun()
	d.Genome, d.Genes, d.Observations = "# How\n\nlearned: be brief", []string{"g.a"}, []string{"a.1.o1", "a.1.o2"}
	d.WeakGenes, d.LeftOutObservations = []string{"g.b"}, []string{"a.0.o1"}
	const told = `
genome it was told
  # How

  learned: be brief
  these are, in order: g.a, a.1.o1, a.1.o2
  left out, too weak: g.b
  left out, older than those told: a.0.o1
`
	require.Equal(t, strings.Replace(aRunPage, "\ntold 3 learnings", told+"\ntold 3 learnings", 1), written(func(p *page) { writeRun(p, d, runParts{}) }))
	require.Empty(t, written(func(p *page) { writeGenomeTold(p, run.Record{}) }))
	require.Equal(t, "\nno genome was told\n  left out, too weak: g.b\n", written(func(p *page) { writeGenomeTold(p, run.Record{WeakGenes: []string{"g.b"}}) }))
}
