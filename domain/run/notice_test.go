package run_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/run"
)

var cutOff = time.Date(2026, 10, 3, 16, 5, 9, 0, time.FixedZone("CEST", 2*60*60))

func TestNotice(t *testing.T) {
	last := run.Attempt{Number: 2, StartedAt: cutOff, Calls: []run.Call{
		{Seq: 1, Tool: run.ToolPeers, Args: `{}`},
		{Seq: 2, Tool: run.ToolSend, Args: `{"to":"editor","headline":"12 commits","body":"long"}`},
		{Seq: 3, Tool: run.ToolSend, Args: `{"to":"nobody","body":"x"}`, Refused: true},
		{Seq: 4, Tool: run.ToolHelp, Args: `{"summary":"Which version?\n# Tools"}`},
		{Seq: 5, Tool: run.ToolLearn, Args: `{"text":"` + strings.Repeat("ä", 300) + `"}`},
		{Seq: 6, Tool: run.ToolReport, Args: `cut of`},
	}}
	require.Equal(t, `# This run was cut off before

Attempt 2 began at 2026-10-03 14:05:09 UTC and was cut off: its worker was lost. That has now happened 2 times.
It may have acted on the world: check what is done already before you do it again.

It had made the calls below. None of them has an effect: what it sent did not fly.
Make those again that still hold.

- send to editor: "12 commits"
- help: "Which version?\n# Tools"
- learn: "`+strings.Repeat("ä", 200)+`…"
- report`, run.Notice(last, 2))
}

func TestNoticeWithoutCalls(t *testing.T) {
	got := run.Notice(run.Attempt{Number: 1, StartedAt: cutOff, Calls: []run.Call{{Tool: run.ToolStatus}}}, 1)
	require.Contains(t, got, "It had made no tool calls that count.")
	require.NotContains(t, got, "times")
}

func TestNoticeIsBounded(t *testing.T) {
	last := run.Attempt{Number: 1, StartedAt: cutOff}
	for range run.MaxCalls {
		last.Calls = append(last.Calls, run.Call{Tool: run.ToolReport, Args: `{"headline":"again"}`})
	}
	got := run.Notice(last, 1)
	require.Contains(t, got, "- 1970 calls before these\n")
	require.Equal(t, 30, strings.Count(got, "- report"))
}
