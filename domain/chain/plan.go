package chain

import (
	"time"

	"redeye/domain/run"
)

// Plan is the little of a factory that admission needs. A chain keeps the plan it
// started with, whatever is applied later.
type Plan struct {
	Limits Limits `json:"limits"`
	// Seats holds every declared agent by name.
	Seats map[string]Seat `json:"seats"`
	// Routes are the permitted hand-offs of this pipeline: sender to receivers, sorted.
	Routes map[string][]string `json:"routes"`
}

// Seat is what a chain knows of an agent.
type Seat struct {
	// TaskQueue is the agent's own; empty is the chain's, which keeps eager dispatch.
	TaskQueue string `json:"task_queue,omitempty"`
	// Longest is the longest one attempt may take: timeout and grace.
	Longest time.Duration `json:"longest"`
}

// Limits bound a chain (specification, section 2). None of them can be zero, but for
// Fuel: nil is unmetered.
type Limits struct {
	MaxHops             int        `json:"max_hops"` // runs in a straight line
	MaxRuns             int        `json:"max_runs"` // runs in all
	FanOut              int        `json:"fan_out"`  // flights one run may send
	Fuel                *run.Money `json:"fuel,omitempty"`
	MaxRecoveryAttempts int        `json:"max_recovery_attempts"` // restarts of an interrupted run
}

// DefaultLimits are max_hops 8 and max_recovery_attempts 2 of the specification, and ours:
// 50 runs, and 16 flights from one run, so that one agent cannot name 500 next agents.
func DefaultLimits() Limits {
	return Limits{MaxHops: 8, MaxRuns: 50, FanOut: 16, MaxRecoveryAttempts: 2}
}
