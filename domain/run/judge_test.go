package run_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/run"
)

func TestJudge(t *testing.T) {
	long := strings.Repeat("z", 600)
	for _, c := range []struct {
		name    string
		exit    run.Exit
		outcome run.Outcome
		reason  string
	}{
		{"code 0", run.Exit{Stderr: "warning: shallow clone"}, run.Succeeded, ""},
		{"code 7", run.Exit{Code: 7, Reason: "exit code 7"}, run.Failed, "exit code 7"},
		{"code 7 without words", run.Exit{Code: 7}, run.Failed, "exit code 7"},
		{"its last words", run.Exit{Code: 7, Reason: "exit code 7", Stderr: "first\n\n  then \r\n \n"}, run.Failed, "exit code 7; it last wrote: first / then"},
		{"few enough of them", run.Exit{Code: 1, Reason: "r", Stderr: long[:400] + "\n" + long[:200] + "\nlast"}, run.Failed, "r; it last wrote: " + long[:200] + " / last"},
		{"the end of a line that is too long", run.Exit{Code: 1, Reason: "r", Stderr: "first\n" + long + "end"}, run.Failed, "r; it last wrote: …" + long[:497] + "end"},
		{"a signal", run.Exit{Code: -1, Reason: "signal: killed"}, run.Failed, "signal: killed"},
		{"not started", run.Exit{Code: -1, Ended: run.EndedNotStarted, Reason: "cannot start claude"}, run.Failed, "cannot start claude"},
		{"not started, whatever the code", run.Exit{Ended: run.EndedNotStarted}, run.Failed, "it could not be started"},
		{"timeout", run.Exit{Code: -1, Ended: run.EndedTimeout, Reason: "not done after 30m0s"}, run.TimedOut, "not done after 30m0s"},
		{"timeout, though it then said 0", run.Exit{Ended: run.EndedTimeout}, run.TimedOut, "it took too long"},
		{"silence", run.Exit{Code: -1, Ended: run.EndedIdleTimeout, Reason: "no output for 10m0s"}, run.TimedOut, "no output for 10m0s"},
		{"stopped", run.Exit{Code: -1, Ended: run.EndedStopped}, run.Halted, "it was stopped"},
	} {
		t.Run(c.name, func(t *testing.T) {
			outcome, reason := run.Judge(c.exit)
			require.Equal(t, c.outcome, outcome)
			require.Equal(t, c.reason, reason)
		})
	}
}
