package genome_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/genome"
)

var key = []byte("a key of this installation's own")

func learned(id string, strength float64) genome.Gene {
	return genome.Gene{ID: id, Stratum: genome.Learned, State: genome.Live, Strength: strength}
}

func TestOnlyLearnedGenesThatWouldBeToldAreEligible(t *testing.T) {
	customer, retired := learned("g.customer", 0.9), learned("g.retired", 0.9)
	customer.Stratum, retired.State = genome.Customer, genome.Retired
	genes := []genome.Gene{learned("g.b", 0.5), customer, learned("g.weak", 0.34), retired, learned("g.a", 0.35)}
	trial := tuning(t, 0).Draw(key, genome.Subject{Run: "notes-1.1"}, genes)
	require.Equal(t, []string{"g.a", "g.b"}, trial.Eligible)
	slices.Reverse(genes)
	require.Equal(t, trial, tuning(t, 0).Draw(key, genome.Subject{Run: "notes-1.1"}, genes), "in any order")
	require.Nil(t, tuning(t, 0).Draw(key, genome.Subject{Run: "notes-1.1"}, []genome.Gene{customer, retired}))
}

func TestNoRunOfAnAgentThatActsOrOfAWorkspaceThatOptedOutIsEverDrawn(t *testing.T) {
	genes := []genome.Gene{learned("g.a", 0.5), learned("g.b", 0.9)}
	for n := range 100_000 {
		run := fmt.Sprintf("notes-%d.1", n)
		require.Nil(t, tuning(t, 0).Draw(key, genome.Subject{Run: run, Acts: true}, genes))
		require.Nil(t, tuning(t, 0).Draw(key, genome.Subject{Run: run, OptedOut: true}, genes))
	}
}

// One of ten, and each gene as often as another. The bounds are six standard deviations.
func TestATenthOfTheRunsLeavesAGeneOut(t *testing.T) {
	genes := []genome.Gene{learned("g.a", 0.5), learned("g.b", 0.9), learned("g.c", 0.4)}
	left := map[string]int{}
	for n := range 100_000 {
		left[tuning(t, 0).Draw(key, genome.Subject{Run: fmt.Sprintf("notes-%d.1", n)}, genes).LeftOut]++
	}
	require.InDelta(t, 90_000, left[""], 570)
	for _, g := range genes {
		require.InDelta(t, 10_000.0/3, left[g.ID], 345)
	}
}

func TestALargerShareKeepsEveryRunOfASmallerOne(t *testing.T) {
	genes := []genome.Gene{learned("g.a", 0.5), learned("g.b", 0.9), learned("g.c", 0.4)}
	for n := range 5000 {
		s := genome.Subject{Run: fmt.Sprintf("notes-%d.1", n)}
		before := ""
		for _, share := range []float64{0, 0.01, 0.1, 0.25, 0.9, 1} {
			tn := tuning(t, 0)
			tn.LeaveOut = share
			now := tn.Draw(key, s, genes).LeftOut
			if before != "" {
				require.Equal(t, before, now)
			}
			before = now
		}
		require.NotEmpty(t, before)
	}
}

func TestTheDrawIsKeyed(t *testing.T) {
	genes := []genome.Gene{learned("g.a", 0.5)}
	both := 0
	for n := range 10_000 {
		s := genome.Subject{Run: fmt.Sprintf("notes-%d.1", n)}
		one, other := tuning(t, 0).Draw(key, s, genes), tuning(t, 0).Draw([]byte("another"), s, genes)
		require.Equal(t, one, tuning(t, 0).Draw(key, s, genes))
		if one.LeftOut != "" && other.LeftOut != "" {
			both++
		}
	}
	require.InDelta(t, 100, both, 60, "two keys agree by chance alone")
}

func TestWithoutLeavesTheGeneOut(t *testing.T) {
	genes := []genome.Gene{learned("g.a", 0.5), learned("g.b", 0.9)}
	require.Equal(t, genes, (*genome.Trial)(nil).Without(genes))
	require.Equal(t, genes, (&genome.Trial{}).Without(genes))
	require.Equal(t, genes[1:], (&genome.Trial{LeftOut: "g.a"}).Without(genes))
	require.Len(t, genes, 2)
}
