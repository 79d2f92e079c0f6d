package chain

import (
	"fmt"
	"slices"

	"redeye/domain/run"
)

// State is what a chain is doing, first match wins (specification, section 2).
type State string

// The five states. The derivation is in StateOf.
const (
	Stalled       State = "stalled"
	Working       State = "working"
	AwaitingHuman State = "awaiting_human"
	Halted        State = "halted"
	Finished      State = "finished"
)

// Chain is the whole state of a running chain: Next is its only author.
type Chain struct {
	Header
	Plan Plan `json:"plan"`
	// Running are the begun runs without an outcome, in order of their numbers.
	Running []Running `json:"running,omitempty"`
	// Begun counts the runs, Landed those that ended.
	Begun  int `json:"begun"`
	Landed int `json:"landed"`
	// Refused counts the refused flights; the last few are kept to be shown.
	Refused     int       `json:"refused"`
	LastRefused []Refused `json:"last_refused,omitempty"`
	// Spent adds up the known costs; UnknownCosts counts the landed runs without one.
	Spent        run.Money `json:"spent"`
	UnknownCosts int       `json:"unknown_costs"`
	// Recent are the last few landed runs, to be shown; the last of them is the last run.
	Recent []LandedRun `json:"recent,omitempty"`
	// Open are the requests of this chain that are not known to be closed.
	Open []OpenRequest `json:"open,omitempty"`
	// Answered are the requests whose answers wait for the next run of the asking agent.
	Answered []OpenRequest `json:"answered,omitempty"`
	// Fatal is the first fatal request that one of its runs filed: nothing begins any more.
	Fatal string `json:"fatal,omitempty"`
	// Halting is set when the chain was cancelled: nothing begins any more.
	Halting bool `json:"halting,omitempty"`
}

// Running is a begun run, as far as its chain must know it.
type Running struct {
	Run      run.ID   `json:"run"`
	To       string   `json:"to"`
	Headline string   `json:"headline,omitempty"`
	Hop      int      `json:"hop"`
	Path     []string `json:"path"`
}

// LandedRun is an ended run as it is shown.
type LandedRun struct {
	Run      run.ID      `json:"run"`
	Agent    string      `json:"agent"`
	Outcome  run.Outcome `json:"outcome"`
	Headline string      `json:"headline,omitempty"`
	Reason   string      `json:"reason,omitempty"`
	Cost     *run.Money  `json:"cost"`
	// Fatal is the ID of the fatal request it filed.
	Fatal string `json:"fatal,omitempty"`
}

// OpenRequest is a help request as its chain remembers it.
type OpenRequest struct {
	run.Request
	Agent string `json:"agent"`
}

// Sentence tells a person how the run ended.
func (l LandedRun) Sentence() string {
	s := fmt.Sprintf("run %s of %s %s", l.Run, l.Agent, l.Outcome)
	if l.Reason != "" {
		s += ": " + l.Reason
	}
	return s
}

func (c Chain) clone() Chain {
	c.Running = slices.Clone(c.Running)
	c.LastRefused = slices.Clone(c.LastRefused)
	c.Recent = slices.Clone(c.Recent)
	c.Open = slices.Clone(c.Open)
	c.Answered = slices.Clone(c.Answered)
	return c
}

func (c Chain) runningIDs() []run.ID {
	ids := make([]run.ID, 0, len(c.Running))
	for _, r := range c.Running {
		ids = append(ids, r.Run)
	}
	return ids
}
