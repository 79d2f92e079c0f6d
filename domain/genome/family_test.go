package genome_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/fault"
	"redeye/domain/genome"
)

var dusk = time.Date(2026, 12, 1, 2, 30, 0, 0, time.UTC)

func ofAgent(agent, id, text string) genome.Gene {
	return genome.Gene{ID: id, Agent: agent, Stratum: genome.Learned, State: genome.Live, Text: text, Strength: 0.5, BornAt: dusk.Add(-time.Hour)}
}

// kin are two agents' genes that say the same, and others that make no family.
func kin() []genome.Gene {
	retired, customer := ofAgent("critic", "g.5", "sign mails as the team"), ofAgent("critic", "g.6", "name the people involved")
	retired.State, customer.Stratum = genome.Retired, genome.Customer
	return []genome.Gene{
		ofAgent("editor", "g.1", "keep the summary short"),
		ofAgent("critic", "g.2", "keep the summary short please"),
		ofAgent("editor", "g.3", "sign mails as the team"), retired,
		ofAgent("editor", "g.4", "name the people involved"), customer,
		ofAgent("editor", "g.7", "quote sources in footnotes"), ofAgent("editor", "g.8", "quote sources in the footnotes"),
	}
}

func TestWhatSeveralAgentsHaveLearnedIsOneProposal(t *testing.T) {
	got := tuning(t, 0).Families("acme", dusk, kin(), nil)
	require.Len(t, got.Proposed, 1)
	f := got.Proposed[0]
	require.Equal(t, genome.Family{
		ID: f.ID, Text: "keep the summary short", Genes: []string{"g.1", "g.2"}, Agents: []string{"critic", "editor"},
		State: genome.FamilyProposed, ProposedAt: dusk,
	}, f)
	require.Empty(t, got.Changed)
	backwards := kin()
	slices.Reverse(backwards)
	require.Equal(t, got, tuning(t, 0).Families("acme", dusk, backwards, nil), "in any order")
	require.NotEqual(t, f.ID, tuning(t, 0).Families("other", dusk, kin(), nil).Proposed[0].ID)
}

func TestAnOpenProposalIsNotMadeTwice(t *testing.T) {
	known := tuning(t, 0).Families("acme", dusk, kin(), nil).Proposed
	next := dusk.AddDate(0, 0, 1)
	require.Equal(t, genome.Kinship{}, tuning(t, 0).Families("acme", next, kin(), known))

	grown := append(kin(), ofAgent("publisher", "g.9", "keep the summary short"))
	got := tuning(t, 0).Families("acme", next, grown, known)
	require.Empty(t, got.Proposed)
	require.Len(t, got.Changed, 1)
	require.Equal(t, known[0].ID, got.Changed[0].ID)
	require.Equal(t, []string{"g.1", "g.2", "g.9"}, got.Changed[0].Genes)
	require.Equal(t, []string{"critic", "editor", "publisher"}, got.Changed[0].Agents)
	require.Equal(t, dusk, got.Changed[0].ProposedAt)
}

func TestAProposalThatIsOfOneAgentOnlyIsWithdrawn(t *testing.T) {
	known := tuning(t, 0).Families("acme", dusk, kin(), nil).Proposed
	got := tuning(t, 0).Families("acme", dusk.AddDate(0, 0, 1), kin()[:1], known)
	require.Equal(t, genome.Kinship{Withdrawn: []string{known[0].ID}}, got)
}

func TestARejectedProposalStaysAwayFor30Days(t *testing.T) {
	f := tuning(t, 0).Families("acme", dusk, kin(), nil).Proposed[0]
	f, err := f.Decide(genome.FamilyRejected, genome.Decision{By: "ann", Reason: "only theirs"}, dusk)
	require.NoError(t, err)
	again := []genome.Gene{ofAgent("editor", "g.11", "keep the summary short"), ofAgent("critic", "g.12", "keep the summary short")}
	for name, genes := range map[string][]genome.Gene{"the same genes": kin(), "others that say the same": again} {
		got := tuning(t, 0).Families("acme", dusk.AddDate(0, 0, 30).Add(-time.Second), genes, []genome.Family{f})
		require.Equal(t, genome.Kinship{KeptAway: 1}, got, name)
		got = tuning(t, 0).Families("acme", dusk.AddDate(0, 0, 30), genes, []genome.Family{f})
		require.Len(t, got.Proposed, 1, name)
	}
}

func TestAFamilyIsDecidedOnce(t *testing.T) {
	f := genome.Family{ID: "f.1", State: genome.FamilyProposed}
	f, err := f.Decide(genome.FamilyApproved, genome.Decision{By: "ann"}, dusk)
	require.NoError(t, err)
	require.Equal(t, genome.Family{ID: "f.1", State: genome.FamilyApproved, DecidedAt: &dusk, DecidedBy: "ann"}, f)
	_, err = f.Decide(genome.FamilyRejected, genome.Decision{By: "bob"}, dusk)
	require.Equal(t, fault.Conflict, fault.KindOf(err))
	require.EqualError(t, err, "family f.1 was already approved by ann at 2026-12-01T02:30:00Z")
}

func TestOppositeWishesAreNoFamilyUnderTuning1(t *testing.T) {
	genes := []genome.Gene{ofAgent("editor", "g.1", "use bullet points in the summary"), ofAgent("critic", "g.2", "never use bullet points in the summary")}
	require.Len(t, tuning(t, 0).Families("acme", dusk, genes, nil).Proposed, 1)
	require.Empty(t, tuning(t, 1).Families("acme", dusk, genes, nil).Proposed)
}
