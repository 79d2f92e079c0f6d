package genome

import "time"

// Stratum says whose word a gene is (specification, section 1).
type Stratum string

// The three strata, in the order in which they are told.
const (
	Kernel   Stratum = "kernel"   // the platform's: what the agent is
	Customer Stratum = "customer" // written, or approved, by the customer
	Learned  Stratum = "learned"  // made of observations by the night
)

// State is where a gene stands in its life.
type State string

// The three states. Only live genes are told, move, and have duplicates.
const (
	Live     State = "live"
	Retired  State = "retired"  // left the genome; its record is kept
	Rejected State = "rejected" // a tombstone: the customer wants nothing like it
)

// Kind says what an observation was taken from.
type Kind string

// The two kinds of observation.
const (
	Edit    Kind = "edit"    // derived from the customer's edit, see FromEdit
	Comment Kind = "comment" // the customer's own words on a thumbs-down
)

// Observation is one thing that the customer did with one run's output: the fast memory.
type Observation struct {
	ID    string    `json:"id"` // unique in its workspace
	Agent string    `json:"agent"`
	Run   string    `json:"run"`
	Kind  Kind      `json:"kind"`
	Text  string    `json:"text"`
	At    time.Time `json:"at"`
}

// Evidence is an observation that speaks for a gene.
type Evidence struct {
	Observation string `json:"observation"`
	Run         string `json:"run"`
}

// Gene is one line of the genome of one agent in one workspace: the slow memory.
type Gene struct {
	ID      string  `json:"id"`
	Agent   string  `json:"agent"`
	Stratum Stratum `json:"stratum"`
	Text    string  `json:"text"` // one line
	State   State   `json:"state"`
	// Strength, from 0 to 1, says how often a learned gene was confirmed. It does not say
	// that the gene is right. 0 in the other strata.
	Strength float64 `json:"strength"`
	// Credited counts the outcomes that moved a learned gene.
	Credited int `json:"credited"`
	// Contradictions counts those of a customer gene since its last confirmation.
	Contradictions int `json:"contradictions"`
	// Flagged asks a person to review the gene. It is told all the same.
	Flagged bool `json:"flagged"`
	// Evidence is every observation behind it, in the order in which they were used.
	Evidence []Evidence `json:"evidence,omitempty"`
	// Returns is the retired gene whose like this one is; empty if it has no forerunner.
	Returns string    `json:"returns,omitempty"`
	BornAt  time.Time `json:"born_at"`
	// ApprovedAt is when a person made a learned gene the customer's.
	ApprovedAt *time.Time `json:"approved_at,omitempty"`
	// EndedAt and EndReason, a sentence's predicate, are set once it is not Live.
	EndedAt   *time.Time `json:"ended_at,omitempty"`
	EndReason string     `json:"end_reason,omitempty"`
}

// ended is the gene after it left the genome.
func (g Gene) ended(state State, at time.Time, reason string) Gene {
	g.State, g.EndedAt, g.EndReason, g.Flagged = state, &at, reason, false
	return g
}

// runs counts the distinct runs behind a gene.
func runs(evidence []Evidence) int {
	distinct := map[string]bool{}
	for _, e := range evidence {
		distinct[e.Run] = true
	}
	return len(distinct)
}
