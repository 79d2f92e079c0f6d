package postgres_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/genome"
	"redeye/domain/night"
)

// growsOf writes a learned gene of an agent, as a night does.
func (s *story) growsOf(agent, id, text string) {
	s.Helper()
	s.sql(`INSERT INTO genomes (workspace, agent) VALUES ('default', $1) ON CONFLICT DO NOTHING`, agent)
	s.grows(id, text, 0.5)
	s.sql(`UPDATE genes SET agent = $1 WHERE id = $2`, agent, id)
}

// kin is a factory of three agents, two of which have learned the same.
func newKin(t *testing.T) *story {
	s := newGenomeStory(t, func(f *factory.Factory) {
		f.Genome.Families = true
		f.Agents["c"] = factory.Agent{Prompt: "You publish.", Runner: "sh"}
	})
	s.growsOf("a", "g.1", "keep the summary short")
	s.growsOf("b", "g.2", "keep the summary short please")
	return s
}

func (s *story) families(f postgres.FamilyFilter) []postgres.FamilyRecord {
	s.Helper()
	list, err := s.db.Families(s.Context(), f)
	require.NoError(s, err)
	return list
}

func TestANightProposesAFamilyAndChangesNothing(t *testing.T) {
	s := newKin(t)
	once := s.walks(night.Families, tonight, 10)
	require.Equal(t, 1, once["proposed"])
	require.Equal(t, once, s.walks(night.Families, tonight, 10), "and once")
	list := s.families(postgres.FamilyFilter{State: genome.FamilyProposed})
	require.Len(t, list, 1)
	require.Equal(t, "default", list[0].Workspace)
	require.Equal(t, []string{"g.1", "g.2"}, list[0].Genes)
	require.Equal(t, []string{"a", "b"}, list[0].Agents)
	require.Equal(t, tonight, list[0].ProposedAt)
	require.Equal(t, genome.Learned, s.gene("g.1").Stratum)
	require.Len(t, s.liveGenes(), 2)

	s.growsOf("c", "g.3", "keep the summary short")
	next := s.walks(night.Families, tonight.AddDate(0, 0, 1), 10)
	require.Equal(t, night.Counts{"proposed": 0, "changed": 1, "withdrawn": 0, "kept_away": 0}, next)
	require.Equal(t, []string{"g.1", "g.2", "g.3"}, s.families(postgres.FamilyFilter{})[0].Genes)

	s.sql(`UPDATE genes SET state = 'retired', ended_at = $1 WHERE id <> 'g.1'`, noon)
	require.Equal(t, 1, s.walks(night.Families, tonight.AddDate(0, 0, 2), 10)["withdrawn"])
	require.Empty(t, s.families(postgres.FamilyFilter{}))
}

func TestAnApprovedFamilyIsTheCustomersWordForEveryAgent(t *testing.T) {
	s := newKin(t)
	s.walks(night.Families, tonight, 10)
	id := s.families(postgres.FamilyFilter{})[0].ID
	got, err := s.db.ApproveFamily(t.Context(), id, genome.Decision{By: "Ann", Reason: "everywhere"}, noon)
	require.NoError(t, err)
	require.Equal(t, []string{"g.1", "g.2"}, got.Approved)
	require.Len(t, got.Added, 1)
	require.Empty(t, got.Skipped)
	added := s.gene(got.Added[0].ID)
	require.Equal(t, "c", added.Agent)
	require.Equal(t, genome.Customer, added.Stratum)
	require.Equal(t, "keep the summary short", added.Text)
	require.Equal(t, "Ann", added.BornBy)
	for _, g := range got.Approved {
		require.Equal(t, genome.Customer, s.gene(g).Stratum)
		require.Equal(t, genome.Decision{By: "Ann", Reason: "everywhere"}, s.gene(g).Decisions[0].Decision)
	}
	list := s.families(postgres.FamilyFilter{State: genome.FamilyApproved})
	require.Equal(t, got.Family, list[0])
	require.Equal(t, "Ann", list[0].DecidedBy)

	_, err = s.db.RejectFamily(t.Context(), id, genome.Decision{By: "Bob"}, noon)
	require.Equal(t, fault.Conflict, fault.KindOf(err))
	require.ErrorContains(t, err, "was already approved by Ann")
	require.Equal(t, night.Counts{"proposed": 0, "changed": 0, "withdrawn": 0, "kept_away": 0}, s.walks(night.Families, tonight.AddDate(0, 0, 1), 10))
}

func TestAnAgentThatCannotTakeAFamilysWordIsSkipped(t *testing.T) {
	s := newKin(t)
	_, err := s.db.AddGene(t.Context(), "default", genome.Written{Agent: "c", Stratum: genome.Customer, Text: "keep the summary very short"}, "Ann", noon)
	require.NoError(t, err)
	s.walks(night.Families, tonight, 10)
	got, err := s.db.ApproveFamily(t.Context(), s.families(postgres.FamilyFilter{})[0].ID, genome.Decision{By: "Ann"}, noon)
	require.NoError(t, err)
	require.Empty(t, got.Added)
	require.Len(t, got.Skipped, 1)
	require.Equal(t, "c", got.Skipped[0].Agent)
	require.Contains(t, got.Skipped[0].Because, "nearly repeats the customer gene")
}

func TestARejectedFamilyDoesNotReturnFor30Days(t *testing.T) {
	s := newKin(t)
	s.walks(night.Families, tonight, 10)
	got, err := s.db.RejectFamily(t.Context(), s.families(postgres.FamilyFilter{})[0].ID, genome.Decision{By: "Ann", Reason: "only theirs"}, tonight)
	require.NoError(t, err)
	require.Equal(t, genome.FamilyRejected, got.State)
	require.Equal(t, 1, s.walks(night.Families, tonight.AddDate(0, 0, 29), 10)["kept_away"])
	require.Equal(t, 1, s.walks(night.Families, tonight.AddDate(0, 0, 30), 10)["proposed"])
	require.Equal(t, genome.Learned, s.gene("g.1").Stratum)
}

func TestFamiliesOfNobody(t *testing.T) {
	s := newKin(t)
	_, err := s.db.ApproveFamily(t.Context(), "f.9", genome.Decision{By: "Ann"}, noon)
	require.Equal(t, fault.NotFound, fault.KindOf(err))
	require.EqualError(t, err, `there is no family "f.9"`)
	_, err = s.db.RejectFamily(t.Context(), "f.9", genome.Decision{By: "Ann"}, noon)
	require.Equal(t, fault.NotFound, fault.KindOf(err))
	_, err = s.db.RejectFamily(t.Context(), "f.9", genome.Decision{}, noon)
	require.Equal(t, fault.Invalid, fault.KindOf(err))
}

func TestTwelvePersonsAtOnceDecideAFamilyOnceBesideTheNight(t *testing.T) {
	s := newKin(t)
	s.walks(night.Families, tonight, 10)
	id := s.families(postgres.FamilyFilter{})[0].ID
	p := night.Page{Night: tonight.AddDate(0, 0, 1), Factory: s.opens(tonight.AddDate(0, 0, 1)), Size: 10}
	kinds := make([]fault.Kind, 12)
	var wg sync.WaitGroup
	for i := range kinds {
		wg.Go(func() {
			_, err := s.db.ApproveFamily(t.Context(), id, genome.Decision{By: "Ann"}, noon)
			kinds[i] = fault.KindOf(err)
		})
	}
	wg.Go(func() { _, _ = s.db.FamiliesPage(t.Context(), p) })
	wg.Wait()
	count := map[fault.Kind]int{}
	for _, k := range kinds {
		count[k]++
	}
	require.Equal(t, map[fault.Kind]int{"": 1, fault.Conflict: 11}, count)
	require.Len(t, s.liveGenes(), 3)
}
