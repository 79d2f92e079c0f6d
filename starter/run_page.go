package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"redeye/domain/learning"
	"redeye/domain/run"
)

func writeRuns(p *page, records []run.Record) {
	rows := make([][]string, 0, len(records))
	for _, r := range records {
		rows = append(rows, []string{string(r.ID), r.Agent, outcome(r), runCost(r), clock(r.BeganAt), cmp.Or(r.Reason, r.Headline)})
	}
	p.table("RUN AGENT OUTCOME COST BEGAN HEADLINE", "no runs", rows)
}

func writeRun(p *page, d runDetail, parts runParts) {
	p.fields(
		"run", string(d.ID),
		"agent", d.Agent,
		"pipeline", d.Pipeline,
		"workspace", d.Workspace,
		"flags", flags(d.Flags),
		"path", strings.Join(d.Path, " → ")+fmt.Sprintf(" (hop %d)", d.Hop),
		"continues", d.Continues,
		"factory", short(d.Factory),
		"began", clock(d.BeganAt),
		"ended", ended(d.EndedAt),
		"outcome", outcome(d.Record)+after(": ", d.Reason),
		"headline", d.Headline,
		"cost", runCost(d.Record),
		"requests", strings.Join(d.Requests, ", "),
	)
	writeMessage(p, d.Record)
	writeGenomeTold(p, d.Record)
	writeTold(p, d)
	writeRemembered(p, "open thread", d.Threads)
	writeRemembered(p, "episode", d.Episodes)
	for _, attempt := range d.Attempts {
		writeAttempt(p, attempt, parts)
	}
	if parts.prompt {
		p.section("prompt", d.Prompt)
	}
}

func writeMessage(p *page, r run.Record) {
	title := "message"
	if r.Sender != "" {
		title += " from " + string(r.Sender)
	}
	p.section(title, strings.TrimSpace(r.SentHeadline+"\n"+r.Body))
	p.section("answers it was told", strings.Join(r.Answers, "\n"))
}

// writeGenomeTold shows the genome as a run was told it; nothing where there was none.
func writeGenomeTold(p *page, r run.Record) {
	p.section("genome it was told", r.Genome)
	if r.Genome == "" && (r.Withheld != nil || len(r.WeakGenes)+len(r.LeftOutObservations) > 0) {
		p.linef("\nno genome was told")
	}
	if told := slices.Concat(r.Genes, r.Observations); len(told) > 0 {
		p.linef("  these are, in order: %s", strings.Join(told, ", "))
	}
	if r.Withheld != nil {
		p.linef("  withheld: %s; %s", r.Withheld.Gene, r.Withheld.Why)
	}
	if weak := strings.Join(r.WeakGenes, ", "); weak != "" {
		p.linef("  left out, too weak: %s", weak)
	}
	if old := strings.Join(r.LeftOutObservations, ", "); old != "" {
		p.linef("  left out, older than those told: %s", old)
	}
}

// writeTold lists the learnings a run was told, each with when it lapses and what has
// become of it since.
func writeTold(p *page, d runDetail) {
	if len(d.Told) == 0 {
		p.linef("\ntold no learnings")
		return
	}
	p.linef("\ntold %s", plural(len(d.Told), "learning"))
	for i, t := range d.Told {
		p.linef("  %d. %s", i+1, t.Text)
		p.linef("     %s, %s; now %s", t.Learning, lapses(t.State, t.RunsLeft, d.Agent), since(d, t))
	}
	for _, t := range d.LeftOut {
		p.linef("  left out, over per_run: %s (%s)", t.Text, t.Learning)
	}
}

// writeRemembered lists what a run was told of its agent's memory.
func writeRemembered(p *page, what string, told []run.Remembered) {
	if len(told) == 0 {
		return
	}
	p.linef("\ntold %s", plural(len(told), what))
	for _, r := range told {
		p.linef("  %s, %s: %s", r.ID, clock(r.At), r.Text)
	}
}

// since says how a told learning stands now.
func since(d runDetail, t run.Told) string {
	l, kept := d.Learnings[t.Learning]
	if !kept {
		return "deleted"
	}
	return lapses(string(l.State), l.RunsLeft, d.Agent)
}

func lapses(state string, runsLeft int, agent string) string {
	if learning.State(state) != learning.Provisional {
		return state
	}
	return fmt.Sprintf("%s: lapses after %s of %s", state, plural(runsLeft, "more run"), agent)
}

func writeAttempt(p *page, t run.Attempt, parts runParts) {
	p.linef("\nattempt %d: %s%s, %s", t.Number, cmp.Or(string(t.Outcome), "running"), after(": ", t.Reason), attemptTime(t))
	p.section("notice", t.Notice)
	if parts.calls {
		writeCalls(p, t.Calls)
	}
	if parts.output {
		p.section("standard output", t.Stdout)
		p.section("standard error", t.Stderr)
	}
}

func attemptTime(t run.Attempt) string {
	if t.EndedAt == nil {
		return "since " + clock(t.StartedAt)
	}
	return clock(t.StartedAt) + " to " + clock(*t.EndedAt)
}

func writeCalls(p *page, calls []run.Call) {
	for _, c := range calls {
		verb := "→"
		if c.Refused {
			verb = "refused:"
		}
		p.linef("  %d. %s %s %s %s", c.Seq, c.Tool, c.Args, verb, c.Reply)
	}
}

func outcome(r run.Record) string { return cmp.Or(string(r.Outcome), "running") }

// runCost is a run's cost; a run that has not ended has none yet.
func runCost(r run.Record) string {
	if r.Outcome == "" {
		return "-"
	}
	return cost(r.Cost)
}
