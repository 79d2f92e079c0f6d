package help

import "time"

// Category sorts help requests for the people who answer them.
type Category string

// The six categories (specification, section 3).
const (
	Access      Category = "access"
	Tooling     Category = "tooling"
	Ambiguity   Category = "ambiguity"
	Environment Category = "environment"
	Decision    Category = "decision"
	Other       Category = "other"
)

// Request is one help request as it was filed. Everything but category, summary, detail
// and fatal comes from the asking run's own record, never from what the agent says.
type Request struct {
	ID        string    `json:"id"`
	Run       string    `json:"run"`
	Chain     string    `json:"chain"`
	Workspace string    `json:"workspace"`
	Agent     string    `json:"agent"`
	Pipeline  string    `json:"pipeline"`
	Category  Category  `json:"category"`
	Summary   string    `json:"summary"`
	Detail    string    `json:"detail,omitempty"`
	Fatal     bool      `json:"fatal"`
	FiledAt   time.Time `json:"filed_at"`
	// Flags are those the chain ran under; nil where the record does not know them.
	Flags map[string]bool `json:"flags"`
	// Routes are the hand-offs the chain was permitted: sender to receivers.
	Routes map[string][]string `json:"routes"`
}

// Answer is what a person sends: by update, by signal, or with the command line.
type Answer struct {
	Text string `json:"answer"`
	// By names the person. Empty is recorded as unknown.
	By string `json:"by,omitempty"`
	// Flags are those that the request's record does not know, and no others.
	Flags map[string]bool `json:"flags,omitempty"`
}

// Resolution closes a request without an answer: nothing more is needed.
type Resolution struct {
	By     string `json:"by,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Closed is how a request was closed, as it is recorded.
type Closed struct {
	By string    `json:"by"`
	At time.Time `json:"at"`
	// Answer is the person's answer, word for word; empty for a resolution.
	Answer string `json:"answer,omitempty"`
	// Chain is the chain the answer starts, or started; empty for a resolution.
	Chain string `json:"chain,omitempty"`
	// Reason is a resolution's.
	Reason string `json:"reason,omitempty"`
	// Flags are those the new chain runs under.
	Flags map[string]bool `json:"flags,omitempty"`
	// Dropped are recorded flags that the pipeline no longer declares.
	Dropped []string `json:"dropped,omitempty"`
	// Factory is the digest of the snapshot that the answer was checked against and
	// that the new chain runs on.
	Factory string `json:"factory,omitempty"`
}

// Answered reports whether the request was closed by an answer.
func (c Closed) Answered() bool { return c.Chain != "" }
