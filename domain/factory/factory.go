package factory

import (
	"time"

	"redeye/domain/chain"
	"redeye/domain/learning"
	"redeye/domain/run"
)

// Factory is one factory.toml with its prompt files, checked. Its JSON form is the
// immutable snapshot that chains run on.
type Factory struct {
	Name      string              `json:"name"`
	Limits    chain.Limits        `json:"limits"`
	Learnings learning.Rules      `json:"learnings"`
	Runners   map[string]Runner   `json:"runners"`
	Agents    map[string]Agent    `json:"agents"`
	Pipelines map[string]Pipeline `json:"pipelines"`
	Routes    []Route             `json:"routes"`
	// These stay out of the snapshot where a factory has nothing of them, so that
	// those from before they existed keep their digest.
	Genome Genome `json:"genome,omitzero"`
	Night  Night  `json:"night,omitzero"`
	Memory Memory `json:"memory,omitzero"`
	Alerts Alerts `json:"alerts,omitzero"`
}

// Agent is a named definition of who does what.
type Agent struct {
	About  string `json:"about,omitempty"` // one line, shown to the agents that may send to it
	Prompt string `json:"prompt"`          // the prompt file's text
	Runner string `json:"runner"`
	Model  string `json:"model,omitempty"` // fills {model}
	// Budget is the most one run should spend, handed to the runner as {budget}; nil is
	// the chain's fuel left.
	Budget *run.Money `json:"budget,omitempty"`
	// Acts says that the agent acts on the world: none of its runs is in the experiment.
	Acts bool `json:"acts,omitempty"`
	// TaskQueue is the agent's own queue, for workers that alone can run it; empty is the common one.
	TaskQueue string `json:"task_queue,omitempty"`
	// Env adds to the runner's allow-list.
	Env []string `json:"env,omitempty"`
	// Timeout and IdleTimeout replace the runner's where they are not zero.
	Timeout     time.Duration `json:"timeout,omitempty"`
	IdleTimeout time.Duration `json:"idle_timeout,omitempty"`
}

// OwnQueue reports whether a task queue is some agents' own, and not the common one.
func (f Factory) OwnQueue(taskQueue string) bool {
	for _, agent := range f.Agents {
		if agent.TaskQueue == taskQueue {
			return true
		}
	}
	return false
}

// Runner is a command that runs agents.
type Runner struct {
	// Command is the command line. {prompt} {mcp} {mcp_url} {model} {budget} are filled in;
	// without {prompt} the prompt is on standard input.
	Command []string `json:"command"`
	// Dir is the working directory, relative to the worker's; empty is the worker's.
	Dir string `json:"dir,omitempty"`
	// Env lists the names of the worker's variables that the agent gets beside the base
	// ones. Their values are secrets: they are redacted wherever the agent repeats them.
	Env         []string      `json:"env,omitempty"`
	Timeout     time.Duration `json:"timeout"`      // default 30m
	IdleTimeout time.Duration `json:"idle_timeout"` // default 0: none
	Grace       time.Duration `json:"grace"`        // between SIGTERM and SIGKILL; default 10s
	// Output says how to read standard output: OutputText or OutputJSON.
	Output string `json:"output"`
	// ResultKey and CostKey are the keys of the last JSON object on standard output that
	// hold the text and the measured cost in US dollars. Only with OutputJSON.
	ResultKey string `json:"result_key,omitempty"` // default "result"
	CostKey   string `json:"cost_key,omitempty"`   // default "total_cost_usd"
}

// How a runner's standard output is read.
const (
	OutputText = "text"
	OutputJSON = "json"
)

// Pipeline is a named way in.
type Pipeline struct {
	About string          `json:"about,omitempty"`
	Entry string          `json:"entry"`
	Flags map[string]bool `json:"flags,omitempty"` // declared flags with their defaults
}

// Route is a permitted hand-off. Empty Pipelines means all of them.
type Route struct {
	From      string   `json:"from"`
	To        string   `json:"to"`
	Pipelines []string `json:"pipelines,omitempty"`
}
