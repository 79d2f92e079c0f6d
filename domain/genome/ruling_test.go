package genome_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/genome"
)

// setting is the life of one gene in the experiment.
type setting struct {
	name   string
	rate   func(night int) float64 // of accepted outputs without the gene
	effect float64                 // what the gene adds to it
	genes  func(night int) int     // eligible ones
	each   int                     // outcomes a night
}

func always[V float64 | int](v V) func(int) V { return func(int) V { return v } }

// year judges a gene every night of a year, and returns the first ruling that says anything
// of it, and the outcomes with and without it then.
func (s setting) year(t genome.Tuning, rng *rand.Rand) genome.Judgement {
	cells := map[int]genome.Cell{}
	var j genome.Judgement
	for night := range 365 {
		for range s.each {
			eligible := s.genes(night)
			c := cells[eligible]
			c.Eligible = eligible
			accepted := func(p float64) int {
				if rng.Float64() < p {
					return 1
				}
				return 0
			}
			switch drawn := rng.Float64() < t.LeaveOut; {
			case !drawn:
				c.With, c.WithAccepted = c.With+1, c.WithAccepted+accepted(s.rate(night)+s.effect)
			case rng.IntN(eligible) == 0:
				c.Without, c.WithoutAccepted = c.Without+1, c.WithoutAccepted+accepted(s.rate(night))
			}
			cells[eligible] = c
		}
		var all []genome.Cell
		for _, c := range cells {
			all = append(all, c)
		}
		if j = t.Judge(all); j.Ruling != genome.RulingNoEffect && j.Ruling != genome.RulingInsufficient {
			return j
		}
	}
	return j
}

func (s setting) years(t *testing.T) map[genome.Ruling]int {
	rules := tuning(t, 1)
	rng := rand.New(rand.NewPCG(1, 2))
	got := map[genome.Ruling]int{}
	for range 1000 {
		got[s.year(rules, rng).Ruling]++
	}
	return got
}

// The promise is 6 % of 1,000 genes without effect, in a year of nights.
func TestAGeneWithoutEffectIsSeldomFoundToHaveOne(t *testing.T) {
	for _, s := range []setting{
		{"half", always(0.5), 0, always(1), 5},
		{"half, one gene of five", always(0.5), 0, always(5), 10},
		{"hardly any", always(0.05), 0, always(1), 5},
		{"nearly all", always(0.95), 0, always(1), 30},
		{"all but one of a hundred", always(0.99), 0, always(3), 30},
		{"many outcomes", always(0.8), 0, always(1), 100},
		{
			"ever more, while the genome grows",
			func(night int) float64 { return 0.3 + 0.6*float64(night)/365 }, 0,
			func(night int) int { return 1 + night/90 }, 10,
		},
	} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			got := s.years(t)
			require.LessOrEqual(t, 1000-got[genome.RulingNoEffect]-got[genome.RulingInsufficient], 60, "%v", got)
		})
	}
}

func TestAnEffectIsFound(t *testing.T) {
	for _, c := range []struct {
		setting
		rulings []genome.Ruling
		least   int
	}{
		{setting{"a benefit", always(0.5), 0.3, always(1), 5}, []genome.Ruling{genome.RulingKeep}, 950},
		{setting{"a small one", always(0.5), 0.1, always(1), 10}, []genome.Ruling{genome.RulingKeep}, 700},
		{setting{"harm", always(0.7), -0.3, always(1), 5}, []genome.Ruling{genome.RulingRetire, genome.RulingHarmStop}, 950},
		{setting{"harm that cannot wait", always(0.95), -0.9, always(5), 5}, []genome.Ruling{genome.RulingHarmStop}, 950},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := c.years(t)
			found := 0
			for _, r := range c.rulings {
				found += got[r]
			}
			require.GreaterOrEqual(t, found, c.least, "%v", got)
		})
	}
}

func TestRulings(t *testing.T) {
	rules := tuning(t, 0)
	for name, c := range map[string]struct {
		cells []genome.Cell
		want  genome.Ruling
	}{
		"nothing is known":             {nil, genome.RulingInsufficient},
		"never left out":               {[]genome.Cell{{1, 500, 100, 0, 0}}, genome.RulingInsufficient},
		"one outcome too few":          {[]genome.Cell{{1, 200, 160, 19, 10}}, genome.RulingInsufficient},
		"enough, and no difference":    {[]genome.Cell{{1, 200, 160, 20, 16}}, genome.RulingNoEffect},
		"better with it":               {[]genome.Cell{{1, 200, 180, 40, 10}}, genome.RulingKeep},
		"worse with it":                {[]genome.Cell{{1, 200, 60, 40, 35}}, genome.RulingRetire},
		"much worse, before its time":  {[]genome.Cell{{1, 100, 2, 12, 12}}, genome.RulingHarmStop},
		"much better, before its time": {[]genome.Cell{{1, 100, 98, 12, 0}}, genome.RulingInsufficient},
		// Either cell says nothing; put together they would, and wrongly.
		"two times of different success": {[]genome.Cell{{1, 90, 27, 60, 18}, {5, 900, 810, 18, 16}}, genome.RulingNoEffect},
	} {
		t.Run(name, func(t *testing.T) {
			j := rules.Judge(c.cells)
			require.Equal(t, c.want, j.Ruling, "%+v", j)
			slices.Reverse(c.cells)
			require.Equal(t, j, rules.Judge(c.cells), "in any order")
			require.LessOrEqual(t, j.Low, j.Benefit)
			require.GreaterOrEqual(t, j.High, j.Benefit)
		})
	}
}

func TestTheBenefitIsWithinCells(t *testing.T) {
	j := tuning(t, 0).Judge([]genome.Cell{{1, 90, 27, 60, 18}, {5, 900, 810, 18, 16}})
	require.Equal(t, 990, j.With)
	require.Equal(t, 837, j.WithAccepted)
	require.Equal(t, 78, j.Without)
	require.Equal(t, 34, j.WithoutAccepted)
	require.InDelta(t, 0.004, j.Benefit, 0.001)
	unknown := tuning(t, 0).Judge(nil)
	require.Equal(t, genome.Judgement{Ruling: genome.RulingInsufficient, Low: -1, High: 1}, unknown)
}

func TestARulingThatEndsAGeneLeavesATombstone(t *testing.T) {
	rules := tuning(t, 0)
	g := genome.Gene{ID: "g.1", Stratum: genome.Learned, State: genome.Live, Text: "shout"}
	j := rules.Judge([]genome.Cell{{1, 200, 60, 40, 35}})
	require.True(t, j.Ruling.Ends())
	at := time.Date(2026, 12, 1, 2, 30, 0, 0, time.UTC)
	ended := j.End(g, at)
	require.Equal(t, genome.Retired, ended.State)
	require.Equal(t, &at, ended.EndedAt)
	require.Equal(t, "made outputs worse: with it 60 of 200 were accepted, without it 35 of 40", ended.EndReason)
	for _, r := range []genome.Ruling{genome.RulingKeep, genome.RulingNoEffect, genome.RulingInsufficient} {
		require.False(t, r.Ends())
	}
}

func TestWhatItWouldTakeToKnowMore(t *testing.T) {
	rules := tuning(t, 0)
	for _, c := range []struct {
		cells []genome.Cell
		want  genome.Needs
	}{
		{nil, genome.Needs{With: 20, Without: 20}},
		{[]genome.Cell{{1, 200, 160, 15, 10}}, genome.Needs{Without: 5}},
		{[]genome.Cell{{1, 200, 180, 40, 10}}, genome.Needs{}}, // it is known
	} {
		require.Equal(t, c.want, rules.Needs(c.cells))
	}
	cells := []genome.Cell{{1, 900, 720, 100, 72}}
	needs := rules.Needs(cells)
	require.Zero(t, needs.With)
	require.Positive(t, needs.Without)
	more := 1 + float64(needs.Without)/100
	grown := []genome.Cell{{1, int(900 * more), int(720 * more), int(100 * more), int(72 * more)}}
	j := rules.Judge(grown)
	require.InDelta(t, max(0.1, j.Benefit), j.Benefit-j.Low, 0.01, "then the interval is as narrow as the effect, or as 10 points")
}
