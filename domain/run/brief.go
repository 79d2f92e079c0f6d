package run

import "time"

// Brief is all that a runner needs to start one attempt of a run.
type Brief struct {
	Run     ID
	Attempt int
	Agent   string
	// Prompt is the composed prompt, as recorded at begin, with any restart notice.
	Prompt string
	Model  string
	// Command is the runner's command line with its placeholders.
	Command []string
	// Dir is the runner's working directory, relative to the worker's.
	Dir string
	// Env is what is added to the base environment: the allow-listed names, as NAME=value.
	Env []string
	// Budget is what the run may spend: the lesser of the agent's budget and the
	// chain's fuel left; nil where neither is set.
	Budget *Money
	// Timeout bounds the attempt, IdleTimeout its silence, Grace the time between
	// SIGTERM and SIGKILL. A zero IdleTimeout means that silence has no bound.
	Timeout, IdleTimeout, Grace time.Duration
	// Access is how the agent reaches its tools.
	Access Access
}

// Access is one attempt's way to its tools. It ends with the attempt.
type Access struct {
	URL   string // MCP endpoint, streamable HTTP, on the loopback interface
	Token string // bearer token, good for this attempt only
}

// Exit is how an agent's process ended, as its runner saw it. Texts are as the agent
// wrote them (bounded): who stores or shows them redacts and cleans them first.
type Exit struct {
	// Code is the exit code; -1 when the process never ran or a signal ended it.
	Code int
	// Ended says which bound ended the process, if any.
	Ended Ended
	// Reason is a sentence for a person: "no output for 10m0s", "signal: killed",
	// "cannot start claude: executable file not found in $PATH". Empty after exit code 0.
	Reason string
	Stdout string
	Stderr string
	// StdoutBytes and StderrBytes count everything written, also what was dropped.
	StdoutBytes, StderrBytes int64
}

// Ended is what ended an agent's process.
type Ended string

// What can end an agent's process.
const (
	EndedItself      Ended = ""             // it exited
	EndedNotStarted  Ended = "not_started"  // it could not be started
	EndedTimeout     Ended = "timeout"      // Brief.Timeout
	EndedIdleTimeout Ended = "idle_timeout" // Brief.IdleTimeout
	EndedStopped     Ended = "stopped"      // the context was cancelled
)
