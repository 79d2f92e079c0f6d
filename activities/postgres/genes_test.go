package postgres_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/genome"
)

func ids(list []genome.Record) []string {
	var all []string
	for _, g := range list {
		all = append(all, g.ID)
	}
	return all
}

func TestGenesAreListedByStateStratumAndStrength(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.weak", "close with a summary", 0.2)
	s.grows("g.strong", "open with the news", 0.8)
	kernel, customer := s.adds(genome.Kernel, "write release notes"), s.adds(genome.Customer, "sign as the team")
	s.grows("g.gone", "shout", 0.5)
	_, err := s.db.RejectGene(t.Context(), "g.gone", genome.Decision{By: "Ann"}, noon)
	require.NoError(t, err)
	for _, c := range []struct {
		filter postgres.GeneFilter
		want   []string
	}{
		{postgres.GeneFilter{}, []string{kernel.ID, customer.ID, "g.strong", "g.weak", "g.gone"}},
		{postgres.GeneFilter{Agent: "b"}, nil},
		{postgres.GeneFilter{Workspace: "acme"}, nil},
		{postgres.GeneFilter{Workspace: "default", Agent: "a", Strata: []genome.Stratum{genome.Kernel, genome.Customer}}, []string{kernel.ID, customer.ID}},
		{postgres.GeneFilter{States: []genome.State{genome.Rejected}}, []string{"g.gone"}},
	} {
		list, err := s.db.Genes(t.Context(), c.filter)
		require.NoError(t, err)
		require.Equal(t, c.want, ids(list), "%+v", c.filter)
	}
}

func TestAGeneTellsWhereItComesFromAndWhatBecameOfIt(t *testing.T) {
	s := newGenomeStory(t)
	one, two := s.comments(s.says("notes-1", "x"), "close with a summary"), s.comments(s.says("notes-2", "x"), "a summary closes it")
	s.grows("g.1", "close with a summary", 0.5)
	s.rests("g.1", 1, one)
	s.rests("g.1", 2, two)
	s.sql(`UPDATE evidence SET revoked_at = $1 WHERE observation = $2`, noon, two.ID)
	s.says("notes-3", "x")
	_, err := s.db.RecordOutcome(t.Context(), genome.Verdict{Run: "notes-3.1", Accepted: true, By: "Bob"}, noon)
	require.NoError(t, err)
	g, err := s.db.ApproveGene(t.Context(), "g.1", genome.Decision{By: "Ann", Reason: "it is\nright"}, noon)
	require.NoError(t, err)

	require.Equal(t, []genome.Evidence{{Observation: one.ID, Run: "notes-1.1"}}, g.Evidence)
	require.Len(t, g.Sources, 2, "what was taken from it is still told")
	require.Equal(t, one.Text, g.Sources[0].Text)
	require.Equal(t, "g.1", g.Sources[0].ConsumedBy)
	require.Equal(t, noon, g.Sources[0].Night)
	require.Nil(t, g.Sources[0].WithdrawnAt)
	require.Equal(t, &noon, g.Sources[1].WithdrawnAt)
	require.Equal(t, []genome.MoveRecord{{
		Move: genome.Move{Gene: "g.1", Accepted: true, At: noon, Step: 0.5, Before: 0.5, After: 0.75},
		Run:  "notes-3.1", By: "Bob",
	}}, g.Moves)
	require.Equal(t, []genome.DecisionRecord{{Decision: genome.Decision{By: "Ann", Reason: "it is right"}, Act: genome.ActApprove, At: noon}}, g.Decisions)
	require.Equal(t, 1, g.ToldRuns)
	require.Equal(t, genome.Customer, g.Stratum)
	require.Equal(t, &noon, g.ApprovedAt)
	require.Equal(t, "2026-10-03T02:30:00Z", g.BornBy)
	require.Equal(t, g, s.gene("g.1"))
}

func TestPersonsMoveGenes(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	s.grows("g.2", "open with the news", 0.5)
	rejected, err := s.db.RejectGene(t.Context(), "g.1", genome.Decision{By: "Ann", Reason: "too stiff"}, noon)
	require.NoError(t, err)
	require.Equal(t, genome.Rejected, rejected.State)
	require.Equal(t, "was rejected by Ann: too stiff", rejected.EndReason)
	retired, err := s.db.RetireGene(t.Context(), "g.2", genome.Decision{By: "Ann"}, noon)
	require.NoError(t, err)
	require.Equal(t, genome.Retired, retired.State)
	require.Equal(t, "was retired by Ann", retired.EndReason)
	require.Equal(t, &noon, retired.EndedAt)
	s.begin("notes-1")
	require.Empty(t, s.run("notes-1.1").Genome)

	_, err = s.db.ApproveGene(t.Context(), "g.1", genome.Decision{By: "Ann"}, noon)
	require.Equal(t, fault.Conflict, fault.KindOf(err))
	require.ErrorContains(t, err, "cannot approve g.1: it is a rejected gene")
	_, err = s.db.RetireGene(t.Context(), "g.9", genome.Decision{By: "Ann"}, noon)
	require.Equal(t, fault.NotFound, fault.KindOf(err))
	require.EqualError(t, err, `there is no gene "g.9"`)
	_, err = s.db.RetireGene(t.Context(), "g.2", genome.Decision{}, noon)
	require.Equal(t, fault.Invalid, fault.KindOf(err), "it must be known who")
	_, err = s.db.Gene(t.Context(), "g.9")
	require.Equal(t, fault.NotFound, fault.KindOf(err))
}

func TestTwelvePersonsAtOnceMoveAGeneOnce(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	var wg sync.WaitGroup
	kinds := make([]fault.Kind, 12)
	for i := range kinds {
		wg.Go(func() {
			_, err := s.db.ApproveGene(t.Context(), "g.1", genome.Decision{By: "Ann"}, noon)
			kinds[i] = fault.KindOf(err)
		})
	}
	wg.Wait()
	count := map[fault.Kind]int{}
	for _, k := range kinds {
		count[k]++
	}
	require.Equal(t, map[fault.Kind]int{"": 1, fault.Conflict: 11}, count)
	require.Len(t, s.gene("g.1").Decisions, 1)
}

func TestAPersonsMoveAndAnOutcomeTakeTurns(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	id := s.says("notes-1", "x")
	r := s.rival()
	r.exec(`INSERT INTO genomes (workspace, agent) VALUES ('default', 'a')`)
	r.exec(`UPDATE genes SET state = 'retired', ended_at = $1, end_reason = 'was retired by Ann' WHERE id = 'g.1'`, noon)
	require.NoError(t, r.outruns(func() error {
		o, err := s.db.RecordOutcome(t.Context(), genome.Verdict{Run: string(id), By: "Ann"}, noon)
		require.Empty(t, o.Moves, "it has ended meanwhile")
		return err
	}))
	require.Equal(t, 0.5, s.gene("g.1").Strength)
}

func TestAPersonWhoWaitedSeesWhatAnOutcomeDid(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	r := s.rival()
	r.exec(`INSERT INTO genomes (workspace, agent) VALUES ('default', 'a')`)
	r.exec(`UPDATE genes SET state = 'retired', ended_at = $1, end_reason = 'its strength fell' WHERE id = 'g.1'`, noon)
	err := r.outruns(func() error {
		_, err := s.db.ApproveGene(t.Context(), "g.1", genome.Decision{By: "Ann"}, noon)
		return err
	})
	require.Equal(t, fault.Conflict, fault.KindOf(err), "%v", err)
	require.ErrorContains(t, err, "it is a retired gene")
	require.Empty(t, s.gene("g.1").Decisions)
}

func TestWhoeverAddsAGeneWaitsForOthersWhoDo(t *testing.T) {
	s := newGenomeStory(t)
	r := s.rival()
	r.exec(`INSERT INTO genomes (workspace, agent) VALUES ('default', 'a')`)
	r.exec(`
		INSERT INTO genes (id, workspace, agent, stratum, text, state, strength, credited, contradictions, flagged, returns, born_at, born_by, end_reason)
		VALUES ('g.1', 'default', 'a', 'customer', 'sign as the team', 'live', 0, 0, 0, false, '', $1, 'Bob', '')`, noon)
	err := r.outruns(func() error {
		_, err := s.db.AddGene(t.Context(), "default", genome.Written{Agent: "a", Stratum: genome.Customer, Text: "sign as the team"}, "Ann", noon)
		return err
	})
	require.ErrorContains(t, err, "nearly repeats the customer gene")
}

func TestAGeneThatAPersonWrites(t *testing.T) {
	s := newGenomeStory(t)
	kernel := s.adds(genome.Kernel, "always write release notes")
	written := s.adds(genome.Customer, "  sign with\nthe office's number, 555 0100\x00 ")
	require.Equal(t, genome.Gene{
		ID: written.ID, Agent: "a", Stratum: genome.Customer, Text: "sign with the office's number, 555 0100", State: genome.Live, BornAt: noon,
	}, written.Gene)
	require.Equal(t, "Ann", written.BornBy)
	require.NotEqual(t, kernel.ID, written.ID)
	require.True(t, strings.HasPrefix(written.ID, "g."))
	require.NotEmpty(t, s.adds(genome.Customer, "日本語で書いてください").ID)

	for _, c := range []struct {
		workspace, agent, text, by string
		stratum                    genome.Stratum
		kind                       fault.Kind
		says                       string
	}{
		{"default", "a", "never write release notes", "Ann", genome.Customer, fault.Invalid, "contradicts what the agent is"},
		{"default", "a", "sign with the number of the office, 555 0100", "Ann", genome.Customer, fault.Invalid, "nearly repeats the customer gene"},
		{"default", "a", "plain words", "Ann", genome.Learned, fault.Invalid, "kernel or customer"},
		{"default", "a", "", "Ann", genome.Customer, fault.Invalid, "says nothing"},
		{"default", "a", "😀", "Ann", genome.Customer, fault.Invalid, "says nothing"},
		{"default", "a", strings.Repeat("wort ", 20_000), "Ann", genome.Customer, fault.Invalid, "more than 400"},
		{"default", "a", "use ghp_012345678901234567890123456789abcdef", "Ann", genome.Customer, fault.Invalid, "a secret"},
		{"default", "z", "plain words", "Ann", genome.Customer, fault.NotFound, `has no agent "z"; it has: a, b`},
		{" ", "a", "plain words", "Ann", genome.Customer, fault.Invalid, "is no workspace"},
		{"a\x00", "a", "plain words", "Ann", genome.Customer, fault.Invalid, "is no workspace"},
		{"default", "a", "plain words", "", genome.Customer, fault.Invalid, "it must be known who"},
	} {
		_, err := s.db.AddGene(t.Context(), c.workspace, genome.Written{Agent: c.agent, Stratum: c.stratum, Text: c.text}, c.by, noon)
		require.Equal(t, c.kind, fault.KindOf(err), "%v", err)
		require.ErrorContains(t, err, c.says)
	}
	list, err := s.db.Genes(t.Context(), postgres.GeneFilter{})
	require.NoError(t, err)
	require.Len(t, list, 3)
}

func TestTwelveWhoAddTheSameGeneAtOnceAddOne(t *testing.T) {
	s := newGenomeStory(t)
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			_, _ = s.db.AddGene(t.Context(), "default", genome.Written{Agent: "a", Stratum: genome.Customer, Text: "sign as the team"}, "Ann", noon)
		})
	}
	wg.Wait()
	list, err := s.db.Genes(t.Context(), postgres.GeneFilter{})
	require.NoError(t, err)
	require.Len(t, list, 1)
}

func TestTheTuningOfTheFactoryIsInForce(t *testing.T) {
	for version, mended := range []bool{false, true} {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			s := newGenomeStory(t, func(f *factory.Factory) { f.Genome.Tuning = version })
			s.adds(genome.Customer, "sign mails as the team")
			_, err := s.db.AddGene(t.Context(), "default", genome.Written{Agent: "a", Stratum: genome.Customer, Text: "never sign mails as the team"}, "Ann", noon)
			require.Equal(t, mended, err == nil, "version 1 keeps polarities apart: %v", err)
			s.grows("g.1", "close with a summary", 0.35)
			one, two := s.says("notes-1", "x"), s.says("notes-2", "x")
			s.judges(one, false)
			s.judges(two, false)
			require.Equal(t, mended, s.gene("g.1").State == genome.Live, "version 1 retires after five outcomes at the earliest")
		})
	}
}
