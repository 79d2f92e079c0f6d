package genome_test

import (
	"testing"

	"redeye/domain/genome"
)

// The three that the targets compare: grouping at most 1/200 of all pairs on maps, and at
// most four times the tokenising alone.
const benchmarked = 10_000

func BenchmarkTokenise(b *testing.B) {
	tuning, texts := tuning(b, 0), realistic(benchmarked)
	for b.Loop() {
		gists(tuning, texts)
	}
}

func BenchmarkTokeniseStemmed(b *testing.B) {
	tuning, texts := tuning(b, 1), realistic(benchmarked)
	for b.Loop() {
		gists(tuning, texts)
	}
}

func BenchmarkGroup(b *testing.B) {
	tuning := tuning(b, 0)
	all := gists(tuning, realistic(benchmarked))
	for b.Loop() {
		tuning.Groups(all)
	}
}

func BenchmarkGroupAllPairs(b *testing.B) {
	tuning := tuning(b, 0)
	all := gists(tuning, realistic(benchmarked))
	for b.Loop() {
		allPairs(tuning, all)
	}
}

// One genome of a night over a million observations in ten thousand.
func BenchmarkConsolidate(b *testing.B) {
	texts := realistic(100)
	w := genome.Workspace{ID: "w", Observations: many(100, func(i int) genome.Observation {
		return seen(numbered("o", i), numbered("r", i%20), texts[i], 5-float64(i)/100)
	})}
	tuning := tuning(b, 0)
	for b.Loop() {
		genome.Consolidate(tuning, true, night, w)
	}
}

func BenchmarkConsolidateOneLargeGroup(b *testing.B) {
	texts := realistic(benchmarked)
	w := genome.Workspace{ID: "w", Observations: many(benchmarked, func(i int) genome.Observation {
		return seen(numbered("o", i), numbered("r", i%20), texts[i], float64(i%5))
	})}
	tuning := tuning(b, 0)
	for b.Loop() {
		genome.Consolidate(tuning, true, night, w)
	}
}

func BenchmarkScreen(b *testing.B) {
	for b.Loop() {
		genome.Screen(short)
	}
}
