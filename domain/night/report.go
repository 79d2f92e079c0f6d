package night

import (
	"time"

	"redeye/domain/genome"
)

// Status says how a phase, or a night, ended.
type Status string

// How a phase can end.
const (
	Done   Status = "done"
	Off    Status = "off" // its flag is off: it had no effect
	Failed Status = "failed"
)

// How a night can end.
const (
	Finished Status = "finished"
	Partial  Status = "partial" // a phase failed; running the night again repairs it
)

// PhaseReport is what came of one phase.
type PhaseReport struct {
	Phase  Phase  `json:"phase"`
	Status Status `json:"status"`
	// Counts are of all that the phase did in this night, earlier tries included.
	Counts Counts `json:"counts,omitempty"`
	Error  string `json:"error,omitempty"` // why it failed
}

// Did tells a person what the phase did, or why it did not.
func (p PhaseReport) Did() string {
	if p.Status == Failed {
		return p.Error
	}
	if p.Status == Off {
		return "its flag is off"
	}
	return p.Counts.String()
}

// Failure is a phase that failed, and why.
type Failure struct {
	Phase Phase  `json:"phase"`
	Error string `json:"error"`
}

// Span is when a phase had its turn.
type Span struct {
	StartedAt time.Time `json:"started_at"`
	EndedAt   time.Time `json:"ended_at"`
}

// Took is how long it was.
func (s Span) Took() time.Duration { return s.EndedAt.Sub(s.StartedAt).Round(time.Millisecond) }

// Report is what came of a night. The phases are in their order. It tells no time but the
// night's: the same night over the same data gives the same bytes.
type Report struct {
	Night   time.Time     `json:"night"`
	Factory string        `json:"factory,omitempty"`
	Phases  []PhaseReport `json:"phases"`
}

// Status is Partial if a phase failed.
func (r Report) Status() Status {
	if len(r.Failures()) > 0 {
		return Partial
	}
	return Finished
}

// Failures are the phases that failed, in their order.
func (r Report) Failures() []Failure {
	var failed []Failure
	for _, p := range r.Phases {
		if p.Status == Failed {
			failed = append(failed, Failure{p.Phase, p.Error})
		}
	}
	return failed
}

// Record is a night as the database knows it.
type Record struct {
	Night     time.Time  `json:"night"`
	Manual    bool       `json:"manual"`
	StartedAt time.Time  `json:"started_at"`
	EndedAt   *time.Time `json:"ended_at,omitempty"`
	Status    Status     `json:"status,omitempty"` // empty while it is under way
	Report    *Report    `json:"report,omitempty"`
	// Spans are of the report's phases, one for each.
	Spans []Span `json:"spans,omitempty"`
	// Refusals are read for one night, and left out of lists.
	Refusals []Refusal `json:"refusals,omitempty"`
}

// Refusal is a candidate that consolidation refused.
type Refusal struct {
	Workspace string `json:"workspace"`
	genome.Refused
}
