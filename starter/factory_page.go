package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"redeye/domain/chain"
	"redeye/domain/factory"
)

func writeFactory(p *page, v factoryView) {
	f := v.Factory
	p.fields("factory", f.Name, "digest", v.Digest, "limits", limits(f.Limits), "learnings", learningRules(f),
		"genome", genomeRules(f.Genome), "night", f.Night.OrDefault().Time+" in "+f.Night.OrDefault().Timezone)
	p.linef("")
	rows := make([][]string, 0, len(f.Agents))
	for _, name := range slices.Sorted(maps.Keys(f.Agents)) {
		agent := f.Agents[name]
		rows = append(rows, []string{name, agent.Runner, dash(agent.Model), agent.About})
	}
	p.table("AGENT RUNNER MODEL ABOUT", "no agents", rows)
	p.linef("")
	rows = rows[:0]
	for _, name := range slices.Sorted(maps.Keys(f.Pipelines)) {
		pipeline := f.Pipelines[name]
		rows = append(rows, []string{name, pipeline.Entry, flags(pipeline.Flags), pipeline.About})
	}
	p.table("PIPELINE ENTRY FLAGS ABOUT", "no pipelines", rows)
	p.linef("")
	for _, r := range f.Routes {
		p.linef("route %s → %s%s", r.From, r.To, after(" only in ", strings.Join(r.Pipelines, ", ")))
	}
}

func limits(l chain.Limits) string {
	fuel := "unmetered"
	if l.Fuel != nil {
		fuel = l.Fuel.String()
	}
	return fmt.Sprintf("%d hops, %d runs, fan-out %d, fuel %s, %s of a lost run",
		l.MaxHops, l.MaxRuns, l.FanOut, fuel, plural(l.MaxRecoveryAttempts, "restart"))
}

func learningRules(f factory.Factory) string {
	r := f.Learnings
	return fmt.Sprintf("live for %s, confirmed by rediscovery %d, at most %d a run, lapsed ones kept %s",
		plural(r.Runs, "run"), r.Rediscoveries, r.PerRun, plural(r.KeepLapsedDays, "day"))
}

// genomeRules names the tuning, the flags that are on and the accounts that are no customers.
func genomeRules(g factory.Genome) string {
	rules := []string{fmt.Sprintf("tuning %d", g.Tuning)}
	for _, flag := range []struct {
		name string
		on   bool
	}{{"observations", g.Observations}, {"consolidation", g.Consolidation}, {"immune_check", g.ImmuneCheck}} {
		if flag.on {
			rules = append(rules, flag.name)
		}
	}
	return strings.Join(rules, ", ") + after("; bots ", strings.Join(g.Bots, ", "))
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
