package genome

import (
	"time"

	"redeye/domain/fault"
)

// ObservationRecord is an observation with whose it is and what became of it.
type ObservationRecord struct {
	Observation
	Workspace string `json:"workspace"`
	By        string `json:"by"`
	// ConsumedBy is the gene that it is evidence for; empty while none has used it.
	ConsumedBy string     `json:"consumed_by,omitempty"`
	ConsumedAt *time.Time `json:"consumed_at,omitempty"`
	RevokedBy  string     `json:"revoked_by,omitempty"`
	RevokedAt  *time.Time `json:"revoked_at,omitempty"`
	// ScreenedAs, a predicate, says why it is kept out of prompts and genes; empty while
	// nothing speaks against it.
	ScreenedAs string `json:"screened_as,omitempty"`
}

// Revocation is an observation that was taken back, with what it had touched.
type Revocation struct {
	Observation ObservationRecord `json:"observation"`
	// Genes rest on it; the next night takes it from them.
	Genes []string `json:"genes"`
	// Runs were told it, or one of those genes. Sorted.
	Runs []string `json:"runs"`
}

// Verdict is one accept or reject of one run's output, as it comes in.
type Verdict struct {
	Run      string
	Accepted bool
	By       string // the account it came from
}

// OutcomeRecord is an outcome with whose it is and what it moved.
type OutcomeRecord struct {
	Outcome
	Workspace string `json:"workspace"`
	Agent     string `json:"agent"`
	Pipeline  string `json:"pipeline"`
	By        string `json:"by"`
	Moves     []Move `json:"moves"`
}

// Decision is what a person gives with a move on a gene.
type Decision struct {
	By     string `json:"by"`
	Reason string `json:"reason,omitempty"`
}

// Act is what a person did to a gene.
type Act string

// The three acts: see Approve, Reject and Retire.
const (
	ActApprove Act = "approve"
	ActReject  Act = "reject"
	ActRetire  Act = "retire"
)

// DecisionRecord is a person's move on a gene.
type DecisionRecord struct {
	Decision
	Act Act       `json:"act"`
	At  time.Time `json:"at"`
}

// Record is a gene with whose it is.
type Record struct {
	Gene
	Workspace string `json:"workspace"`
	// BornBy is "night" with its key as RFC 3339, or the person who wrote it.
	BornBy string `json:"born_by"`

	// The rest is read for one gene, and left out of lists.

	// Sources are its evidence in full, with what was taken from it since.
	Sources []Source `json:"sources,omitempty"`
	// Moves are the history of its strength, outcome by outcome.
	Moves []MoveRecord `json:"moves,omitempty"`
	// Decisions are what persons did to it, in order of time.
	Decisions []DecisionRecord `json:"decisions,omitempty"`
	// ToldRuns counts the runs on record that were told it.
	ToldRuns int `json:"told_runs"`
}

// Source is an observation behind a gene.
type Source struct {
	ObservationRecord
	Night time.Time `json:"night"` // that used it
	// WithdrawnAt is when a night took it from the gene; nil while the gene rests on it.
	WithdrawnAt *time.Time `json:"withdrawn_at,omitempty"`
}

// MoveRecord is a move with the outcome that made it.
type MoveRecord struct {
	Move
	Run string `json:"run"`
	By  string `json:"by"`
}

// Apply is the person's move on a gene: what an ended gene says of its end names them.
func (d DecisionRecord) Apply(g Gene) (Gene, error) {
	switch d.Act {
	case ActApprove:
		return Approve(g, d.At)
	case ActReject:
		return Reject(g, d.At, d.why("rejected"))
	case ActRetire:
		return Retire(g, d.At, d.why("retired"))
	}
	return Gene{}, fault.Invalidf("a gene can be approved, rejected and retired, not %q", d.Act)
}

func (d DecisionRecord) why(done string) string {
	why := "was " + done + " by " + d.By
	if d.Reason != "" {
		why += ": " + d.Reason
	}
	return why
}
