package alert_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/alert"
)

var asOf = time.Date(2026, 12, 3, 2, 30, 0, 0, time.UTC) // a Thursday

func everything() alert.Found {
	return alert.Found{
		Caught:    []alert.Caught{{Workspace: "acme", Agent: "editor", Observation: "n.1.o1"}, {Workspace: "acme", Agent: "editor", Gene: "g.1"}, {Workspace: "acme", Agent: "editor", Observation: "n.1.o1"}},
		Harmful:   []alert.Harmful{{"acme", "editor", "g.2"}},
		Rates:     []alert.Rates{{"acme", "editor", 20, 5, 80, 70}, {"acme", "critic", 20, 17, 80, 70}},
		Requests:  []alert.Request{{"n.1.h1", "acme", "editor", asOf.Add(-25 * time.Hour)}, {"n.2.h1", "acme", "editor", asOf.Add(-24 * time.Hour)}},
		Unmetered: []alert.Unmetered{{"acme", "editor", 3}},
		Failures:  []alert.Failure{{asOf, "families"}},
	}
}

func TestWhatANightFoundIsRaisedOnceForEachCause(t *testing.T) {
	got := alert.Raise(everything(), asOf)
	var causes, texts []string
	for _, a := range got {
		causes, texts = append(causes, a.Cause), append(texts, a.Text)
		require.Equal(t, asOf, a.RaisedAt)
		require.Contains(t, alert.Rules(), a.Rule)
		require.Regexp(t, `^a\.[a-z2-7]{16}$`, a.ID)
	}
	require.Equal(t, []string{
		"accept_rate/acme/editor/2026-11-30", "fuel_unknown/acme/editor/2026-12-03", "harm_stop/g.2",
		"injection/g.1", "injection/n.1.o1", "open_request/n.1.h1", "phase_failed/2026-12-03T02:30:00Z/families",
	}, causes)
	require.Equal(t, []string{
		"customers accept less of editor: 5 of 20 in the last week, 70 of 80 in the four before; see: starter scorecard editor --workspace acme",
		"3 of the runs of editor that ended in the last day have no known cost, and no fuel was taken for them; see: starter run list --agent editor --workspace acme",
		"gene g.2 made outputs of editor worse, and is told no more; see: starter experiment show editor --workspace acme",
		"gene g.1 of editor could pass for an instruction; see: starter gene show g.1",
		"observation n.1.o1 on editor could pass for an instruction, and is kept out of prompts and genes; see: starter observation list --agent editor --workspace acme",
		"editor waits for an answer since 2026-12-02 01:30 UTC; see: starter request show n.1.h1",
		"phase families of the night 2026-12-03T02:30:00Z failed; see: starter night show 2026-12-03T02:30:00Z",
	}, texts)

	backwards := everything()
	slices.Reverse(backwards.Caught)
	slices.Reverse(backwards.Requests)
	require.Equal(t, got, alert.Raise(backwards, asOf), "in any order")
	require.Empty(t, alert.Raise(alert.Found{}, asOf))
}

func TestARateThatFellIsToldOfOnceAWeek(t *testing.T) {
	cause := func(day int) string {
		at := time.Date(2026, 11, 30, 2, 30, 0, 0, time.UTC).AddDate(0, 0, day)
		return alert.Raise(alert.Found{Rates: everything().Rates}, at)[0].Cause
	}
	for day := range 7 {
		require.Equal(t, "accept_rate/acme/editor/2026-11-30", cause(day))
	}
	require.Equal(t, "accept_rate/acme/editor/2026-12-07", cause(7))
}

func TestFewOutcomesSayNothing(t *testing.T) {
	for want, r := range map[int][]alert.Rates{
		0: {{"w", "a", 9, 0, 80, 80}, {"w", "a", 80, 0, 9, 9}, {"w", "a", 80, 70, 80, 70}, {"w", "a", 20, 20, 80, 10}},
		1: {{"w", "a", 10, 0, 10, 10}},
	} {
		require.Len(t, alert.Raise(alert.Found{Rates: r}, asOf), want)
	}
}

// The lady who tastes tea, and what is certain.
func TestFisher(t *testing.T) {
	require.InDelta(t, 17.0/70, alert.Fisher(1, 4, 3, 4), 1e-12)
	require.InDelta(t, 1.0/70, alert.Fisher(0, 4, 4, 4), 1e-12)
	require.InDelta(t, 1, alert.Fisher(4, 4, 0, 4), 1e-12)
	require.InDelta(t, 1, alert.Fisher(0, 0, 3, 4), 1e-12)
	require.InDelta(t, 0.5, alert.Fisher(0, 1, 1, 1), 1e-12)
}

// An agent that never changes is looked at every night.
func TestARateThatDoesNotFallIsSeldomToldOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const agents, nights, each = 100, 365, 5
	told := map[string]bool{}
	for agent := range agents {
		accepted := make([]int, nights)
		for n := range accepted {
			for range each {
				if rng.Float64() < 0.8 {
					accepted[n]++
				}
			}
		}
		for n := 35; n < nights; n++ {
			r := alert.Rates{Workspace: "w", Agent: string(rune('a' + agent)), Now: 7 * each, Before: 28 * each}
			for _, k := range accepted[n-7 : n] {
				r.NowAccepted += k
			}
			for _, k := range accepted[n-35 : n-7] {
				r.BeforeAccepted += k
			}
			for _, a := range alert.Raise(alert.Found{Rates: []alert.Rates{r}}, asOf.AddDate(0, 0, n)) {
				told[a.Cause] = true
			}
		}
	}
	t.Log(len(told), "alerts in", agents, "years")
	require.LessOrEqual(t, len(told), 10)
}

func TestAMissingNight(t *testing.T) {
	last := asOf
	require.Nil(t, alert.Missing(last, last.Add(26*time.Hour)))
	a := alert.Missing(last, last.Add(26*time.Hour+time.Second))
	require.Equal(t, "no_night/2026-12-03T02:30:00Z", a.Cause)
	require.Equal(t, "no night has begun since 2026-12-03 02:30 UTC; see: starter night list", a.Text)
	require.Equal(t, a.Cause, alert.Missing(last, last.Add(40*time.Hour)).Cause, "one for each last night")
	require.Equal(t, alert.NoNight, a.Rule)
}
