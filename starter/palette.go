package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/lipgloss"

	"redeye/domain/chain"
	"redeye/domain/help"
	"redeye/domain/run"
)

// palette writes the events of a followed chain: in colour on a terminal, plain elsewhere.
type palette struct{ good, bad, ask, faint lipgloss.Style }

// newPalette looks at what it will write to: only a terminal gets colours, and none where
// NO_COLOR is set.
func newPalette(w io.Writer) palette {
	r := lipgloss.NewRenderer(w)
	return palette{
		good:  r.NewStyle().Foreground(lipgloss.Color("2")),
		bad:   r.NewStyle().Foreground(lipgloss.Color("1")),
		ask:   r.NewStyle().Foreground(lipgloss.Color("3")).Bold(true),
		faint: r.NewStyle().Faint(true),
	}
}

func (p palette) line(e event) string {
	at := p.faint.Render(timeOfDay(e.At))
	switch e.Event {
	case runBegan:
		return fmt.Sprintf("%s  %-12s began        %s%s", at, e.Run.Agent, e.Run.ID, after(": ", e.Run.SentHeadline))
	case runEnded:
		return fmt.Sprintf("%s  %-12s %s  %s%s, cost %s", at, e.Run.Agent, p.outcome(e.Run.Outcome), e.Run.ID,
			after(": ", cmp.Or(e.Run.Reason, e.Run.Headline)), cost(e.Run.Cost))
	case requestFiled:
		return fmt.Sprintf("%s  %-12s %s         %s", at, e.Request.Agent, p.ask.Render("asks"), e.Request.Summary) + answerable(*e.Request)
	case flightRefused:
		return fmt.Sprintf("%s  %-12s %s      %s", at, e.Refused.To, p.bad.Render("refused"), e.Refused.Reason)
	case chainEnded:
		return fmt.Sprintf("%s  chain %s: %s", at, e.Chain.ID, p.state(*e.Chain)) + next(*e.Chain)
	}
	return ""
}

// next says where an ended chain goes on: with a person, or with another chain.
func next(l chainLine) string {
	var b strings.Builder
	if l.State == chain.AwaitingHuman {
		fmt.Fprintf(&b, "\n%9s it awaits a person: %s", "", answerCommand(l.Facts.OpenFatal))
	}
	for _, id := range l.ContinuedBy {
		fmt.Fprintf(&b, "\n%9s it is continued: starter chain follow %s", "", id)
	}
	return b.String()
}

// answerable says how to answer a request now; a fatal one is named when its chain ends.
func answerable(r help.Record) string {
	if r.Fatal || r.Closed != nil {
		return ""
	}
	return fmt.Sprintf("\n%9s answer it: %s", "", answerCommand(r.ID))
}

func answerCommand(request string) string {
	return `starter request answer ` + request + ` "your answer"`
}

// scale paints a chart's line at a threshold.
func (p palette) scale(line string) string {
	t := thresholds()
	switch {
	case strings.HasPrefix(line, fmt.Sprintf(" %.2f ", t.CompileStrength)):
		return p.ask.Render(line)
	case strings.HasPrefix(line, fmt.Sprintf(" %.2f ", t.RetireStrength)):
		return p.bad.Render(line)
	}
	return line
}

func (p palette) outcome(o run.Outcome) string {
	style := p.bad
	switch o {
	case run.Succeeded:
		style = p.good
	case run.Halted:
		style = p.ask
	case run.Failed, run.TimedOut, run.Interrupted:
	}
	return style.Render(fmt.Sprintf("%-11s", o))
}

func (p palette) state(l chainLine) string {
	style := p.good
	switch {
	case l.State == chain.AwaitingHuman:
		style = p.ask
	case l.State == chain.Stalled, l.State == chain.Halted, l.End != nil && l.End.How == chain.Failed:
		style = p.bad
	}
	return style.Render(string(l.State)) + endedHow(l)
}

// endedHow adds to a state what it does not say: that the chain failed, and why.
func endedHow(l chainLine) string {
	if l.End == nil || l.End.Reason == "" {
		return ""
	}
	return " (" + string(l.End.How) + ": " + l.End.Reason + ")"
}

func timeOfDay(t time.Time) string {
	if t.IsZero() {
		return "--:--:--"
	}
	return t.UTC().Format(time.TimeOnly)
}

// after joins a text to what stands before it; nothing to nothing.
func after(separator, s string) string {
	if s == "" {
		return ""
	}
	return separator + s
}
