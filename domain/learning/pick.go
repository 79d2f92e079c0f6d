package learning

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Pick splits the live learnings among the given ones into those that a run is told, at
// most rules.PerRun, and those that are left out. Both are in the order of telling:
// confirmed first, then oldest (specification, section 4).
func Pick(known []Learning, rules Rules) (told, leftOut []Learning) {
	live := slices.DeleteFunc(slices.Clone(known), func(l Learning) bool { return !l.State.Live() })
	slices.SortFunc(live, func(a, b Learning) int {
		return cmp.Or(confirmedFirst(a, b), older(a, b))
	})
	n := min(rules.PerRun, len(live))
	return live[:n:n], live[n:]
}

func confirmedFirst(a, b Learning) int {
	if a.State == b.State {
		return 0
	}
	if a.State == Confirmed {
		return -1
	}
	return 1
}

// older orders by when a learning was last proposed, then by ID.
func older(a, b Learning) int {
	return cmp.Or(a.ProposedAt.Compare(b.ProposedAt), strings.Compare(a.ID, b.ID))
}

// Cutoff is the time at or before which a learning must have lapsed to be deleted now.
// One whose lapse was not recorded counts from when it was last proposed.
func Cutoff(rules Rules, now time.Time) time.Time {
	return now.Add(-time.Duration(rules.KeepLapsedDays) * 24 * time.Hour)
}

// Lapses tells a person how much of its life a learning has left.
func Lapses(l Learning) string {
	switch l.State {
	case Confirmed:
		return "never lapses"
	case Rejected:
		return "never told again"
	case Lapsed:
		if l.LapsedAt == nil {
			return "has lapsed"
		}
		return "lapsed on " + l.LapsedAt.UTC().Format(time.DateOnly)
	case Provisional:
	}
	if l.RunsLeft == 1 {
		return "lapses after 1 more run of its agent"
	}
	return fmt.Sprintf("lapses after %d more runs of its agent", l.RunsLeft)
}
