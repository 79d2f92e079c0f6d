package genome_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"redeye/domain/genome"
)

func tuning(t require.TestingT, version int) genome.Tuning {
	got, err := genome.TuningOf(version)
	require.NoError(t, err)
	return got
}

func gists(tuning genome.Tuning, texts []string) []genome.Gist {
	all := make([]genome.Gist, len(texts))
	for i, s := range texts {
		all[i] = tuning.Gist(s)
	}
	return all
}

// allPairs is the reference: every pair compared, on maps.
func allPairs(tuning genome.Tuning, gists []genome.Gist) [][]int {
	sets := make([]map[string]bool, len(gists))
	for i, g := range gists {
		sets[i] = map[string]bool{}
		for _, w := range g.Words {
			sets[i][w] = true
		}
	}
	root := make([]int, len(gists))
	for i := range root {
		root[i] = i
	}
	find := func(n int) int {
		for root[n] != n {
			root[n] = root[root[n]]
			n = root[n]
		}
		return n
	}
	for i := range sets {
		for k := range i {
			if jaccard(sets[i], sets[k]) >= tuning.Similarity && (!tuning.PolarityApart || gists[i].Negated == gists[k].Negated) {
				root[find(i)] = find(k)
			}
		}
	}
	byRoot := map[int][]int{}
	for i := range sets {
		if len(sets[i]) > 0 {
			byRoot[find(i)] = append(byRoot[find(i)], i)
		}
	}
	var groups [][]int
	for _, g := range byRoot {
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b []int) int { return a[0] - b[0] })
	return groups
}

func jaccard(a, b map[string]bool) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

func TestGroupsAreTheComponentsOfAllPairs(t *testing.T) {
	for version := range 2 {
		rapid.Check(t, func(t *rapid.T) {
			tuning := tuning(t, version)
			tuning.Similarity = rapid.SampledFrom([]float64{0.5, 0.5, 0.3, 1.0 / 3, 0.6, 0.75, 1}).Draw(t, "similarity")
			letters := rapid.IntRange(3, 40).Draw(t, "letters")
			word := rapid.Map(rapid.IntRange(0, letters), func(n int) string { return string(rune('a'+n)) + "q" })
			all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) genome.Gist {
				words := rapid.SliceOfNDistinct(word, 0, min(12, letters), rapid.ID).Draw(t, "words")
				slices.Sort(words)
				return genome.Gist{Words: words, Negated: rapid.Bool().Draw(t, "negated")}
			}), 0, 60).Draw(t, "gists")
			require.Equal(t, allPairs(tuning, all), tuning.Groups(all))
		})
	}
}

func TestGroupsOfRealisticTexts(t *testing.T) {
	for version := range 2 {
		all := gists(tuning(t, version), realistic(1500))
		require.Equal(t, allPairs(tuning(t, version), all), tuning(t, version).Groups(all))
	}
}

func TestGroups(t *testing.T) {
	for name, c := range map[string]struct {
		version int
		texts   []string
		want    [][]int
	}{
		"nothing":                        {0, nil, nil},
		"a half is enough":               {0, []string{"alpha beta gamma", "alpha beta delta"}, [][]int{{0, 1}}},
		"less is not":                    {0, []string{"alpha beta gamma delta", "alpha beta epsilon"}, [][]int{{0}, {1}}},
		"by a third, in any order":       {0, []string{"alpha beta", "gamma delta", "alpha beta gamma delta"}, [][]int{{0, 1, 2}}},
		"what has no words is in none":   {0, []string{"alpha", "!!!", "the", "👍", "alpha"}, [][]int{{0, 4}}},
		"version 0 ignores polarity":     {0, []string{"use long bullet lists", "never use long bullet lists"}, [][]int{{0, 1}}},
		"version 1 keeps it apart":       {1, []string{"use long bullet lists", "never use long bullet lists"}, [][]int{{0}, {1}}},
		"version 0 compares whole words": {0, []string{"shorten summaries", "shortened summary"}, [][]int{{0}, {1}}},
		"version 1 compares stems":       {1, []string{"shorten summaries", "shortened summary"}, [][]int{{0, 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, tuning(t, c.version).Groups(gists(tuning(t, c.version), c.texts)))
		})
	}
}

// A noisy workspace says one thing in thousands of wordings. All pairs would be fifty
// million; the test would not end in time.
func TestGroupsOneLargeComponent(t *testing.T) {
	var texts []string
	for i := range 10_000 {
		texts = append(texts, "keep every weekly summary short "+strings.Repeat("x", i%97)+" "+strings.Repeat("y", i/97))
	}
	require.Len(t, tuning(t, 0).Groups(gists(tuning(t, 0), texts)), 1)
}
