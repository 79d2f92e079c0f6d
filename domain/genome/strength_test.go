package genome_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"redeye/domain/genome"
)

// credit is one outcome for one gene.
func credit(t require.TestingT, version, seen int, accepted bool, g genome.Gene) (genome.Gene, genome.Move) {
	moved, moves := tuning(t, version).Credit(seen, accepted, night, []genome.Gene{g})
	require.Len(t, moved, 1)
	require.Len(t, moves, 1)
	return moved[0], moves[0]
}

func TestTheWorkedExample(t *testing.T) {
	g := gene("g", genome.Learned, short)
	for seen, want := range []struct {
		confirmed                       bool
		plasticity, step, before, after float64
	}{
		{true, 1.0000, 0.5000, 0.5000, 0.7500},
		{true, 0.9643, 0.4821, 0.7500, 0.8705},
		{false, 0.9318, 0.4659, 0.8705, 0.4649},
		{true, 0.9022, 0.4511, 0.4649, 0.7063},
		{false, 0.8750, 0.4375, 0.7063, 0.3973},
	} {
		for version := range 2 {
			require.InDelta(t, want.plasticity, tuning(t, version).Plasticity(seen), 0.00005)
		}
		after, m := credit(t, 0, seen, want.confirmed, g)
		require.InDelta(t, want.step, m.Step, 0.00005)
		require.InDelta(t, want.before, m.Before, 0.00005)
		require.InDelta(t, want.after, m.After, 0.00005)
		require.Equal(t, genome.Move{
			Gene: "g", Seen: seen, Accepted: want.confirmed, At: night, Step: m.Step, Before: g.Strength, After: after.Strength,
		}, m)
		require.Equal(t, seen+1, after.Credited)
		g = after
	}
	require.Equal(t, genome.Live, g.State)
}

func TestPlasticity(t *testing.T) {
	for n, want := range map[int]float64{-5: 1, 0: 1, 20: 0.625, 60: 0.4375, 1 << 40: 0.25} {
		require.InDelta(t, want, tuning(t, 0).Plasticity(n), 1e-9)
	}
}

func TestAFreshGeneRetiresByItsSecondContradiction(t *testing.T) {
	g, m := credit(t, 0, 0, false, gene("g", genome.Learned, short))
	require.Equal(t, 0.25, g.Strength)
	require.False(t, m.Retired)
	halved, m := credit(t, 0, 0, false, g)
	require.Equal(t, 0.125, halved.Strength)
	require.True(t, m.Retired)
	require.Equal(t, genome.Retired, halved.State)
	require.Equal(t, night, *halved.EndedAt)
	require.Equal(t, "its strength fell to 0.1250, below 0.15", halved.EndReason)
	second, m := credit(t, 0, 1, false, g)
	require.InDelta(t, 0.1295, second.Strength, 0.00005)
	require.True(t, m.Retired)
}

func TestAtTheFloorItTakesTenContradictions(t *testing.T) {
	g := gene("g", genome.Learned, short)
	for n := 1; n <= 10; n++ {
		require.Equal(t, genome.Live, g.State, n)
		g, _ = credit(t, 0, 1<<50, false, g)
	}
	require.Equal(t, genome.Retired, g.State)
}

func TestExactlyAtTheThresholdAGeneStays(t *testing.T) {
	g, _ := credit(t, 0, 0, false, at(gene("g", genome.Learned, short), 0.3))
	require.Equal(t, 0.15, g.Strength)
	require.Equal(t, genome.Live, g.State)
}

func TestVersionOneGivesAGeneFiveOutcomesForEachRunBehindIt(t *testing.T) {
	for want, behind := range map[int][]string{5: nil, 10: {"a", "b"}, 15: {"a", "b", "b", "c"}} {
		g := gene("g", genome.Learned, short)
		g.Evidence = nil
		for _, run := range behind {
			g.Evidence = append(g.Evidence, genome.Evidence{Observation: "o." + run, Run: run})
		}
		var m genome.Move
		for n := range want {
			require.Equal(t, genome.Live, g.State, "after %d outcomes of %d", n, want)
			g, m = credit(t, 1, n, false, g)
		}
		require.Equal(t, genome.Retired, g.State, "after %d outcomes", want)
		require.True(t, m.Retired)
	}
}

func TestACustomerGeneIsFlagged(t *testing.T) {
	g := gene("g", genome.Customer, short)
	for _, step := range []struct {
		accepted bool
		count    int
		flagged  bool
	}{{false, 1, false}, {true, 0, false}, {false, 1, false}, {false, 2, true}, {false, 3, true}, {true, 0, false}} {
		var m genome.Move
		g, m = credit(t, 0, 0, step.accepted, g)
		require.Equal(t, step.count, g.Contradictions)
		require.Equal(t, step.flagged, g.Flagged)
		require.Equal(t, genome.Move{Gene: "g", Accepted: step.accepted, At: night, Contradictions: step.count, Flagged: step.flagged}, m)
	}
	require.Zero(t, g.Strength, "it does not learn")
	require.Zero(t, g.Credited)
}

func TestWhatAnOutcomeDoesNotMove(t *testing.T) {
	told := []genome.Gene{
		gene("kernel", genome.Kernel, short),
		endedAgo(gene("retired", genome.Learned, short), genome.Retired, 1),
		endedAgo(gene("rejected", genome.Learned, short), genome.Rejected, 1),
		endedAgo(gene("gone", genome.Customer, short), genome.Retired, 1),
	}
	moved, moves := tuning(t, 0).Credit(3, false, night, told)
	require.Empty(t, moved)
	require.Empty(t, moves)
}

// Whatever order a log is read in, strengths are those of its outcomes credited one by one
// in the order of their numbers.
func TestReplayIsTheSerialOrder(t *testing.T) {
	genes := []genome.Gene{gene("b", genome.Learned, short), gene("a", genome.Customer, "other"), gene("c", genome.Learned, "third")}
	rapid.Check(t, func(t *rapid.T) {
		version := rapid.IntRange(0, 1).Draw(t, "version")
		outcomes := []genome.Outcome{}
		for i := range rapid.IntRange(0, 40).Draw(t, "outcomes") {
			outcomes = append(outcomes, genome.Outcome{
				Number: i + 1, Accepted: rapid.Bool().Draw(t, "accepted"), At: night,
				Genes: rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "unknown"}), 0, 4).Draw(t, "told"),
			})
		}
		want, history := oneByOne(t, version, genes, outcomes)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		rng.Shuffle(len(outcomes), func(i, k int) { outcomes[i], outcomes[k] = outcomes[k], outcomes[i] })
		got, moves := tuning(t, version).Replay(genes, outcomes)
		require.Equal(t, want, got)
		require.Equal(t, history, moves)
		for _, g := range got {
			require.True(t, g.Strength >= 0 && g.Strength <= 1)
		}
	})
}

func oneByOne(t require.TestingT, version int, genes []genome.Gene, outcomes []genome.Outcome) ([]genome.Gene, []genome.Move) {
	now := map[string]genome.Gene{}
	for _, g := range genes {
		now[g.ID] = g
	}
	var history []genome.Move
	for seen, o := range outcomes {
		for _, id := range []string{"a", "b", "c"} {
			if !slices.Contains(o.Genes, id) {
				continue
			}
			moved, moves := tuning(t, version).Credit(seen, o.Accepted, o.At, []genome.Gene{now[id]})
			for _, g := range moved {
				now[id] = g
			}
			history = append(history, moves...)
		}
	}
	return []genome.Gene{now["a"], now["b"], now["c"]}, history
}
