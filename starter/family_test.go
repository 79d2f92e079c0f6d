package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/factory"
	"redeye/domain/genome"
)

// observes has a customer say the same of two runs.
func (d *desk) observes(comment string, runs ...string) {
	d.Helper()
	for _, run := range runs {
		d.ok("observe", run, "--comment", comment, "--by", "ann")
	}
}

func TestFamiliesAtTheCommandLine(t *testing.T) {
	d := newDesk(t, factory.Genome{Observations: true, Consolidation: true, Families: true})
	require.Equal(t, "no families\n", d.ok("family", "list"))
	d.observes("keep the summary short", d.ran("notes-1", "x"), d.ran("notes-2", "x"))
	critic := []string{d.ranOf("critic", "notes-3", "x"), d.ranOf("critic", "notes-4", "x")}
	d.observes("keep the summary short", critic...)
	d.sleeps()
	d.works((*postgres.DB).FamiliesPage)

	var list []postgres.FamilyRecord
	d.reads(&list, "family", "list", "--state", "proposed")
	require.Len(t, list, 1)
	id := list[0].ID
	page := d.ok("family", "list")
	require.Contains(t, page, "FAMILY ")
	require.Contains(t, page, "critic,editor")
	require.Contains(t, page, "share one with every agent of its workspace: starter family approve FAMILY")
	require.Equal(t, said{2, "", "error: --state \"open\": a family is proposed, approved or rejected\n"}, d.says("", "family", "list", "--state", "open"))

	got := d.ok("family", "approve", id, "--by", "bob", "--reason", "holds everywhere")
	require.Contains(t, got, id+" is the customer's word in default: keep the summary short\n")
	for _, g := range list[0].Genes {
		require.Contains(t, got, "  "+g+" is a customer gene now\n")
	}
	require.Contains(t, d.ok("family", "list"), "approved by bob")
	require.Equal(t, said{4, "", "error: family " + id + " was already approved by bob at TIME\n"}, d.says("", "family", "reject", id))
	require.Equal(t, said{3, "", "error: there is no family \"f.9\"\n"}, d.says("", "family", "reject", "f.9"))
}

func TestSharingPage(t *testing.T) {
	s := postgres.Sharing{
		Family:   postgres.FamilyRecord{Family: genome.Family{ID: "f.1", Text: "be brief"}, Workspace: "acme"},
		Approved: []string{"g.1"},
		Added:    []genome.Record{{Gene: genome.Gene{ID: "g.3", Agent: "publisher"}}},
		Skipped:  []postgres.Skipped{{Agent: "critic", Because: "the gene nearly repeats another"}},
	}
	require.Equal(t, `f.1 is the customer's word in acme: be brief
  g.1 is a customer gene now
  publisher gets g.3
  critic gets none: the gene nearly repeats another
`, written(func(p *page) { writeSharing(p, s) }))
}

func TestCompetenceAtTheCommandLine(t *testing.T) {
	d := newDesk(t, factory.Genome{Competence: true})
	require.Equal(t, "nothing is counted yet; the night counts outcomes, with competence = true in [genome]\n", d.ok("competence", "list"))
	d.ok("outcome", d.ran("notes-1", "x"), "accepted", "--by", "ann")
	d.ok("outcome", d.ran("notes-2", "x"), "rejected", "--by", "ann")
	d.works((*postgres.DB).CompetencePage)
	require.Equal(t, `WORKSPACE  AGENT   PIPELINE  ACCEPTED  REJECTED  SHARE          COUNTED
default    editor  notes     1         1         50% (9 to 91)  TIME
`, d.ok("competence", "list", "--agent", "editor"))
}
