package run

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// noticeCalls bounds the calls that a notice lists; the last ones matter most.
const noticeCalls = 30

// Notice tells a restarted attempt of the last one, and how many were cut off in all.
// Nothing that those asked for has had an effect, but they may have acted on the world.
func Notice(last Attempt, interrupted int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# This run was cut off before\n\nAttempt %d began at %s and was cut off: its worker was lost.",
		last.Number, last.StartedAt.UTC().Format(time.DateTime+" UTC"))
	if interrupted > 1 {
		fmt.Fprintf(&b, " That has now happened %d times.", interrupted)
	}
	b.WriteString("\nIt may have acted on the world: check what is done already before you do it again.\n\n")
	b.WriteString(noticeOf(accepted(last.Calls)))
	return b.String()
}

func noticeOf(calls []Call) string {
	if len(calls) == 0 {
		return "It had made no tool calls that count."
	}
	var b strings.Builder
	b.WriteString("It had made the calls below. None of them has an effect: what it sent did not fly.\n" +
		"Make those again that still hold.\n")
	if more := len(calls) - noticeCalls; more > 0 {
		fmt.Fprintf(&b, "\n- %d calls before these", more)
		calls = calls[more:]
	}
	for _, c := range calls {
		b.WriteString("\n- " + c.summary())
	}
	return b.String()
}

// accepted leaves out what was refused, and the calls that only ask.
func accepted(calls []Call) []Call {
	return slices.DeleteFunc(slices.Clone(calls), func(c Call) bool {
		return c.Refused || c.Tool == ToolPeers || c.Tool == ToolStatus
	})
}

// summary is the call in one line. Its words are the agent's and stand in quotes.
func (c Call) summary() string {
	var args struct {
		To, Headline, Summary, Text string
	}
	if json.Unmarshal([]byte(c.Args), &args) != nil {
		return c.Tool
	}
	s := c.Tool
	if args.To != "" {
		s += " to " + args.To
	}
	if words := args.Headline + args.Summary + args.Text; words != "" {
		s += ": " + quoted(words)
	}
	return s
}

// quoted is the text's beginning on one line.
func quoted(words string) string {
	runes := []rune(words)
	if len(runes) > HeadlineBytes {
		words = string(runes[:HeadlineBytes]) + "…"
	}
	return fmt.Sprintf("%q", words)
}
