package postgres_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/genome"
	"redeye/domain/night"
	"redeye/domain/run"
)

func tries(f *factory.Factory) { f.Genome.LeaveOneOut = true }

// keyed gives the installation a known key, so that draws are known too.
func (s *story) keyed() *story {
	s.Helper()
	s.sql(`UPDATE installation SET key = decode(repeat('07', 32), 'hex')`)
	return s
}

// drawn returns the IDs of chains whose first run leaves the one gene out, or not.
func (s *story) drawn(out bool, n int, genes ...string) (chains []string) {
	s.Helper()
	key := make([]byte, 32)
	for i := range key {
		key[i] = 7
	}
	rules, err := genome.TuningOf(0)
	require.NoError(s, err)
	var eligible []genome.Gene
	for _, id := range genes {
		eligible = append(eligible, genome.Gene{ID: id, Stratum: genome.Learned, State: genome.Live, Strength: 1})
	}
	for i := 0; len(chains) < n; i++ {
		id := fmt.Sprintf("notes-%d", i)
		trial := rules.Draw(key, genome.Subject{Run: string(run.NewID(id, 1))}, eligible)
		if (trial.LeftOut != "") == out {
			chains = append(chains, id)
		}
	}
	return chains
}

func (s *story) count(sql string) (n int) {
	s.Helper()
	r := s.rival()
	require.NoError(s, r.tx.QueryRow(s.Context(), sql).Scan(&n))
	require.NoError(s, r.conn.Close(s.Context()))
	return n
}

func TestADrawnRunIsNotToldTheGeneAndItsRecordSaysWhy(t *testing.T) {
	s := newGenomeStory(t, tries).keyed()
	s.grows("g.1", "close with a summary", 0.5)
	left, told := s.drawn(true, 1, "g.1")[0], s.drawn(false, 1, "g.1")[0]
	id := s.says(left, "x")
	r := s.run(id)
	require.Equal(t, &run.Withheld{Gene: "g.1", Why: run.WithheldByExperiment}, r.Withheld)
	require.Empty(t, r.Genes)
	require.NotContains(t, r.Prompt, "close with a summary")
	s.judges(id, false)
	require.InDelta(t, 0.5, s.gene("g.1").Strength, 0, "no outcome of a run credits what it was not told")

	r = s.run(s.says(told, "x"))
	require.Nil(t, r.Withheld)
	require.Equal(t, []string{"g.1"}, r.Genes)
	require.Contains(t, r.Prompt, "close with a summary")
	require.Equal(t, 2, s.count("SELECT count(*) FROM trials"))
}

func TestAStepWrittenAgainDrawsTheSame(t *testing.T) {
	s := newGenomeStory(t, tries).keyed()
	s.grows("g.1", "close with a summary", 0.5)
	id := s.drawn(true, 1, "g.1")[0]
	s.begin(id)
	s.begin(id)
	require.Equal(t, 1, s.count("SELECT count(*) FROM trials"))
	require.NotNil(t, s.run(run.NewID(id, 1)).Withheld)
}

func TestWhoIsInNoExperiment(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*factory.Factory)
		do     func(*story)
	}{
		"without the flag": {func(*factory.Factory) {}, func(*story) {}},
		"an agent that acts": {func(f *factory.Factory) {
			tries(f)
			a := f.Agents["a"]
			a.Acts = true
			f.Agents["a"] = a
		}, func(*story) {}},
		"a workspace that opted out": {tries, func(s *story) {
			require.NoError(s, s.db.OptOut(s.Context(), "default", "Ann", noon))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newGenomeStory(t, c.change).keyed()
			c.do(s)
			s.grows("g.1", "close with a summary", 0.5)
			r := s.run(s.says(s.drawn(true, 1, "g.1")[0], "x"))
			require.Nil(t, r.Withheld)
			require.Equal(t, []string{"g.1"}, r.Genes)
			require.Zero(t, s.count("SELECT count(*) FROM trials"))
		})
	}
}

func TestAnExperimentCostsNoRoundTrip(t *testing.T) {
	s := newGenomeStory(t, tries).keyed()
	s.grows("g.1", "close with a summary", 0.5)
	s.begin("warm-1")
	require.Equal(t, int64(2), s.took(func() { s.begin("warm-2") }))
	require.Equal(t, 2, s.count("SELECT count(*) FROM trials"))
}

// tried plays so many runs with an outcome each, accepted or not.
func (s *story) tried(chains []string, accepted int) {
	s.Helper()
	for i, id := range chains {
		s.judges(s.says(id, "x"), i < accepted)
	}
}

func TestAGeneThatDoesHarmRetiresOvernight(t *testing.T) {
	s := newGenomeStory(t, tries).keyed()
	s.grows("g.1", "shout", 0.5)
	without, with := s.drawn(true, 22, "g.1"), s.drawn(false, 60, "g.1")
	s.tried(without[:12], 12)
	require.Equal(t, night.Counts{"insufficient_data": 1}, s.walks(night.Verdicts, tonight, 10))

	s.playsWithoutCredit(with, 2)
	tomorrow := tonight.AddDate(0, 0, 1)
	require.Equal(t, night.Counts{"harm_stop": 1}, s.walks(night.Verdicts, tomorrow, 10))
	require.Equal(t, night.Counts{"harm_stop": 1}, s.walks(night.Verdicts, tomorrow, 10), "and once")
	g := s.gene("g.1")
	require.Equal(t, genome.Retired, g.State)
	require.Equal(t, "made outputs worse: with it 2 of 60 were accepted, without it 12 of 12", g.EndReason)
	require.Equal(t, &tomorrow, g.EndedAt)

	e, err := s.db.Experiment(t.Context(), "default", "a", tomorrow)
	require.NoError(t, err)
	require.Len(t, e.Genes, 1)
	require.Equal(t, &postgres.Verdict{Night: tomorrow, Verdict: genome.RulingHarmStop}, e.Genes[0].Verdict)
	require.Equal(t, genome.RulingHarmStop, e.Genes[0].Ruling)
	require.True(t, e.On)
	require.Equal(t, 2, s.count("SELECT count(*) FROM verdicts"))
}

// playsWithoutCredit has outcomes of trials that move no strength.
func (s *story) playsWithoutCredit(chains []string, accepted int) {
	s.Helper()
	for i, id := range chains {
		first := s.says(id, "x")
		s.sql(`DELETE FROM told_genome WHERE run = $1`, string(first))
		s.judges(first, i < accepted)
	}
}

func TestVerdictsGoByWhatWasKnownThatNight(t *testing.T) {
	s := newGenomeStory(t, tries).keyed()
	s.grows("g.1", "close with a summary", 0.9)
	s.tried(s.drawn(true, 3, "g.1"), 3)
	s.tried(s.drawn(false, 3, "g.1"), 3)
	s.sql(`UPDATE outcomes SET at = $1 WHERE run LIKE '%'`, tonight.Add(time.Hour))
	s.walks(night.Verdicts, tonight, 10)
	require.Equal(t, 1, s.count("SELECT count(*) FROM verdicts WHERE with_outcomes + without_outcomes = 0"))
	s.walks(night.Verdicts, tonight.AddDate(0, 0, 1), 10)
	require.Equal(t, 1, s.count("SELECT count(*) FROM verdicts WHERE with_outcomes = 3 AND without_outcomes = 3 AND with_accepted = 3"))
	s.walks(night.Verdicts, tonight.AddDate(0, 0, 2), 10)
	require.Equal(t, 2, s.count("SELECT count(*) FROM verdicts"), "a night that knows no more adds nothing")
}

func TestRunsAreComparedByHowManyGenesTheyHad(t *testing.T) {
	s := newGenomeStory(t, tries).keyed()
	s.grows("g.1", "close with a summary", 0.9)
	s.begin("early-1")
	s.grows("g.2", "open with the news", 0.9)
	s.begin("late-1")
	require.Equal(t, 2, s.count("SELECT count(DISTINCT cardinality(eligible)) FROM trials"))
}

func TestTrialsOutliveHistoryWithTheirOutcomes(t *testing.T) {
	s := newGenomeStory(t, tries).keyed()
	s.grows("g.1", "close with a summary", 0.9)
	c := s.begin("old-1")
	s.perform(c, "old-1.1", run.Result{})
	s.judges("old-1.1", true)
	c = s.begin("old-2")
	s.perform(c, "old-2.1", run.Result{})
	s.sql(`UPDATE chains SET ended_at = $1`, noon)
	counts := s.walks(night.Retention, noon.AddDate(0, 0, 89), 10)
	require.Zero(t, counts["trials_deleted"])
	counts = s.walks(night.Retention, noon.AddDate(0, 0, 92), 10)
	require.Equal(t, 1, counts["trials_deleted"])
	require.Equal(t, 1, s.count("SELECT count(*) FROM trials WHERE run = 'old-1.1'"))
}

func TestWorkspacesOptOutAndIn(t *testing.T) {
	s := newGenomeStory(t)
	require.NoError(t, s.db.OptOut(t.Context(), "acme", "Ann", noon), "before its first chain")
	err := s.db.OptOut(t.Context(), "acme", "Bob", noon)
	require.Equal(t, fault.Conflict, fault.KindOf(err))
	require.EqualError(t, err, "workspace acme was already opted out by Ann at 2026-10-03T12:00:00Z")
	s.begin("notes-1")
	s.begin("notes-2", func(c *chain.Start) { c.Workspace = "acme" })
	list, err := s.db.Workspaces(t.Context())
	require.NoError(t, err)
	require.Equal(t, []postgres.Workspace{{ID: "acme", OptedOutAt: &noon, OptedOutBy: "Ann"}, {ID: "default"}}, list)

	require.NoError(t, s.db.OptIn(t.Context(), "acme"))
	require.Equal(t, fault.Conflict, fault.KindOf(s.db.OptIn(t.Context(), "acme")))
	require.Equal(t, fault.Conflict, fault.KindOf(s.db.OptIn(t.Context(), "nobody")))
	require.Equal(t, fault.Invalid, fault.KindOf(s.db.OptOut(t.Context(), " ", "Ann", noon)))
	require.Equal(t, fault.Invalid, fault.KindOf(s.db.OptOut(t.Context(), "acme", "", noon)))
	w, err := s.db.Workspace(t.Context(), "nobody")
	require.NoError(t, err)
	require.Equal(t, postgres.Workspace{ID: "nobody"}, w)
}

func TestAnExperimentOnNobody(t *testing.T) {
	s := newGenomeStory(t)
	_, err := s.db.Experiment(t.Context(), "default", "z", noon)
	require.Equal(t, fault.NotFound, fault.KindOf(err))
	e, err := s.db.Experiment(t.Context(), "default", "a", noon)
	require.NoError(t, err)
	require.False(t, e.On)
	require.Empty(t, e.Genes)
}
