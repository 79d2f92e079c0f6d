package genome

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"redeye/domain/text"
)

// Workspace is what one pass looks at.
type Workspace struct {
	ID string
	// Genes are those of all its agents, in every state.
	Genes []Gene
	// Observations are those that are neither consumed nor revoked. What is outside of
	// the window is passed over; see Tuning.Since.
	Observations []Observation
}

// Pass is what one night makes of one workspace. It is a value to be applied as a whole.
type Pass struct {
	// Births and Refreshes together are at most Tuning.Writes, each in order of rank.
	Births    []Gene    `json:"births"`
	Refreshes []Refresh `json:"refreshes"`
	// Consumed are the observations that were used, sorted.
	Consumed []string `json:"consumed"`
	// Refusals are in order of rank.
	Refusals []Refused `json:"refusals"`
	// Seen counts the observations in the window, Waiting the groups of them that have
	// yet to qualify.
	Seen    int `json:"seen"`
	Waiting int `json:"waiting"`
}

// Refresh is evidence for a live learned gene.
type Refresh struct {
	Gene     string     `json:"gene"`
	Evidence []Evidence `json:"evidence"` // what is added
	// Before and After are the gene's strength; equal, unless the tuning lifts it.
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// Refused is a candidate that came to nothing. Its observations are not consumed.
type Refused struct {
	Refusal
	Agent        string   `json:"agent"`
	Text         string   `json:"text"` // its wording, cut to Tuning.ToldBytes
	Observations []string `json:"observations"`
}

// Consolidate makes genes of a workspace's observations of the last Tuning.Window, one
// agent at a time (specification, section 5). The same workspace at the same asOf gives
// the same pass, whatever order things come in.
//
// The Writes go to the candidates with most runs, then most observations, then the
// earliest, then the first by ID, over all agents. A candidate is checked when its turn
// comes: one after the last write is OverCap, whatever else might have spoken against it.
func Consolidate(t Tuning, immune bool, asOf time.Time, w Workspace) Pass {
	var p Pass
	var candidates []candidate
	for agent, observations := range t.byAgent(w.Observations, asOf) {
		p.Seen += len(observations)
		found, waiting := t.candidates(agent, observations, immune)
		p.Waiting += waiting
		candidates = append(candidates, found...)
	}
	if len(candidates) == 0 {
		return p
	}
	slices.SortFunc(candidates, candidate.before)
	s := settling{tuning: t, asOf: asOf, workspace: w, known: map[string][]reading{}, pass: p}
	for _, c := range candidates {
		s.settle(c)
	}
	slices.Sort(s.pass.Consumed)
	return s.pass
}

// byAgent sorts what is in the window by agent, and within one by time. Its order is that
// of a map: what is made of it is sorted.
func (t Tuning) byAgent(observations []Observation, asOf time.Time) map[string][]Observation {
	agents := map[string][]Observation{}
	for _, o := range observations {
		if t.inWindow(o.At, asOf) {
			agents[o.Agent] = append(agents[o.Agent], o)
		}
	}
	for agent := range maps.Keys(agents) {
		agents[agent] = distinct(agents[agent])
	}
	return agents
}

// candidate is a group that qualifies. Its observations are in order of time, so that the
// first is its founder.
type candidate struct {
	agent        string
	text         string
	gist         Gist
	runs         int
	observations []Observation
}

func (c candidate) before(d candidate) int {
	return cmp.Or(
		cmp.Compare(d.runs, c.runs),
		cmp.Compare(len(d.observations), len(c.observations)),
		byTime(c.observations[0], d.observations[0]),
	)
}

// candidates returns an agent's groups that qualify, and how many do not yet.
func (t Tuning) candidates(agent string, observations []Observation, immune bool) (found []candidate, waiting int) {
	gists := make([]Gist, len(observations))
	for i, o := range observations {
		gists[i] = t.Gist(o.Text)
	}
	for _, members := range t.Groups(gists) {
		group, gistsOf := pick(observations, members), pick(gists, members)
		if !t.qualifies(group, immune) {
			waiting++
			continue
		}
		runs, _ := spread(group)
		m := medoid(gistsOf)
		found = append(found, candidate{agent, Wording(group[m].Text), gistsOf[m], runs, group})
	}
	return found, waiting
}

func pick[T any](from []T, at []int) []T {
	picked := make([]T, len(at))
	for i, k := range at {
		picked[i] = from[k]
	}
	return picked
}

func (c candidate) evidence() []Evidence {
	all := make([]Evidence, len(c.observations))
	for i, o := range c.observations {
		all[i] = Evidence{Observation: o.ID, Run: o.Run}
	}
	return all
}

func (c candidate) ids() []string {
	ids := make([]string, len(c.observations))
	for i, o := range c.observations {
		ids[i] = o.ID
	}
	return ids
}

func (c candidate) refused(r Refusal, t Tuning) Refused {
	return Refused{Refusal: r, Agent: c.agent, Text: text.Cut(c.text, t.ToldBytes), Observations: c.ids()}
}
