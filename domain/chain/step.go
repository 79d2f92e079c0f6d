package chain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"redeye/domain/run"
	"redeye/domain/text"
)

// Header is what every record of a chain carries. It never changes.
type Header struct {
	ID        string          `json:"id"` // the chain ID is the workflow ID
	Workspace string          `json:"workspace"`
	Pipeline  string          `json:"pipeline"`
	Flags     map[string]bool `json:"flags"`
	Factory   string          `json:"factory"` // digest of the snapshot it runs on
	// Continues is what this chain goes on from; nil for one that a trigger started.
	Continues *Link `json:"continues,omitempty"`
}

// Link ties a chain to the answered request that started it, and to that request's chain.
type Link struct {
	Chain   string `json:"chain"`
	Request string `json:"request"`
}

// Start is everything a chain begins with.
type Start struct {
	Header
	Plan  Plan   `json:"plan"`
	Entry string `json:"entry"` // the agent that runs first
	// Headline and Body are the message to it. A chain that continues another has none:
	// its first run is told the answer.
	Headline string `json:"headline,omitempty"`
	Body     string `json:"body,omitempty"`
}

// Flight is a message to an agent: what starts a run.
type Flight struct {
	To       string `json:"to"`
	Headline string `json:"headline,omitempty"`
	// From is the sender; nil for the flight that starts a chain.
	From *Sender `json:"from,omitempty"`
	// Hop counts the runs in a straight line up to and with this one, from 1.
	Hop int `json:"hop"`
	// Path names the agents of that line, this one last.
	Path []string `json:"path"`
}

// Sender is the recorded tool call that a flight comes from; its body is kept there.
type Sender struct {
	Run     run.ID `json:"run"`
	Attempt int    `json:"attempt"`
	Seq     int    `json:"seq"`
}

// Step is what one event makes of a chain, to be written in one transaction: the run
// that ended, the runs that begin, the flights that were refused, the chain's end.
type Step struct {
	Finish  *Finish   `json:"finish,omitempty"`
	Begin   []Begin   `json:"begin,omitempty"`
	Refused []Refused `json:"refused,omitempty"`
	End     *End      `json:"end,omitempty"`
}

// Empty reports whether the step has nothing to be written.
func (s Step) Empty() bool {
	return s.Finish == nil && len(s.Begin) == 0 && len(s.Refused) == 0 && s.End == nil
}

// Summary is the step in one line, for people who read a chain's history.
func (s Step) Summary() string {
	var parts []string
	if s.Finish != nil {
		parts = append(parts, fmt.Sprintf("%s %s", s.Finish.Agent, s.Finish.Result.Outcome))
	}
	for _, b := range s.Begin {
		parts = append(parts, "begin "+b.To)
	}
	for _, r := range s.Refused {
		parts = append(parts, "refuse a flight to "+r.To)
	}
	if s.End != nil {
		parts = append(parts, string(s.End.How))
	}
	return strings.Join(parts, ", ")
}

// Begin starts a run.
type Begin struct {
	Run run.ID `json:"run"`
	Flight
	// Body is the message where no tool call holds it: the flight that starts a chain.
	Body string `json:"body,omitempty"`
	// Routes are the chain's permitted hand-offs, given with its first run and kept with
	// the chain: its help requests record them.
	Routes map[string][]string `json:"routes,omitempty"`
	// Answers are the IDs of answered help requests that this run is told of.
	Answers []string `json:"answers,omitempty"`
}

// Finish ends a run.
type Finish struct {
	Run    run.ID     `json:"run"`
	Agent  string     `json:"agent"`
	Result run.Result `json:"result"`
}

// Refused is a flight that does not start a run.
type Refused struct {
	Number int `json:"number"` // within its chain, from 1
	Flight
	Reason string `json:"reason"`
}

// End closes a chain.
type End struct {
	How    Ending `json:"how"`
	Reason string `json:"reason,omitempty"`
}

// Ending is how a chain's execution closed: the one fact of its state that is stored.
type Ending string

// How a chain can end.
const (
	Completed Ending = "completed" // finished, or ended on a request
	Failed    Ending = "failed"    // its last run failed, timed out or was lost
	Cancelled Ending = "cancelled" // a person cancelled it
)

// Summary is the start in one line of at most 200 bytes: Temporal shows it beside the chain.
func (s Start) Summary() string {
	parts := []string{s.Pipeline, s.Workspace}
	for _, flag := range slices.Sorted(maps.Keys(s.Flags)) {
		parts = append(parts, fmt.Sprintf("%s=%t", flag, s.Flags[flag]))
	}
	if s.Continues != nil {
		parts = append(parts, "continues "+s.Continues.Chain)
	}
	if s.Headline != "" {
		parts = append(parts, s.Headline)
	}
	return text.Cut(strings.Join(parts, " · "), 200)
}
