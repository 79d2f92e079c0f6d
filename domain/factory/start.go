package factory

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/run"
)

// Start returns what a chain of the pipeline starts with, on the snapshot of that digest:
// its flags are the chosen ones over the defaults. ID, workspace, headline and body are
// the caller's to fill. An unknown pipeline is fault.NotFound, an undeclared flag
// fault.Invalid; both list what is declared.
func (f Factory) Start(digest, pipeline string, chosen map[string]bool) (chain.Start, error) {
	p, ok := f.Pipelines[pipeline]
	if !ok {
		return chain.Start{}, fault.NotFoundf("factory %s has no pipeline %q; it has: %s", f.Name, pipeline, listOf(f.Pipelines))
	}
	flags := map[string]bool{} // not nil even without flags: nil means that they are unknown
	maps.Copy(flags, p.Flags)
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		if _, ok := p.Flags[name]; !ok {
			return chain.Start{}, fault.Invalidf("pipeline %s declares no flag %q; it declares: %s", pipeline, name, listOf(p.Flags))
		}
		flags[name] = chosen[name]
	}
	return chain.Start{
		Header: chain.Header{Pipeline: pipeline, Flags: flags, Factory: digest},
		Plan:   f.Plan(pipeline),
		Entry:  p.Entry,
	}, nil
}

// Plan returns the little that admission needs to know in the pipeline.
func (f Factory) Plan(pipeline string) chain.Plan {
	plan := chain.Plan{Limits: f.Limits, Seats: map[string]chain.Seat{}, Routes: map[string][]string{}}
	for name, agent := range f.Agents {
		brief := f.Brief(name)
		plan.Seats[name] = chain.Seat{TaskQueue: agent.TaskQueue, Longest: brief.Timeout + brief.Grace}
		if to := f.receivers(pipeline, name); len(to) > 0 {
			plan.Routes[name] = to
		}
	}
	return plan
}

// Peers returns the agents that the agent may send to in the pipeline, by name.
func (f Factory) Peers(pipeline, agent string) []run.Peer {
	var peers []run.Peer
	for _, to := range f.receivers(pipeline, agent) {
		peers = append(peers, run.Peer{Name: to, About: f.Agents[to].About})
	}
	return peers
}

// Brief returns how the agent is run: its own settings over its runner's. Env holds bare
// names, sorted, each once: the caller makes NAME=value of them, and fills in what is
// particular to the run.
func (f Factory) Brief(agent string) run.Brief {
	a := f.Agents[agent]
	r := f.Runners[a.Runner]
	env := slices.Sorted(slices.Values(slices.Concat(r.Env, a.Env)))
	return run.Brief{
		Agent:       agent,
		Model:       a.Model,
		Command:     slices.Clone(r.Command),
		Dir:         r.Dir,
		Env:         slices.Compact(env),
		Timeout:     cmp.Or(a.Timeout, r.Timeout),
		IdleTimeout: cmp.Or(a.IdleTimeout, r.IdleTimeout),
		Grace:       r.Grace,
	}
}

// receivers returns the agents that the pipeline's routes lead to from one, sorted.
func (f Factory) receivers(pipeline, from string) []string {
	var to []string
	for _, r := range f.Routes {
		if r.From == from && (len(r.Pipelines) == 0 || slices.Contains(r.Pipelines, pipeline)) {
			to = append(to, r.To)
		}
	}
	slices.Sort(to)
	return slices.Compact(to)
}

func listOf[V any](declared map[string]V) string { return list(slices.Sorted(maps.Keys(declared))) }

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
