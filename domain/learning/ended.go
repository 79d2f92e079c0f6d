package learning

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Ended returns what one ended run, whatever its outcome, makes of the learnings of its
// agent: those that changed and the new ones, sorted by ID. known are the agent's
// learnings in every state, or those that are provisional if the run proposed nothing;
// told are the IDs of those the run was told.
//
// Proposals count in their order, each against what the ones before it left. Then every
// provisional learning ages by one run, but for those that this run brought up.
func Ended(known []Learning, told []string, proposals []Proposal, rules Rules, now time.Time) []Learning {
	e := ending{told: told, rules: rules, now: now, changed: map[string]Learning{}}
	if len(proposals) > 0 {
		e.read(known)
	}
	for _, p := range proposals {
		e.propose(p)
	}
	e.age(known)
	return slices.SortedFunc(maps.Values(e.changed), func(a, b Learning) int { return strings.Compare(a.ID, b.ID) })
}

// ending is the end of one run under way.
type ending struct {
	told    []string
	rules   Rules
	now     time.Time
	entries []entry
	changed map[string]Learning
}

// entry is a learning with its gist, which is worked out once.
type entry struct {
	Learning
	gist gist
}

func (e *ending) read(known []Learning) {
	for _, l := range known {
		e.entries = append(e.entries, entry{l, gistOf(l.Text)})
	}
}

func (e *ending) propose(p Proposal) {
	g := gistOf(p.Text)
	at := e.match(g)
	switch {
	case at < 0:
		born := Learning{ID: p.ID, Text: p.Text, State: Provisional, RunsLeft: e.rules.Runs, ProposedAt: e.now}
		e.entries = append(e.entries, entry{born, g})
		e.changed[born.ID] = born
	case e.entries[at].State == Lapsed && !e.toldOf(e.entries[at]):
		reborn := e.entries[at].after(proposedAgain, e.rules, e.now)
		reborn.Text = p.Text
		e.entries[at] = entry{reborn, g}
		e.changed[reborn.ID] = reborn
	}
}

// match returns the index of the learning that a proposal repeats, -1 if there is none.
// A rejected one comes first, for a refusal is for ever; then a live one, then one that
// the run was told and that has lapsed meanwhile, then the oldest lapsed one (ours).
func (e *ending) match(g gist) int {
	best := -1
	for i, candidate := range e.entries {
		if g.same(candidate.gist) && (best < 0 || e.before(candidate, e.entries[best])) {
			best = i
		}
	}
	return best
}

func (e *ending) before(a, b entry) bool {
	if ra, rb := e.rank(a), e.rank(b); ra != rb {
		return ra < rb
	}
	return older(a.Learning, b.Learning) < 0
}

func (e *ending) rank(l entry) int {
	switch {
	case l.State == Rejected:
		return 0
	case l.State.Live():
		return 1
	case e.toldOf(l):
		return 2
	}
	return 3
}

// toldOf says that a proposal is an echo in any state: repeating what one was told proves
// nothing, even if it has lapsed while the run was under way (ours).
func (e *ending) toldOf(l entry) bool { return slices.Contains(e.told, l.ID) }

func (e *ending) age(known []Learning) {
	for _, l := range known {
		if _, fresh := e.changed[l.ID]; fresh || l.State != Provisional {
			continue
		}
		e.changed[l.ID] = l.after(runEnded, e.rules, e.now)
	}
}
