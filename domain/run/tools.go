package run

import (
	"context"
	"encoding/json"
)

// Tool is one thing an agent can ask of Redeye while it runs.
type Tool struct {
	Name  string
	About string // what it does, for the agent
	Args  any    // a zero value of its argument struct, which gives the schema
}

// Names of the tools.
const (
	ToolSend   = "send"
	ToolPeers  = "peers"
	ToolHelp   = "help"
	ToolLearn  = "learn"
	ToolReport = "report"
	ToolStatus = "status"

	// The two of a run with a memory.

	ToolThreadOpen  = "thread_open"
	ToolThreadClose = "thread_close"
)

// SendArgs are the arguments of send.
type SendArgs struct {
	To       string `json:"to" jsonschema:"name of the agent, one of those that peers lists"`
	Headline string `json:"headline,omitempty" jsonschema:"one line on what the message is about"`
	Body     string `json:"body" jsonschema:"the message; it is all that the other agent gets from you"`
}

// HelpArgs are the arguments of help.
type HelpArgs struct {
	Category string `json:"category,omitempty" jsonschema:"access, tooling, ambiguity, environment, decision or other"`
	Summary  string `json:"summary" jsonschema:"the question in a sentence"`
	Detail   string `json:"detail,omitempty" jsonschema:"what a person must know to answer"`
	Fatal    bool   `json:"fatal,omitempty" jsonschema:"true if you cannot go on without an answer: your run then ends, and the answer starts a new one"`
}

// LearnArgs are the arguments of learn.
type LearnArgs struct {
	Text string `json:"text" jsonschema:"one insight about your own work that your later runs should know"`
}

// ReportArgs are the arguments of report.
type ReportArgs struct {
	Headline string `json:"headline" jsonschema:"one line on what this run has done, for the people who watch"`
}

// ThreadOpenArgs are the arguments of thread_open.
type ThreadOpenArgs struct {
	Text string `json:"text" jsonschema:"the matter in one line, as your later runs should know it"`
}

// ThreadCloseArgs are the arguments of thread_close.
type ThreadCloseArgs struct {
	Thread string `json:"thread" jsonschema:"ID of the thread, one of those that you were told or have opened"`
	Note   string `json:"note,omitempty" jsonschema:"how it was settled, for the people who watch"`
}

// NoArgs are the arguments of peers and status.
type NoArgs struct{}

// Tools lists the tools of a run in the order in which they are shown: all of them if it has
// a memory.
func Tools(memory bool) []Tool {
	tools := []Tool{
		{ToolSend, "Hand work to another agent. It starts when your run has ended.", SendArgs{}},
		{ToolPeers, "List the agents you may send to.", NoArgs{}},
		{ToolHelp, "Ask a person. Nothing else you write reaches one.", HelpArgs{}},
		{ToolLearn, "Propose a learning for your later runs.", LearnArgs{}},
		{ToolReport, "Say in one line what this run has done.", ReportArgs{}},
		{ToolStatus, "Show what your chain has left: hops, runs, fuel.", NoArgs{}},
	}
	if memory {
		tools = append(tools,
			Tool{ToolThreadOpen, "Leave a matter open for your later runs; they are told it until one closes it.", ThreadOpenArgs{}},
			Tool{ToolThreadClose, "Close a matter that you, or an earlier run of yours, left open.", ThreadCloseArgs{}})
	}
	return tools
}

// Desk is where an attempt's tool calls are decided and recorded. It speaks for one
// attempt only. It is safe for concurrent use.
type Desk interface {
	// Call makes one tool call. A call that breaks a rule returns a fault.Invalid error
	// whose text tells the agent what is allowed; after the attempt has ended every
	// call returns a fault.Conflict.
	Call(ctx context.Context, tool string, args json.RawMessage) (reply string, err error)
	// Calls counts the calls made so far: an agent that calls is not idle.
	Calls() int
	// Memory reports whether the run has the tools of one.
	Memory() bool
}
