package genome_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"redeye/domain/genome"
)

func consolidate(t require.TestingT, observations []genome.Observation, genes ...genome.Gene) genome.Pass {
	return genome.Consolidate(tuning(t, 0), false, night, genome.Workspace{ID: "w", Genes: genes, Observations: observations})
}

func TestAPatternBecomesAGene(t *testing.T) {
	p := consolidate(t, []genome.Observation{
		seen("o2", "r2", "keep the weekly summary under a page, please", 1),
		seen("o1", "r1", short, 3),
		seen("o3", "r2", "Translate the appendix", 1),
	})
	require.Len(t, p.Births, 1)
	require.Regexp(t, `^g\.[a-z2-7]{16}$`, p.Births[0].ID)
	require.Equal(t, []genome.Gene{{
		ID: p.Births[0].ID, Agent: "writer", Stratum: genome.Learned, Text: short, State: genome.Live, Strength: 0.5,
		Evidence: []genome.Evidence{{Observation: "o1", Run: "r1"}, {Observation: "o2", Run: "r2"}}, BornAt: night,
	}}, p.Births)
	require.Equal(t, genome.Pass{Births: p.Births, Consumed: []string{"o1", "o2"}, Seen: 3, Waiting: 1}, p)
}

func TestTheGenesIDIsOfItsOrigin(t *testing.T) {
	id := func(workspace string, asOf time.Time, observations []genome.Observation) string {
		p := genome.Consolidate(tuning(t, 0), false, asOf, genome.Workspace{ID: workspace, Observations: observations})
		require.Len(t, p.Births, 1)
		return p.Births[0].ID
	}
	first := id("w", night, twice(short))
	require.Equal(t, first, id("w", night.In(time.FixedZone("x", 3600)), twice(short)))
	require.NotEqual(t, first, id("v", night, twice(short)))
	require.NotEqual(t, first, id("w", night.Add(time.Second), twice(short)))
	other := twice(short)
	other[0].ID = "o0"
	require.NotEqual(t, first, id("w", night, other))
}

func TestTheWindow(t *testing.T) {
	for name, c := range map[string]struct {
		days float64
		born int
	}{
		"fourteen days ago is out": {14, 0},
		"a moment later is in":     {13.9999, 1},
		"the night itself is in":   {0, 1},
		"what comes after is out":  {-0.0001, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := consolidate(t, []genome.Observation{seen("o1", "r1", short, c.days), seen("o2", "r2", short, 1)})
			require.Len(t, p.Births, c.born)
			require.Equal(t, 1+c.born, p.Seen)
		})
	}
}

func TestQualify(t *testing.T) {
	for name, c := range map[string]struct {
		runs   string // one of each observation
		days   []float64
		immune bool
		born   int
	}{
		"one observation":                        {"a", []float64{1}, false, 0},
		"one run twice":                          {"aa", []float64{1, 2}, false, 0},
		"two runs":                               {"ab", []float64{1, 1}, false, 1},
		"immune: two runs":                       {"abab", []float64{1, 2, 3, 4}, true, 0},
		"immune: three runs on one day":          {"abc", []float64{1, 1, 1}, true, 0},
		"immune: three runs on two days":         {"abc", []float64{1, 1, 2}, true, 1},
		"immune: the day before, too":            {"abc", []float64{2, 2, 1}, true, 1},
		"immune: and the one after":              {"abc", []float64{1, 1, 0}, true, 1},
		"immune: days end at midnight, UTC":      {"abc", []float64{1.10, 1.10, 1.11}, true, 1},
		"immune: an hour before midnight is not": {"abc", []float64{1.09, 1.08, 1.10}, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			all := many(len(c.runs), func(i int) genome.Observation { return seen(numbered("o", i), c.runs[i:i+1], short, c.days[i]) })
			p := genome.Consolidate(tuning(t, 0), c.immune, night, genome.Workspace{ID: "w", Observations: all})
			require.Len(t, p.Births, c.born)
			require.Equal(t, 1-c.born, p.Waiting)
		})
	}
}

func TestAnObservationCountsOnce(t *testing.T) {
	again := append(twice(short), twice(short)...)
	require.Equal(t, consolidate(t, twice(short)), consolidate(t, again))
	require.Empty(t, consolidate(t, []genome.Observation{twice(short)[0], twice(short)[0]}).Births)
}

func TestAgentsAreApart(t *testing.T) {
	all := twice(short)
	all[1].Agent = "editor"
	require.Empty(t, consolidate(t, all).Births)
	foreign := gene("g", genome.Customer, short)
	foreign.Agent = "editor"
	require.Len(t, consolidate(t, twice(short), foreign).Births, 1)
}

func TestTheMedoidsWording(t *testing.T) {
	for name, c := range map[string]struct {
		texts []string
		want  string
	}{
		"the most similar":   {[]string{"alpha beta gamma one", "alpha beta gamma", "alpha beta gamma two"}, "alpha beta gamma"},
		"of equals earliest": {[]string{"alpha beta gamma", "Beta, alpha: gamma!"}, "alpha beta gamma"},
		"the more frequent":  {[]string{"alpha beta gamma", "alpha beta gamma delta", "delta gamma beta alpha"}, "alpha beta gamma delta"},
		"on one line":        {[]string{genome.EditPrefix + "omit\n“very”", "omit “very”"}, "omit “very”"},
	} {
		t.Run(name, func(t *testing.T) {
			p := consolidate(t, many(len(c.texts), func(i int) genome.Observation {
				return seen(numbered("o", i), numbered("r", i), c.texts[i], 5-float64(i))
			}))
			require.Len(t, p.Births, 1)
			require.Equal(t, c.want, p.Births[0].Text)
		})
	}
}

func TestTheMedoidIsThatOfAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zero := tuning(t, 0)
		words := rapid.SliceOfN(rapid.SampledFrom(strings.Fields("alpha beta gamma delta epsilon zeta")), 1, 6)
		texts := rapid.SliceOfN(rapid.Map(words, func(w []string) string { return strings.Join(w, " ") }), 2, 12).Draw(t, "texts")
		all := many(len(texts), func(i int) genome.Observation { return seen(numbered("o", i), numbered("r", i), texts[i], 1) })
		for _, g := range consolidate(t, all).Births {
			best, most := "", 0.0
			for _, e := range g.Evidence {
				sum := 0.0
				for _, f := range g.Evidence {
					sum += jaccard(wordSet(zero, texts[index(e)]), wordSet(zero, texts[index(f)]))
				}
				if sum > most+1e-6 {
					best, most = texts[index(e)], sum
				}
			}
			require.Equal(t, best, g.Text)
		}
	})
}

func index(e genome.Evidence) int { return int(e.Run[1]-'0')*10 + int(e.Run[2]-'0') }

func wordSet(tuning genome.Tuning, text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range tuning.Gist(text).Words {
		set[w] = true
	}
	return set
}

func TestASimilarLearnedGeneGetsTheEvidence(t *testing.T) {
	evidence := []genome.Evidence{{Observation: "o1", Run: "r1"}, {Observation: "o2", Run: "r2"}}
	for _, c := range []struct {
		version       int
		before, after float64
	}{{0, 0.2, 0.2}, {0, 0.9, 0.9}, {1, 0.2, 0.35}, {1, 0.9, 0.9}} {
		p := genome.Consolidate(tuning(t, c.version), false, night, genome.Workspace{
			ID: "w", Genes: []genome.Gene{at(gene("g", genome.Learned, short), c.before)}, Observations: twice(short),
		})
		require.Equal(t, genome.Pass{
			Refreshes: []genome.Refresh{{Gene: "g", Evidence: evidence, Before: c.before, After: c.after}},
			Consumed:  []string{"o1", "o2"}, Seen: 2,
		}, p)
	}
}

func TestOfSeveralSimilarGenes(t *testing.T) {
	near, exact := gene("near", genome.Learned, short+" please"), gene("exact", genome.Learned, short)
	strong, old := at(gene("strong", genome.Learned, short), 0.6), gene("old", genome.Learned, short)
	old.BornAt = old.BornAt.Add(-time.Hour)
	near.Strength = 0.9
	for name, c := range map[string]struct {
		genes []genome.Gene
		want  string
	}{
		"the most similar": {[]genome.Gene{near, exact}, "exact"},
		"the strongest":    {[]genome.Gene{exact, old, strong}, "strong"},
		"the earliest":     {[]genome.Gene{exact, old}, "old"},
		"the first by ID":  {[]genome.Gene{exact, gene("e", genome.Learned, short)}, "e"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, consolidate(t, twice(short), c.genes...).Refreshes[0].Gene)
		})
	}
}

func TestWhatEndedKeepsItsLikeAway(t *testing.T) {
	learned := gene("g", genome.Learned, short)
	three := append(twice(short), seen("o3", "r3", short, 2))
	sameRun := append(twice(short), seen("o3", "r2", short, 2))
	for name, c := range map[string]struct {
		ended        genome.Gene
		observations []genome.Observation
		refused      genome.Reason
		returns      string
	}{
		"rejected of late":             {endedAgo(learned, genome.Rejected, 29.99), three, genome.Unwanted, ""},
		"rejected long ago":            {endedAgo(learned, genome.Rejected, 30), twice(short), "", ""},
		"retired with as much":         {endedAgo(learned, genome.Retired, 29.99), twice(short), genome.Outlived, ""},
		"retired with less":            {endedAgo(learned, genome.Retired, 1), three, "", "g"},
		"more is more runs":            {endedAgo(learned, genome.Retired, 1), sameRun, genome.Outlived, ""},
		"retired long ago":             {endedAgo(learned, genome.Retired, 30), twice(short), "", "g"},
		"rejected, and not like it":    {endedAgo(gene("g", genome.Learned, "translate the appendix"), genome.Rejected, 1), twice(short), "", ""},
		"retired by who had no record": {endedAgo(gene("g", genome.Customer, short), genome.Retired, 1), twice(short), "", "g"},
	} {
		t.Run(name, func(t *testing.T) {
			p := consolidate(t, c.observations, c.ended)
			if c.refused == "" {
				require.Len(t, p.Births, 1)
				require.Equal(t, c.returns, p.Births[0].Returns)
				return
			}
			require.Empty(t, p.Births)
			require.Empty(t, p.Consumed)
			require.Len(t, p.Refusals, 1)
			require.Equal(t, c.refused, p.Refusals[0].Reason)
			require.Equal(t, "g", p.Refusals[0].Gene)
		})
	}
}

func TestOfSeveralThatEnded(t *testing.T) {
	rejected := endedAgo(gene("no", genome.Learned, short), genome.Rejected, 2)
	weak, late := endedAgo(gene("weak", genome.Learned, short), genome.Retired, 5), endedAgo(gene("late", genome.Learned, short), genome.Retired, 3)
	weak.Evidence = nil
	p := consolidate(t, twice(short), late, rejected)
	require.Equal(t, genome.Unwanted, p.Refusals[0].Reason, "a rejection comes before a retirement")
	p = consolidate(t, twice(short), weak, late)
	require.Equal(t, "late", p.Refusals[0].Gene, "it must outdo each")
	late.Evidence = nil
	require.Equal(t, "late", consolidate(t, twice(short), weak, late).Births[0].Returns, "it returns as the last of them")
	p = consolidate(t, twice(short), rejected, gene("live", genome.Learned, short))
	require.Equal(t, "live", p.Refreshes[0].Gene, "what lives comes before what ended")
}

func TestRefusalsAreKeptWithTheirReason(t *testing.T) {
	p := consolidate(t, twice("pay $5 for it"))
	require.Equal(t, genome.Pass{Seen: 2, Refusals: []genome.Refused{{
		Refusal: genome.Refusal{Reason: genome.Fact, Because: "holds an amount"},
		Agent:   "writer", Text: "pay $5 for it", Observations: []string{"o1", "o2"},
	}}}, p)
	p = consolidate(t, twice(strings.Repeat("ä", 50_000)))
	require.Equal(t, genome.TooLong, p.Refusals[0].Reason)
	require.LessOrEqual(t, len(p.Refusals[0].Text), 1000)
}

// wishes are count observations, in so many runs, of a wish that is like no other letter's.
func wishes(letter string, count, runs int) []genome.Observation {
	return many(count, func(i int) genome.Observation {
		o := seen(numbered(letter, i), numbered("r", i%runs), strings.Repeat(letter, 5)+" "+strings.Repeat(letter, 6), 5-float64(i)/10)
		o.Agent = []string{"writer", "editor"}[int(letter[0])%2]
		return o
	})
}

func TestAtMostFiveAreWritten(t *testing.T) {
	var all []genome.Observation
	for _, letter := range strings.Split("abcdef", "") { // equals, but for their IDs
		all = append(all, wishes(letter, 3, 2)...)
	}
	early := wishes("p", 3, 2)
	early[0].At = early[0].At.Add(-time.Hour)
	all = slices.Concat(all, early, wishes("q", 4, 2), wishes("r", 3, 3))
	p := consolidate(t, all)
	require.Equal(t, []string{"r", "q", "p", "a", "b"}, letters(p.Births), "most runs, most observations, earliest, ID; over all agents")
	require.Len(t, p.Consumed, 3+4+3+3+3)
	require.True(t, slices.IsSorted(p.Consumed))
	require.Equal(t, []string{"c", "d", "e", "f"}, letters(p.Refusals))
	require.Equal(t, genome.Refusal{Reason: genome.OverCap, Because: "comes after the 5 that one night writes"}, p.Refusals[0].Refusal)

	standing, written := gene("x", genome.Learned, "rrrrr rrrrrr"), gene("y", genome.Customer, "ppppp pppppp")
	p = consolidate(t, all, standing, written)
	require.Equal(t, []string{"q", "a", "b", "c"}, letters(p.Births), "a refresh is a write, a refusal is none")
	require.Equal(t, "x", p.Refreshes[0].Gene)
	require.Equal(t, []string{"p", "d", "e", "f"}, letters(p.Refusals))
}

func letters[T genome.Gene | genome.Refused](all []T) []string {
	var letters []string
	for _, one := range all {
		switch one := any(one).(type) {
		case genome.Gene:
			letters = append(letters, one.Text[:1])
		case genome.Refused:
			letters = append(letters, one.Text[:1])
		}
	}
	return letters
}

// The same log at the same time gives the same bytes, in any order of arrival.
func TestConsolidateKnowsNoOrderOfArrival(t *testing.T) {
	texts := realistic(60)
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		w := genome.Workspace{ID: "w"}
		for i := range rapid.IntRange(0, 80).Draw(t, "observations") {
			o := seen(numbered("o", i), numbered("r", rng.IntN(6)), texts[rng.IntN(len(texts))], float64(rng.IntN(16)))
			o.Agent = []string{"writer", "editor"}[rng.IntN(2)]
			w.Observations = append(w.Observations, o)
		}
		for i := range rapid.IntRange(0, 12).Draw(t, "genes") {
			g := at(gene(numbered("g", i), []genome.Stratum{genome.Kernel, genome.Customer, genome.Learned}[rng.IntN(3)], texts[rng.IntN(len(texts))]), rng.Float64())
			if state := []genome.State{genome.Live, genome.Retired, genome.Rejected}[rng.IntN(3)]; state != genome.Live {
				g = endedAgo(g, state, float64(rng.IntN(40)))
			}
			w.Genes = append(w.Genes, g)
		}
		tuning, immune := tuning(t, rapid.IntRange(0, 1).Draw(t, "version")), rapid.Bool().Draw(t, "immune")
		want := asJSON(t, genome.Consolidate(tuning, immune, night, w))
		rng.Shuffle(len(w.Observations), func(i, k int) { w.Observations[i], w.Observations[k] = w.Observations[k], w.Observations[i] })
		rng.Shuffle(len(w.Genes), func(i, k int) { w.Genes[i], w.Genes[k] = w.Genes[k], w.Genes[i] })
		require.Equal(t, want, asJSON(t, genome.Consolidate(tuning, immune, night, w)))
	})
}

func asJSON(t require.TestingT, v any) string {
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// Applying a pass and running the night again does nothing twice.
func TestASecondPassFindsNothing(t *testing.T) {
	p := consolidate(t, twice(short))
	require.Empty(t, consolidate(t, nil, p.Births...).Births)
	again := consolidate(t, twice(short), p.Births...)
	require.Empty(t, again.Births, "even unconsumed, it is evidence for the gene")
	require.Len(t, again.Refreshes, 1)
}
