package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/genome"
)

var record = flag.Bool("record", false, "write the result that is wanted")

func simulated(t *testing.T) (table, picture string) {
	t.Helper()
	svg := filepath.Join(t.TempDir(), "result.svg")
	var out bytes.Buffer
	require.NoError(t, run([]string{"-seeds", "4", "-svg", svg}, &out))
	drawn, err := os.ReadFile(svg)
	require.NoError(t, err)
	return out.String(), string(drawn)
}

// A rule that changes what is learned changes this file, and whoever changes it looks at
// the whole result: make simulate.
func TestTheResultIsTheRecordedOne(t *testing.T) {
	table, _ := simulated(t)
	const file = "testdata/four-lives.txt"
	if *record {
		require.NoError(t, os.WriteFile(file, []byte(table), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), table)
}

func TestTheSameBytesOnOneProcessorAndOnMany(t *testing.T) {
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	table, picture := simulated(t)
	runtime.GOMAXPROCS(8)
	again, drawn := simulated(t)
	require.Equal(t, table, again)
	require.Equal(t, picture, drawn)
}

func TestEveryWordingCanBeLearnedAndMeansOneThing(t *testing.T) {
	tuning, err := genome.TuningOf(1)
	require.NoError(t, err)
	meanings := map[string]wish{}
	for topic := range topics {
		for way, wordings := range topics[topic] {
			for _, text := range wordings {
				w := wish{topic, way}
				before, taken := meanings[genome.Wording(text)]
				require.False(t, taken && before != w, "%q means two things", text)
				meanings[genome.Wording(text)] = w
				require.Equal(t, 1, bornOf(tuning, text), "%q is a gene after two runs", text)
			}
		}
	}
	require.Equal(t, 1, bornOf(tuning, poisoned), "no screen stops the poisoner")
}

// bornOf is how many genes two runs make of a text.
func bornOf(tuning genome.Tuning, text string) int {
	l := life{now: begin, meant: map[string]wish{}}
	l.observe(1, text)
	l.observe(2, text)
	pass := genome.Consolidate(tuning, false, begin, genome.Workspace{ID: "workspace", Observations: l.observations})
	return len(pass.Births)
}

func TestWhoIsWho(t *testing.T) {
	is := func(name string) customer { return newCustomer(named(name), luck(1, "customer", 0)) }
	stable, pipelines, switching := is("stable"), is("by pipeline"), is("switching")
	require.Equal(t, stable.wantsOf(0), stable.wantsOf(runsAll-1))
	require.Equal(t, pipelines.wantsOf(0)[0].opposite(), pipelines.wantsOf(1)[0])
	require.True(t, pipelines.holds(pipelines.wants[0].opposite(), 0), "in the other pipeline")
	require.Equal(t, switching.wants[0], switching.wantsOf(switchRun - 1)[0])
	require.Equal(t, switching.wants[0].opposite(), switching.wantsOf(switchRun)[0])
	require.False(t, switching.holds(switching.wants[0], switchRun))
}

func TestPoisonIsLearnedFromAsManyRunsAsARuleAsks(t *testing.T) {
	for _, c := range []struct {
		who    string
		immune bool
		want   int
	}{
		{"poisoner, one run", false, 0},
		{"poisoner, two runs", false, 1},
		{"poisoner, two runs", true, 0},
		{"poisoner, three runs", true, 1},
	} {
		got, err := live(arm{learns: true, tuning: 1, immune: c.immune}, named(c.who), 7)
		require.NoError(t, err)
		require.Equal(t, c.want, got.poisoned, "%s, immune check %v", c.who, c.immune)
	}
}

func TestWithoutLearningNothingIsToldAndNothingBorn(t *testing.T) {
	got, err := live(arms[0], named("poisoner, three runs"), 7)
	require.NoError(t, err)
	require.Zero(t, total(got.right)+total(got.against)+total(got.misled)+got.births)
	require.NotZero(t, got.judged)
}

func TestALifeThatNeverGotThereIsCounted(t *testing.T) {
	m := measures[3]
	got := m.mean([]tally{{firstRight: 2}, {firstRight: nights}})
	require.Equal(t, mean{mean: 46, reach: z * 44, never: 1}, got)
}

func TestBadFlags(t *testing.T) {
	require.ErrorContains(t, run([]string{"-seeds", "1"}, &bytes.Buffer{}), "-seeds")
	require.ErrorContains(t, run([]string{"more"}, &bytes.Buffer{}), "no other words")
}
