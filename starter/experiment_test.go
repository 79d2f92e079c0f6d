package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/factory"
	"redeye/domain/genome"
)

func tried(id string, cells ...genome.Cell) postgres.Tried {
	rules := thresholds()
	g := genome.Record{Gene: genome.Gene{ID: id, State: genome.Live, Stratum: genome.Learned, Text: "close with a summary"}}
	return postgres.Tried{Gene: g, Judgement: rules.Judge(cells), Needs: rules.Needs(cells)}
}

func TestExperimentPage(t *testing.T) {
	gone := tried("g.gone", genome.Cell{Eligible: 1, With: 100, WithAccepted: 2, Without: 12, WithoutAccepted: 12})
	gone.Gene.State = genome.Retired
	e := postgres.Experiment{Workspace: postgres.Workspace{ID: "acme"}, Agent: "editor", On: true, Genes: []postgres.Tried{
		tried("g.new"),
		tried("g.young", genome.Cell{Eligible: 1, With: 40, WithAccepted: 30, Without: 15, WithoutAccepted: 9}),
		tried("g.even", genome.Cell{Eligible: 1, With: 900, WithAccepted: 720, Without: 100, WithoutAccepted: 80}),
		tried("g.null", genome.Cell{Eligible: 1, With: 90_000, WithAccepted: 45_000, Without: 10_000, WithoutAccepted: 5_000}),
		tried("g.good", genome.Cell{Eligible: 1, With: 200, WithAccepted: 180, Without: 40, WithoutAccepted: 10}),
		gone,
	}}
	require.Equal(t, `GENE     WITH            WITHOUT        BENEFIT            VERDICT            STATE    TEXT
g.new    0 of 0          0 of 0         -                  insufficient_data  live     close with a summary
g.young  30 of 40        9 of 15        +15 (-33 to +63)   insufficient_data  live     close with a summary
g.even   720 of 900      80 of 100      +0 (-13 to +13)    no_effect          live     close with a summary
g.null   45000 of 90000  5000 of 10000  +0 (-2 to +2)      no_effect          live     close with a summary
g.good   180 of 200      10 of 40       +65 (+42 to +88)   keep               live     close with a summary
g.gone   2 of 100        12 of 12       -98 (-100 to -66)  harm_stop          retired  close with a summary

to know more
  g.new: 20 more outcomes with it, 20 more outcomes without it
  g.young: 5 more outcomes without it
  g.even: about 81 more outcomes without it, and as many more with it as now for each
  g.null: nothing: more than 2 points of effect would have shown
`, written(func(p *page) { writeExperiment(p, e) }))
}

func TestTheExperimentSaysWhyNoRunIsInIt(t *testing.T) {
	for _, c := range []struct {
		e    postgres.Experiment
		want string
	}{
		{postgres.Experiment{On: true}, ""},
		{postgres.Experiment{}, "the experiment is off; leave_one_out = true in [genome] turns it on"},
		{postgres.Experiment{On: true, Acts: true, Agent: "publisher"}, "publisher acts on the world: none of its runs is in the experiment"},
		{
			postgres.Experiment{On: true, Workspace: postgres.Workspace{ID: "acme", OptedOutAt: &noon, OptedOutBy: "ann"}},
			"workspace acme opted out, by ann at 2026-10-03 12:00:00Z",
		},
	} {
		require.Equal(t, c.want, noExperiment(c.e))
	}
}

func TestTheExperimentAtTheCommandLine(t *testing.T) {
	d := newDesk(t, factory.Genome{LeaveOneOut: true})
	require.Equal(t, "editor has no learned gene in default\n", d.ok("experiment", "show", "editor"))
	require.Equal(t, "no run of workspace acme is in the experiment from now on\n", d.ok("workspace", "opt-out", "acme", "--by", "ann"))
	require.Contains(t, d.ok("experiment", "show", "editor", "--workspace", "acme"), "workspace acme opted out, by ann at TIME\n")
	require.Equal(t, "WORKSPACE  EXPERIMENT\nacme       opted out, by ann at TIME\n", d.ok("workspace", "list"))
	require.Equal(t, said{4, "", "error: workspace acme was already opted out by ann at TIME\n"}, d.says("", "workspace", "opt-out", "acme"))
	require.Equal(t, "runs of workspace acme may be in the experiment\n", d.ok("workspace", "opt-in", "acme"))
	require.Equal(t, said{4, "", "error: workspace acme has not opted out\n"}, d.says("", "workspace", "opt-in", "acme"))
	require.Equal(t, 3, d.says("", "experiment", "show", "nobody").code)
	var e postgres.Experiment
	d.reads(&e, "experiment", "show", "editor")
	require.Equal(t, "editor", e.Agent)
	require.NotNil(t, e.Genes)
}
