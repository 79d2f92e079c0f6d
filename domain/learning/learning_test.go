package learning_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/learning"
)

var (
	noon    = time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)
	earlier = noon.Add(-24 * time.Hour)
)

const (
	pinned = "The release pipeline needs a pinned compiler version"
	longer = "The release pipeline needs a pinned compiler version before tagging"
	other  = "The manifest needs careful handling before publishing"
)

// in returns a learning as it would stand in a state.
func in(state learning.State) learning.Learning {
	l := learning.Learning{ID: "c.1.l1", Text: pinned, State: state, ProposedAt: earlier}
	switch state {
	case learning.Provisional:
		l.RunsLeft = 5
	case learning.Lapsed:
		l.LapsedAt = &earlier
	case learning.Confirmed, learning.Rejected:
	}
	return l
}

func proposals(texts ...string) []learning.Proposal {
	list := make([]learning.Proposal, 0, len(texts))
	for i, t := range texts {
		list = append(list, learning.Proposal{ID: fmt.Sprintf("c.9.l%d", i+1), Text: t})
	}
	return list
}

// Every state meets every event: nil means that nothing changes.
func TestEveryStateAndEvent(t *testing.T) {
	rules := learning.Defaults()
	keep, drop := func(l learning.Learning) []learning.Learning { return changed(l, learning.Keep(l)) },
		func(l learning.Learning) []learning.Learning { return changed(l, learning.Drop(l)) }
	propose := func(l learning.Learning) []learning.Learning {
		return learning.Ended([]learning.Learning{l}, nil, proposals(longer), rules, noon)
	}
	repeat := func(l learning.Learning) []learning.Learning {
		return learning.Ended([]learning.Learning{l}, []string{l.ID}, proposals(longer), rules, noon)
	}
	end := func(l learning.Learning) []learning.Learning {
		return learning.Ended([]learning.Learning{l}, nil, nil, rules, noon)
	}
	aged := &learning.Learning{ID: "c.1.l1", Text: pinned, State: learning.Provisional, RunsLeft: 4, ProposedAt: earlier}
	reborn := &learning.Learning{ID: "c.1.l1", Text: longer, State: learning.Provisional, RunsLeft: 20, Rediscoveries: 1, ProposedAt: noon}
	confirmed := &learning.Learning{ID: "c.1.l1", Text: pinned, State: learning.Confirmed, ProposedAt: earlier}
	rejected := &learning.Learning{ID: "c.1.l1", Text: pinned, State: learning.Rejected, ProposedAt: earlier}
	for _, c := range []struct {
		state learning.State
		event string
		do    func(learning.Learning) []learning.Learning
		want  *learning.Learning
	}{
		{learning.Provisional, "run ended", end, aged},
		{learning.Provisional, "proposed again", propose, aged}, // an echo renews no life
		{learning.Provisional, "repeated", repeat, aged},
		{learning.Provisional, "kept", keep, confirmed},
		{learning.Provisional, "dropped", drop, rejected},
		{learning.Confirmed, "run ended", end, nil},
		{learning.Confirmed, "proposed again", propose, nil},
		{learning.Confirmed, "repeated", repeat, nil},
		{learning.Confirmed, "kept", keep, nil},
		{learning.Confirmed, "dropped", drop, rejected},
		{learning.Lapsed, "run ended", end, nil},
		{learning.Lapsed, "proposed again", propose, reborn},
		{learning.Lapsed, "repeated", repeat, nil},
		{learning.Lapsed, "kept", keep, confirmed},
		{learning.Lapsed, "dropped", drop, rejected},
		{learning.Rejected, "run ended", end, nil},
		{learning.Rejected, "proposed again", propose, nil},
		{learning.Rejected, "repeated", repeat, nil},
		{learning.Rejected, "kept", keep, confirmed},
		{learning.Rejected, "dropped", drop, nil},
	} {
		t.Run(fmt.Sprintf("%s, %s", c.state, c.event), func(t *testing.T) {
			got := c.do(in(c.state))
			if c.want == nil {
				require.Empty(t, got)
				return
			}
			require.Equal(t, []learning.Learning{*c.want}, got)
		})
	}
}

func changed(before, after learning.Learning) []learning.Learning {
	if before == after {
		return nil
	}
	return []learning.Learning{after}
}

func TestPickTellsConfirmedThenOldest(t *testing.T) {
	at := func(id string, state learning.State, hours int) learning.Learning {
		return learning.Learning{ID: id, State: state, ProposedAt: earlier.Add(time.Duration(hours) * time.Hour)}
	}
	known := []learning.Learning{
		at("p-new", learning.Provisional, 3), at("lapsed", learning.Lapsed, 0), at("c-new", learning.Confirmed, 2),
		at("p-b", learning.Provisional, 1), at("rejected", learning.Rejected, 0), at("p-a", learning.Provisional, 1),
		at("c-old", learning.Confirmed, 1),
	}
	for perRun, want := range map[int][]string{
		1: {"c-old"}, 3: {"c-old", "c-new", "p-a"}, 25: {"c-old", "c-new", "p-a", "p-b", "p-new"},
	} {
		told, leftOut := learning.Pick(known, learning.Rules{PerRun: perRun})
		require.Equal(t, want, ids(told))
		require.Equal(t, []string{"c-old", "c-new", "p-a", "p-b", "p-new"}, append(ids(told), ids(leftOut)...))
	}
	require.Equal(t, "p-new", known[0].ID, "the input is left alone")
}

func ids(list []learning.Learning) []string {
	var names []string
	for _, l := range list {
		names = append(names, l.ID)
	}
	return names
}

func TestCutoff(t *testing.T) {
	require.Equal(t, noon.AddDate(0, 0, -14), learning.Cutoff(learning.Defaults(), noon))
	require.Equal(t, noon, learning.Cutoff(learning.Rules{KeepLapsedDays: 0}, noon), "zero deletes at once")
}

func TestLapses(t *testing.T) {
	for want, l := range map[string]learning.Learning{
		"lapses after 5 more runs of its agent": in(learning.Provisional),
		"lapses after 1 more run of its agent":  {State: learning.Provisional, RunsLeft: 1},
		"never lapses":                          in(learning.Confirmed),
		"lapsed on 2026-10-02":                  in(learning.Lapsed),
		"has lapsed":                            {State: learning.Lapsed},
		"never told again":                      in(learning.Rejected),
	} {
		require.Equal(t, want, learning.Lapses(l))
	}
}

func TestDefaultsAreTheSpecifications(t *testing.T) {
	require.Equal(t, learning.Rules{Runs: 20, Rediscoveries: 3, MaxCharacters: 400, PerRun: 25, KeepLapsedDays: 14}, learning.Defaults())
}
