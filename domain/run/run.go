package run

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ID names a run: its chain's ID, a dot, and the run's number in that chain,
// counted from 1: "release-notes-k3f9q.3".
type ID string

// NewID names the number-th run of a chain.
func NewID(chain string, number int) ID { return ID(chain + "." + strconv.Itoa(number)) }

// Chain returns the ID of the chain the run belongs to; empty for a malformed ID.
func (id ID) Chain() string {
	dot := strings.LastIndexByte(string(id), '.')
	if dot < 0 {
		return ""
	}
	return string(id[:dot])
}

// Number is the run's number within its chain, from 1; 0 for a malformed ID.
func (id ID) Number() int {
	n, err := strconv.Atoi(string(id[strings.LastIndexByte(string(id), '.')+1:]))
	if err != nil {
		return 0
	}
	return n
}

// RequestID names the help request a run filed with its seq-th tool call:
// "release-notes-k3f9q.3.h7".
func (id ID) RequestID(seq int) string { return fmt.Sprintf("%s.h%d", id, seq) }

// Outcome is how a run ended. The zero value means it has not ended.
type Outcome string

// The five outcomes (specification, section 2).
const (
	// Succeeded is an agent that exited with code 0.
	Succeeded Outcome = "succeeded"
	// Failed is an agent that could not be started, exited with another code or was killed.
	Failed Outcome = "failed"
	// TimedOut is an agent that outlived its timeout, or was silent for its idle timeout.
	TimedOut Outcome = "timed_out"
	// Halted is an agent that was stopped on purpose: its chain was cancelled, or
	// it filed a fatal help request.
	Halted Outcome = "halted"
	// Interrupted is a run whose workers were lost more often than the factory restarts it.
	Interrupted Outcome = "interrupted"
)

// Broken reports whether the outcome makes a chain fail when its last run ended so.
func (o Outcome) Broken() bool { return o == Failed || o == TimedOut || o == Interrupted }

// Result is what an ended attempt leaves behind and what its chain goes on with.
// Texts in it are redacted, valid UTF-8 without NUL, and short: bodies and output
// stay in the database.
type Result struct {
	Attempt int     `json:"attempt"`
	Outcome Outcome `json:"outcome"`
	// Reason says why, for every outcome but Succeeded.
	Reason string `json:"reason,omitempty"`
	// Headline is the run's own one-line report, or the first line it printed.
	Headline string `json:"headline,omitempty"`
	// Cost is the measured cost; nil is unknown, which is not zero.
	Cost *Money `json:"cost,omitempty"`
	// Sends are the flights the run asked for that its allowance permits, in order.
	Sends []Send `json:"sends,omitempty"`
	// Unsent are those its allowance refused and the agent was told of.
	Unsent []Unsent `json:"unsent,omitempty"`
	// Requests are the help requests it filed, in order.
	Requests []Request `json:"requests,omitempty"`
	// Learned counts the learnings it proposed that passed the screen.
	Learned int `json:"learned,omitempty"`
	// Threads counts the threads it opened and closed.
	Threads int `json:"threads,omitempty"`
}

// Send is one message an agent handed to another. Its body is the recorded call's.
type Send struct {
	Seq      int    `json:"seq"`
	To       string `json:"to"`
	Headline string `json:"headline,omitempty"`
}

// Unsent is a send that was refused while the agent was still there to hear why.
type Unsent struct {
	Send
	Reason string `json:"reason"`
}

// Request is what a chain needs to know of a help request one of its runs filed.
type Request struct {
	ID       string `json:"id"`
	Seq      int    `json:"seq"`
	Category string `json:"category"`
	Summary  string `json:"summary"` // at most HeadlineBytes
	Fatal    bool   `json:"fatal,omitempty"`
}

// Limits of texts that travel through Temporal, in bytes.
const (
	// HeadlineBytes bounds one line of report: the Temporal UI shows about this much in a row.
	HeadlineBytes = 200
	// ReasonBytes bounds a reason: enough for a stack's last lines, small in a history.
	ReasonBytes = 2000
	// BodyBytes bounds a message from one agent to another; longer ones are refused, not cut.
	BodyBytes = 256 << 10
	// MaxUnsent bounds the refused sends a chain is told of; a run may try for ever.
	MaxUnsent = 20
	// MaxCalls bounds the tool calls of one attempt, so that a looping agent cannot fill the database.
	MaxCalls = 2000
)

// Call is one tool call as it is recorded: what the agent asked and what it was told.
type Call struct {
	Seq  int       `json:"seq"` // from 1, within one attempt
	Tool string    `json:"tool"`
	At   time.Time `json:"at"`
	// Args are the redacted arguments, as JSON.
	Args string `json:"args"`
	// Reply is what the agent was told.
	Reply string `json:"reply"`
	// Refused says that the call had no effect; Reply then holds the reason.
	Refused bool `json:"refused,omitempty"`
}

// Money is an amount of US dollars in millionths.
type Money int64

// Dollar is one US dollar.
const Dollar Money = 1_000_000

// String writes the amount with as many decimals as it needs, at least two: "$1.40", "$0.0123".
func (m Money) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	frac := strings.TrimRight(fmt.Sprintf("%06d", m%Dollar), "0")
	for len(frac) < 2 {
		frac += "0"
	}
	return fmt.Sprintf("%s$%d.%s", sign, m/Dollar, frac)
}
