package workflows

import (
	"time"

	"go.temporal.io/sdk/temporal"

	"redeye/domain/chain"
	"redeye/domain/help"
	"redeye/domain/night"
)

// TaskQueue is the common task queue. Agents run on it too, unless the factory gives one
// its own: a second queue loses eager dispatch.
const TaskQueue = "redeye"

// Names under which people and programs reach a running workflow.
const (
	// UpdateAnswer and SignalAnswer take a help.Answer.
	UpdateAnswer = "answer"
	SignalAnswer = "answer"
	// UpdateResolve and SignalResolve take a help.Resolution.
	UpdateResolve = "resolve"
	SignalResolve = "resolve"
	// SignalRequestClosed tells an open chain that a person closed a request of its runs.
	// It takes a RequestClosedIn and is sent by HelpRequest alone.
	SignalRequestClosed = "request_closed"
	// QueryStatus returns a ChainStatus, a RequestStatus or a NightStatus.
	QueryStatus = "status"
)

// Search attributes, all of them keywords. The worker registers them at start, or names
// those that are missing.
var (
	AttributeChain     = temporal.NewSearchAttributeKeyKeyword("RedeyeChain")
	AttributeAgent     = temporal.NewSearchAttributeKeyKeyword("RedeyeAgent")
	AttributePipeline  = temporal.NewSearchAttributeKeyKeyword("RedeyePipeline")
	AttributeState     = temporal.NewSearchAttributeKeyKeyword("RedeyeState")
	AttributeWorkspace = temporal.NewSearchAttributeKeyKeyword("RedeyeWorkspace")
	AttributeContinues = temporal.NewSearchAttributeKeyKeyword("RedeyeContinues")
)

// ChainIn is the input of Chain. The workflow ID is Start.ID.
type ChainIn struct {
	Start chain.Start `json:"start"`
	// Resume is the whole state after a continue-as-new; nil at a chain's start.
	Resume *chain.Chain `json:"resume,omitempty"`
}

// ChainOut is the result of a Chain that completed.
type ChainOut struct {
	State    chain.State `json:"state"`
	Runs     int         `json:"runs"`
	Headline string      `json:"headline,omitempty"` // of the last run
	// Request is the fatal help request that ended the chain.
	Request string `json:"request,omitempty"`
	// ContinuedBy is the chain that an answer to another request of it started at its end.
	ContinuedBy []string `json:"continued_by,omitempty"`
}

// ChainStatus answers QueryStatus on a Chain: its state as it stands, never older.
type ChainStatus = chain.Chain

// RequestClosedIn is the payload of SignalRequestClosed.
type RequestClosedIn struct {
	Request  string `json:"request"`
	Answered bool   `json:"answered"` // false: resolved without an answer
}

// HelpRequestIn is the input of HelpRequest. The workflow ID is Request. Only what its
// details show is here: the record is in the database.
type HelpRequestIn struct {
	Request   string    `json:"request"`
	Chain     string    `json:"chain"`
	Run       string    `json:"run"`
	Workspace string    `json:"workspace"`
	Agent     string    `json:"agent"`
	Pipeline  string    `json:"pipeline"`
	Category  string    `json:"category"`
	Summary   string    `json:"summary"` // redacted, one line
	Fatal     bool      `json:"fatal"`
	FiledAt   time.Time `json:"filed_at"`
	// Refusals are carried through a continue-as-new.
	Refusals []RefusedReply `json:"refusals,omitempty"`
}

// HelpRequestOut is the result of a HelpRequest, and what an accepted answer or
// resolution returns to its sender.
type HelpRequestOut struct {
	help.Closed
	// Delivered says that the answer went into the open chain that asked. Closed.Chain then
	// starts only if no further run of the asking agent begins there.
	Delivered bool `json:"delivered,omitempty"`
}

// RequestStatus answers QueryStatus on a HelpRequest.
type RequestStatus struct {
	Open     bool            `json:"open"`
	Closed   *HelpRequestOut `json:"closed,omitempty"`
	Refusals []RefusedReply  `json:"refusals,omitempty"` // the last MaxRefusals
}

// RefusedReply is a reply that could not be accepted, kept so that whoever sent a signal
// can read why nothing happened.
type RefusedReply struct {
	At     time.Time `json:"at"`
	Name   string    `json:"name"` // of the signal or update
	Reason string    `json:"reason"`
}

// NightIn is the input of Night. The workflow ID is NightID.
type NightIn struct {
	// Night is the key of a night that a person runs, or runs again; nil for the Schedule's,
	// whose key is their scheduled time.
	Night  *time.Time `json:"night,omitempty"`
	Manual bool       `json:"manual,omitempty"`
}

// NightOut is the result of a Night. It completes also when a phase failed.
type NightOut struct {
	Status night.Status `json:"status"`
	NightStatus
}

// NightStatus answers QueryStatus on a Night: the phases that have had their turn.
type NightStatus struct {
	Report night.Report `json:"report"`
	Spans  []night.Span `json:"spans"` // one for each of the report's phases
}

// NightLongest bounds a night, so that one that hangs is over before the next: ten phases of
// an hour each, and what it waits for the database.
const NightLongest = 20 * time.Hour

// Schedule is the ID of the Schedule that starts nights, and the beginning of their
// workflows' IDs.
const Schedule = "night"

// NightID is the workflow ID of a night, as the Schedule gives it.
func NightID(key time.Time) string { return Schedule + "-" + key.UTC().Format(time.RFC3339) }

// Alerts is the workflow ID of PostAlerts.
const Alerts = "alerts"

// PostAlertsOut is the result of a PostAlerts.
type PostAlertsOut struct {
	Posted int `json:"posted"`
}

// MaxRefusals bounds the refused replies that a request keeps.
const MaxRefusals = 20
