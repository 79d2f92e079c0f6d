package main

import (
	"strings"

	"redeye/domain/help"
)

func writeRequests(p *page, records []help.Record) {
	rows := make([][]string, 0, len(records))
	for _, r := range records {
		rows = append(rows, []string{r.ID, r.Agent, string(r.Category), fatal(r.Fatal), clock(r.FiledAt), requestState(r), r.Summary})
	}
	p.table("REQUEST AGENT CATEGORY FATAL FILED STATE SUMMARY", "no requests wait for you", rows)
}

func writeRequest(p *page, d requestDetail) {
	p.fields(
		"request", d.ID,
		"state", requestState(d.Record),
		"from", d.Agent+" in run "+d.Run,
		"category", string(d.Category),
		"fatal", fatal(d.Fatal),
		"filed", clock(d.FiledAt),
		"pipeline", d.Pipeline,
		"workspace", d.Workspace,
		"flags", recorded(d.Flags),
		"summary", d.Summary,
	)
	p.section("detail", d.Detail)
	writeClosed(p, d.Closed)
	writeRefusedReplies(p, d)
	if d.Closed == nil {
		p.linef("\nanswer it: %s", answerCommand(d.ID))
	}
}

func writeClosed(p *page, c *help.Closed) {
	if c == nil {
		return
	}
	if !c.Answered() {
		p.linef("\nresolved by %s at %s%s", c.By, clock(c.At), after(": ", c.Reason))
		return
	}
	p.section("answered by "+c.By+" at "+clock(c.At), c.Answer)
	p.linef("new chain  %s, flags: %s", c.Chain, flags(c.Flags))
	if len(c.Dropped) > 0 {
		p.linef("dropped    flags that the pipeline no longer declares: %s", strings.Join(c.Dropped, ", "))
	}
}

func writeRefusedReplies(p *page, d requestDetail) {
	if d.Unknown != "" {
		p.linef("\nrefused replies: unknown (%s)", d.Unknown)
		return
	}
	if len(d.Refusals) == 0 {
		return
	}
	p.linef("\nrefused replies")
	for _, r := range d.Refusals {
		p.linef("  %s  %s: %s", clock(r.At), r.Name, r.Reason)
	}
}

func requestState(r help.Record) string {
	switch {
	case r.Closed == nil:
		return "open"
	case r.Closed.Answered():
		return "answered"
	}
	return "resolved"
}

func fatal(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// recorded writes a request's flags; an old record may not know them.
func recorded(f map[string]bool) string {
	if f == nil {
		return "not recorded: give every one with the answer"
	}
	return flags(f)
}
