package learning_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/learning"
)

// book is what is kept of one agent's learnings between its runs.
type book map[string]learning.Learning

// end has one run end that was told everything live when it began.
func (b book) end(rules learning.Rules, texts ...string) {
	var known []learning.Learning
	for _, l := range b {
		known = append(known, l)
	}
	told, _ := learning.Pick(known, rules)
	for _, l := range learning.Ended(known, ids(told), proposals(texts...), rules, noon) {
		b[l.ID] = l
	}
}

func (b book) only(t *testing.T) learning.Learning {
	t.Helper()
	require.Len(t, b, 1)
	return b["c.9.l1"]
}

func TestALearningLivesForTwentyRuns(t *testing.T) {
	b, rules := book{}, learning.Defaults()
	b.end(rules, pinned)
	require.Equal(t, learning.Learning{ID: "c.9.l1", Text: pinned, State: learning.Provisional, RunsLeft: 20, ProposedAt: noon},
		b.only(t), "the proposing run does not count")
	for range 19 {
		b.end(rules, longer)
	}
	require.Equal(t, 1, b.only(t).RunsLeft, "an echo renews no life")
	require.Equal(t, pinned, b.only(t).Text, "an echo changes no wording")
	b.end(rules)
	require.Equal(t, learning.Lapsed, b.only(t).State)
	require.Equal(t, noon, *b.only(t).LapsedAt)
}

func TestTheThirdRediscoveryConfirms(t *testing.T) {
	b, rules := book{}, learning.Defaults()
	rules.Runs = 1
	b.end(rules, pinned)
	for n := 1; n <= 3; n++ {
		b.end(rules)
		require.Equal(t, learning.Lapsed, b.only(t).State)
		b.end(rules, longer)
		require.Equal(t, n, b.only(t).Rediscoveries)
		require.Nil(t, b.only(t).LapsedAt)
	}
	require.Equal(t, learning.Confirmed, b.only(t).State)
	require.Zero(t, b.only(t).RunsLeft)
	b.end(rules)
	require.Equal(t, learning.Confirmed, b.only(t).State, "a confirmed learning never lapses")
}

func TestOneRunProposesTwice(t *testing.T) {
	b, rules := book{}, learning.Defaults()
	b.end(rules, pinned, longer, other)
	require.Len(t, b, 2, "the second saying of the same is an echo of the first")
	require.Equal(t, pinned, b["c.9.l1"].Text)
	require.Equal(t, other, b["c.9.l3"].Text)

	lapsed := in(learning.Lapsed)
	got := learning.Ended([]learning.Learning{lapsed}, nil, proposals(pinned, longer), rules, noon)
	require.Len(t, got, 1)
	require.Equal(t, 1, got[0].Rediscoveries, "one run rediscovers once")
}

func TestOfSeveralMatches(t *testing.T) {
	rules := learning.Defaults()
	with := func(id string, state learning.State, hour int) learning.Learning {
		l := in(state)
		l.ID, l.ProposedAt = id, earlier.AddDate(0, 0, hour)
		return l
	}
	rejected, live := with("rejected", learning.Rejected, 9), with("live", learning.Confirmed, 9)
	young, old, same := with("young", learning.Lapsed, 2), with("b-old", learning.Lapsed, 1), with("a-old", learning.Lapsed, 1)
	for name, c := range map[string]struct {
		known []learning.Learning
		told  []string
		want  []string
	}{
		"a rejected one refuses for ever":       {[]learning.Learning{young, live, rejected}, nil, nil},
		"a live one makes it an echo":           {[]learning.Learning{young, live}, nil, nil},
		"one that was told makes it an echo":    {[]learning.Learning{old, young}, []string{"young"}, nil},
		"the oldest lapsed one is rediscovered": {[]learning.Learning{young, old}, nil, []string{"b-old"}},
		"of equals the first by ID":             {[]learning.Learning{old, same}, nil, []string{"a-old"}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, ids(learning.Ended(c.known, c.told, proposals(longer), rules, noon)))
		})
	}
}

func TestEndedReturnsWhatChangedInOrder(t *testing.T) {
	a, b := in(learning.Provisional), in(learning.Provisional)
	a.ID, b.ID, b.Text = "z", "a", other
	known := []learning.Learning{a, in(learning.Confirmed), b}
	got := learning.Ended(known, nil, proposals("Commit subjects start with the area that they change"), learning.Defaults(), noon)
	require.Equal(t, []string{"a", "c.9.l1", "z"}, ids(got))
	require.Equal(t, 5, known[0].RunsLeft, "the input is left alone")
}
