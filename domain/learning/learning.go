package learning

import "time"

// State is where a learning stands in its life (specification, section 4).
type State string

// The four states. Provisional and confirmed learnings are live: they are told.
const (
	Provisional State = "provisional"
	Confirmed   State = "confirmed"
	Lapsed      State = "lapsed"
	Rejected    State = "rejected"
)

// Live reports whether a learning in this state is told to its agent.
func (s State) Live() bool { return s == Provisional || s == Confirmed }

// Learning is one insight of one agent in one workspace.
type Learning struct {
	// ID names the call that first proposed it: the run's ID, ".l", the call's number.
	ID    string `json:"id"`
	Text  string `json:"text"` // the newest wording
	State State  `json:"state"`
	// RunsLeft counts down to lapsing while Provisional; 0 in every other state.
	RunsLeft int `json:"runs_left"`
	// Rediscoveries counts how often it was proposed again while lapsed.
	Rediscoveries int       `json:"rediscoveries"`
	ProposedAt    time.Time `json:"proposed_at"` // when it was last proposed, echoes not counted
	// LapsedAt is when it lapsed; nil while it has not, and where that was not recorded.
	LapsedAt *time.Time `json:"lapsed_at,omitempty"`
}

// Proposal is one screened learning that an ended run proposed.
type Proposal struct {
	ID   string // becomes the learning's ID if it is new
	Text string
}

// Rules are the factory's [learnings] numbers. The zero value is not usable: see Defaults.
type Rules struct {
	Runs           int `json:"runs"`             // runs of its agent a provisional learning lives for
	Rediscoveries  int `json:"rediscoveries"`    // rediscoveries that confirm it
	MaxCharacters  int `json:"max_characters"`   // longest text, in characters
	PerRun         int `json:"per_run"`          // most learnings one run is told
	KeepLapsedDays int `json:"keep_lapsed_days"` // days a lapsed one is kept; 0 deletes at once
}

// Defaults are the specification's numbers.
func Defaults() Rules {
	return Rules{Runs: 20, Rediscoveries: 3, MaxCharacters: 400, PerRun: 25, KeepLapsedDays: 14}
}
