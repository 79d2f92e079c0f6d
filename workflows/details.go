package workflows

import (
	"fmt"
	"strings"

	"redeye/domain/chain"
	"redeye/domain/run"
)

// chainDetails draws a chain for the Temporal UI, in Markdown: what runs, what ended,
// what was refused, what is left, and what it waits for.
func chainDetails(c chain.Chain) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s\n", c.State(), budgets(c))
	if c.Continues != nil {
		fmt.Fprintf(&b, "\nContinues `%s`, with the answer to `%s`.\n", c.Continues.Chain, c.Continues.Request)
	}
	if len(c.Running) > 0 {
		table(&b, "Running", "run", "agent", "path", "message")
		for _, r := range c.Running {
			row(&b, string(r.Run), r.To, strings.Join(r.Path, " → "), r.Headline)
		}
	}
	if len(c.Recent) > 0 {
		table(&b, fmt.Sprintf("Ended (%d, the last %d)", c.Landed, len(c.Recent)), "run", "agent", "outcome", "cost", "said")
		for _, r := range c.Recent {
			row(&b, string(r.Run), r.Agent, string(r.Outcome), cost(r.Cost), said(r))
		}
	}
	if len(c.LastRefused) > 0 {
		table(&b, fmt.Sprintf("Refused flights (%d, the last %d)", c.Refused, len(c.LastRefused)), "to", "reason")
		for _, r := range c.LastRefused {
			row(&b, r.To, r.Reason)
		}
	}
	if len(c.Open) > 0 {
		table(&b, "Waiting for a person", "request", "category", "question")
		for _, q := range c.Open {
			row(&b, q.ID, category(q.Request), q.Summary)
		}
	}
	return b.String()
}

func budgets(c chain.Chain) string {
	l := c.Plan.Limits
	s := fmt.Sprintf("%d of %d runs begun · at most %d hops in a line · spent %s", c.Begun, l.MaxRuns, l.MaxHops, c.Spent)
	if l.Fuel != nil {
		s += fmt.Sprintf(" of %s", *l.Fuel)
	}
	if c.UnknownCosts > 0 {
		s += fmt.Sprintf(" · cost unknown for %d runs", c.UnknownCosts)
	}
	return s
}

func cost(c *run.Money) string {
	if c == nil {
		return "unknown"
	}
	return c.String()
}

func said(r chain.LandedRun) string {
	if r.Reason != "" {
		return r.Reason
	}
	return r.Headline
}

func category(q run.Request) string {
	if q.Fatal {
		return q.Category + ", fatal"
	}
	return q.Category
}

// requestDetails draws a help request, and the replies that could not be accepted.
func requestDetails(in HelpRequestIn, closed *HelpRequestOut, refusals []RefusedReply) string {
	var b strings.Builder
	state := "open"
	if closed != nil {
		state = "closed"
	}
	fmt.Fprintf(&b, "### %s\n\n%s\n\nAsked by `%s` of `%s`.\n", state, cell(in.summary()), in.Agent, in.Run)
	if closed != nil {
		fmt.Fprintf(&b, "\nClosed by %s at %s.", cell(closed.By), closed.At.UTC().Format("2006-01-02 15:04 UTC"))
		if closed.Answered() {
			fmt.Fprintf(&b, " %s", closed.whereTo())
		}
		b.WriteString("\n")
	} else {
		fmt.Fprintf(&b, "\nSend the signal or update `%s` with `{\"answer\": \"…\", \"by\": \"your name\"}`, or `%s` with `{\"by\": \"your name\"}`.\n", SignalAnswer, SignalResolve)
	}
	if len(refusals) > 0 {
		table(&b, "Refused replies", "at", "sent as", "reason")
		for _, r := range refusals {
			row(&b, r.At.UTC().Format("15:04:05 UTC"), r.Name, r.Reason)
		}
	}
	return b.String()
}

func table(b *strings.Builder, title string, columns ...string) {
	fmt.Fprintf(b, "\n**%s**\n\n| %s |\n|%s\n", title, strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
}

func row(b *strings.Builder, cells ...string) {
	for i, c := range cells {
		cells[i] = cell(c)
	}
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// markup is what a table cell must not hold: agents' text is not to be read as markup.
var markup = strings.NewReplacer("\n", " ", "|", `\|`, "<", "&lt;", "`", "'", "[", `\[`, "*", `\*`)

func cell(s string) string { return markup.Replace(s) }
