package chain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"redeye/domain/run"
)

// Allowance is what one run may still send. Its chain decides by it, and so does the
// desk of the agent's tools, which can tell the agent at once.
type Allowance struct {
	Agent    string    `json:"agent"`
	Pipeline string    `json:"pipeline"`
	To       []string  `json:"to"`       // agents it has a route to, sorted
	Declared []string  `json:"declared"` // every agent, sorted
	Path     []string  `json:"path"`     // the line of runs up to and with this one
	Hops     int       `json:"hops"`     // runs so far in that line
	Runs     int       `json:"runs"`     // runs begun in the chain
	Spent    run.Money `json:"spent"`
	Limits   Limits    `json:"limits"`
}

// Allowance returns what a running run may send as things stand now.
func (c Chain) Allowance(r Running) Allowance {
	a := c.allowance(r.Hop)
	a.Agent, a.To, a.Path = r.To, c.Plan.Routes[r.To], r.Path
	return a
}

func (c Chain) allowance(hops int) Allowance {
	return Allowance{
		Pipeline: c.Pipeline,
		Declared: slices.Sorted(maps.Keys(c.Plan.Seats)),
		Hops:     hops,
		Runs:     c.Begun,
		Spent:    c.Spent,
		Limits:   c.Plan.Limits,
	}
}

// Refusal says why a flight cannot be flown by a run that has sent so many already;
// empty if it can (specification, section 2: admission).
func (a Allowance) Refusal(to string, sent int) string {
	checks := []string{a.declared(to), a.routed(to), a.hopsLeft(to), a.FuelSpent(), a.runsLeft(), a.fanOut(sent)}
	for _, reason := range checks {
		if reason != "" {
			return reason
		}
	}
	return ""
}

func (a Allowance) declared(to string) string {
	if slices.Contains(a.Declared, to) {
		return ""
	}
	return fmt.Sprintf("no agent is called %q; there are: %s", to, list(a.Declared))
}

func (a Allowance) routed(to string) string {
	if slices.Contains(a.To, to) {
		return ""
	}
	return fmt.Sprintf("%s has no route to %s in pipeline %s; it may send to: %s", a.Agent, to, a.Pipeline, list(a.To))
}

func (a Allowance) hopsLeft(to string) string {
	if a.Hops < a.Limits.MaxHops {
		return ""
	}
	path := strings.Join(append(slices.Clone(a.Path), to), " → ")
	return fmt.Sprintf("the hop cap is reached: max_hops = %d, and this would be hop %d of %s", a.Limits.MaxHops, a.Hops+1, path)
}

// FuelSpent says that no fuel is left; empty while there is some, or where it is not
// metered. Only measured cost debits it.
func (a Allowance) FuelSpent() string {
	if left := a.FuelLeft(); left == nil || *left > 0 {
		return ""
	}
	return fmt.Sprintf("the fuel is spent: %s of %s", a.Spent, *a.Limits.Fuel)
}

// FuelLeft is the chain's fuel that is not spent; nil where fuel is not metered. It is
// negative if the last run cost more than was left.
func (a Allowance) FuelLeft() *run.Money {
	if a.Limits.Fuel == nil {
		return nil
	}
	left := *a.Limits.Fuel - a.Spent
	return &left
}

func (a Allowance) runsLeft() string {
	if a.Runs < a.Limits.MaxRuns {
		return ""
	}
	return fmt.Sprintf("the run cap is reached: max_runs = %d, and %d have begun", a.Limits.MaxRuns, a.Runs)
}

func (a Allowance) fanOut(sent int) string {
	if sent < a.Limits.FanOut {
		return ""
	}
	return fmt.Sprintf("one run may send %d flights (fan_out), and this one has", a.Limits.FanOut)
}

// grounded says why the n-th flight (from 0) of a landed run does not fly; empty if it
// does. What ended the chain or the run comes first: no agent could have known.
func (m *move) grounded(r Running, result run.Result, f Flight, n int) string {
	switch {
	case m.Fatal != "":
		return "its chain ended on the fatal request " + m.Fatal
	case m.Halting:
		return "its chain was cancelled"
	case result.Outcome != run.Succeeded:
		return fmt.Sprintf("its sender %s %s", r.Run, result.Outcome)
	}
	return m.Allowance(r).Refusal(f.To, n)
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
