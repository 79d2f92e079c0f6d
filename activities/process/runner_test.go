package process_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/run"
)

func perform(t *testing.T, b run.Brief) run.Exit {
	t.Helper()
	t.Parallel()
	dir := t.TempDir()
	exit := runner(dir).Run(t.Context(), b, desk(noCalls))
	requireNobody(t, dir)
	return exit
}

// stopWhenReady cancels the run's context once the agent waits for it.
func stopWhenReady(t *testing.T, b run.Brief) run.Exit {
	t.Helper()
	t.Parallel()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan run.Exit, 1)
	go func() { done <- runner(dir).Run(ctx, b, desk(noCalls)) }()
	require.Eventually(t, func() bool { return exists(filepath.Join(dir, "ready")) }, patience, poll)
	cancel()
	exit := <-done
	requireNobody(t, dir)
	return exit
}

// How long and how often a test looks for what must come to pass.
const (
	patience = 20 * time.Second
	poll     = 5 * time.Millisecond
)

// requireNobody requires that no process that an agent recorded still lives.
func requireNobody(t *testing.T, dir string) {
	t.Helper()
	for _, pid := range recorded(dir, "*") {
		require.False(t, alive(pid), "process %d lives on", pid)
	}
}

func TestThePromptComesOnStandardInput(t *testing.T) {
	exit := perform(t, brief("echo", "--model={model}"))
	require.Equal(t, "the prompt|--model=", exit.Stdout)
	require.Empty(t, exit.Reason)
	require.Equal(t, run.EndedItself, exit.Ended)
}

func TestPlaceholdersAreFilledInOnce(t *testing.T) {
	b := brief("echo", "{prompt}", "-m={model}", "{mcp_url}", "{budget}")
	money := run.Dollar + run.Dollar/2
	b.Prompt, b.Model, b.Budget = "say {model}", "big", &money
	require.Equal(t, "|say {model}|-m=big|http://127.0.0.1:1/mcp|1.50", perform(t, b).Stdout)
}

func TestTheMCPConfigurationIsTheAgentsAloneAndGoesWithIt(t *testing.T) {
	b := brief("echo", "{mcp}")
	b.Command = []string{"sh", "-c", `stat -c %a "$1" && cat "$1" && echo && echo "$1"`, "sh", "{mcp}"}
	lines := strings.Split(strings.TrimSpace(perform(t, b).Stdout), "\n")
	require.Equal(t, "600", lines[0])
	require.JSONEq(t, `{"mcpServers": {"redeye": {"type": "http", "url": "http://127.0.0.1:1/mcp", "tools": ["*"],
		"headers": {"Authorization": "Bearer secret-token"}}}}`, lines[1])
	require.NoFileExists(t, lines[2])
}

func TestTheEnvironmentIsAllowListed(t *testing.T) {
	t.Setenv("TEST_NOT_ALLOWED", "x")
	dir := t.TempDir()
	b := brief("environment")
	b.Env = append(b.Env, "HOME=/allowed")
	exit := runner(dir).Run(t.Context(), b, desk(noCalls))
	program, err := os.Executable()
	require.NoError(t, err)
	require.ElementsMatch(t, []string{
		"HOME=/allowed", "TEST_DIR=" + dir, "PATH=" + filepath.Dir(program) + ":" + os.Getenv("PATH"), "TEST_AGENT=environment",
		"REDEYE_MCP_URL=http://127.0.0.1:1/mcp", "REDEYE_TOKEN=secret-token", "REDEYE_RUN_ID=notes-1.1", "REDEYE_AGENT=a",
	}, strings.Split(exit.Stdout, "\n"))
}

func TestAFloodIsBoundedAtBothEnds(t *testing.T) {
	exit := perform(t, brief("flood"))
	require.Zero(t, exit.Code)
	require.Equal(t, int64(50_000_010), exit.StdoutBytes)
	head, tail, ok := strings.Cut(exit.Stdout, "\n… [")
	require.True(t, ok)
	leftOut, tail, ok := strings.Cut(tail, " bytes left out] …\n")
	require.True(t, ok)
	require.True(t, strings.HasPrefix(head, "begin\n"))
	require.True(t, strings.HasSuffix(tail, "end\n"))
	require.Equal(t, strconv.Itoa(50_000_010-len(head)-len(tail)), leftOut)
	require.Less(t, len(head)+len(tail), 512<<10)
}

func TestNoPartOfASecretIsLeftWhereAStreamIsCut(t *testing.T) {
	long := strings.Repeat("hunter2", 30)
	for name, c := range map[string]struct {
		secret string
		inLine int
	}{
		"one a line":                   {"hunter2-correct-horse", 1},
		"many a line":                  {"hunter2-correct-horse", 300},
		"all in one long line":         {"hunter2-correct-horse", 50_000},
		"its end looks like another":   {long + " PASSWORD=correct-horse", 1},
		"its beginning looks like one": {"PASSWORD=" + long, 1},
	} {
		t.Run(name, func(t *testing.T) {
			b := brief("leaky", strconv.Itoa(c.inLine))
			b.Env = append(b.Env, "SECRET="+c.secret)
			exit := perform(t, b)
			require.Contains(t, exit.Stdout, "bytes left out]")
			rest := strings.ReplaceAll(exit.Stdout, c.secret, "") // whole ones are the caller's
			require.False(t, strings.Contains(rest, "hun") || strings.Contains(rest, "orse"))
		})
	}
}

func TestOneLongLineIsCheap(t *testing.T) {
	exit := perform(t, brief("longline"))
	require.Zero(t, exit.Code)
	require.Equal(t, int64(5_000_000), exit.StdoutBytes)
}

func TestBytesComeAsTheyAre(t *testing.T) {
	require.Equal(t, "caf\xc3 \xff \x00", perform(t, brief("broken")).Stdout)
}

func TestAFailureKeepsItsLastWords(t *testing.T) {
	exit := perform(t, brief("stderr"))
	require.Equal(t, 7, exit.Code)
	require.Equal(t, "exit code 7", exit.Reason)
	require.True(t, strings.HasSuffix(exit.Stderr, "the last words\n"))
}

func TestAnAgentThatDoesNotReadItsPromptMayEnd(t *testing.T) {
	b := brief("deaf")
	b.Prompt = strings.Repeat("p", 1<<20)
	exit := perform(t, b)
	require.Zero(t, exit.Code)
	require.Equal(t, "did not listen", exit.Stdout)
}

func TestASignalIsNamed(t *testing.T) {
	exit := perform(t, brief("shot"))
	require.Equal(t, -1, exit.Code)
	require.Equal(t, "it was ended by a signal: killed", exit.Reason)
}

func TestASilentAgentIsStopped(t *testing.T) {
	b := brief("silent")
	b.IdleTimeout = 300 * time.Millisecond
	exit := perform(t, b)
	require.Equal(t, run.EndedIdleTimeout, exit.Ended)
	require.Equal(t, "no output and no tool call for 300ms, its idle timeout", exit.Reason)
}

func TestAnAgentThatCallsIsNotIdle(t *testing.T) {
	t.Parallel()
	b := brief("silent")
	b.IdleTimeout, b.Timeout = 200*time.Millisecond, 600*time.Millisecond
	calls := 0
	exit := runner(t.TempDir()).Run(t.Context(), b, desk(func() int { calls++; return calls }))
	require.Equal(t, run.EndedTimeout, exit.Ended)
	require.Equal(t, "it ran for longer than its timeout of 600ms", exit.Reason)
}

func TestAnAgentThatIgnoresSIGTERMIsKilled(t *testing.T) {
	exit := stopWhenReady(t, brief("stubborn"))
	require.Equal(t, run.EndedStopped, exit.Ended)
	require.Equal(t, -1, exit.Code)
	require.Equal(t, "ignored\n", exit.Stdout)
}

func TestAStoppedAgentHasItsGraceAndOneSIGTERM(t *testing.T) {
	b := brief("polite")
	b.Grace = time.Minute
	exit := stopWhenReady(t, b)
	require.Equal(t, run.EndedStopped, exit.Ended)
	require.Equal(t, "bye\n", exit.Stdout)
	require.Zero(t, exit.Code)
}

func TestWhatAStoppedAgentLeavesBehindGetsNoSecondSIGTERM(t *testing.T) {
	require.Equal(t, "bye\n", stopWhenReady(t, brief("leave polite")).Stdout)
}

func TestAWholeTreeIsStopped(t *testing.T) {
	require.Equal(t, run.EndedStopped, stopWhenReady(t, brief("tree")).Ended)
}

func TestACancelledRunStartsNothing(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := brief("echo")
	b.Command = []string{"no-such-program"} // which nobody has looked for
	exit := runner(t.TempDir()).Run(ctx, b, desk(noCalls))
	require.Equal(t, run.Exit{Code: -1, Ended: run.EndedStopped, Reason: "it was stopped"}, exit)
}

func TestWhatAnAgentLeavesBehindEndsWithIt(t *testing.T) {
	for mode, said := range map[string]string{"fork": "forked\n", "double fork": "forked\nforked twice\n"} {
		t.Run(mode, func(t *testing.T) {
			exit := perform(t, brief(mode))
			require.Zero(t, exit.Code)
			require.Equal(t, said, exit.Stdout)
			require.Equal(t, run.EndedItself, exit.Ended)
		})
	}
}

// No limit counts for an agent that has ended, while what it left behind still has its grace.
func TestWhatAnAgentLeavesBehindIsNotItsFault(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b := brief("leave stubborn")
	b.IdleTimeout, b.Grace = 300*time.Millisecond, time.Minute
	calls := 0
	exit := runner(dir).Run(t.Context(), b, desk(func() int {
		if pids := recorded(dir, "agent"); len(pids) == 0 || alive(pids[0]) {
			calls++ // so that the agent is idle from its end on
		}
		return calls
	}))
	require.Equal(t, run.EndedItself, exit.Ended)
	require.Empty(t, exit.Reason)
	require.Equal(t, "ignored\n", exit.Stdout)
	requireNobody(t, dir)
}

func TestWhatCannotStartSaysWhy(t *testing.T) {
	notStarted := func(reason string, change func(*run.Brief)) {
		t.Helper()
		b := brief("echo")
		change(&b)
		exit := runner(t.TempDir()).Run(t.Context(), b, desk(noCalls))
		require.Equal(t, run.EndedNotStarted, exit.Ended)
		require.Contains(t, exit.Reason, reason)
		require.Equal(t, -1, exit.Code)
	}
	notStarted("no such program", func(b *run.Brief) { b.Command = []string{"no-such-program"} })
	notStarted("there is no such file", func(b *run.Brief) { b.Command = []string{"./no-such-file"} })
	notStarted("not an executable file", func(b *run.Brief) { b.Command = []string{"/etc/passwd"} })
	notStarted("is not a folder", func(b *run.Brief) { b.Dir = "no-such-dir" })
	notStarted("leave out {prompt}", func(b *run.Brief) {
		b.Command, b.Prompt = append(b.Command, "{prompt}"), strings.Repeat("p", 200<<10)
	})
}

// kill -9 of a worker ends everything that its agents started.
func TestAKilledWorkersAgentsDieWithIt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program, err := os.Executable()
	require.NoError(t, err)
	worker := exec.Command(program)
	worker.Env = append(os.Environ(), "TEST_AGENT=worker", "TEST_DIR="+dir, "TMPDIR="+dir)
	require.NoError(t, worker.Start())
	require.Eventually(t, func() bool { return exists(filepath.Join(dir, "ready")) }, patience, poll)
	require.Len(t, temporary(t, dir), 1)
	require.NoError(t, worker.Process.Kill())
	_ = worker.Wait()
	for _, pid := range recorded(dir, "spawned") {
		require.Eventually(t, func() bool { return !alive(pid) }, patience, poll)
	}
	require.Eventually(t, func() bool { return len(temporary(t, dir)) == 0 }, patience, poll)
}

// temporary lists the folders that hold a run's token.
func temporary(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "redeye-*"))
	require.NoError(t, err)
	return names
}

func TestAnAgentDiesWithItsSupervisor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	exit := runner(dir).Run(t.Context(), brief("regicide", "{mcp}"), desk(noCalls))
	require.Equal(t, -1, exit.Code)
	require.Equal(t, run.EndedItself, exit.Ended)
	require.Equal(t, "it was ended from outside, together with its supervisor", exit.Reason)
	require.NotEmpty(t, exit.Stdout)
	require.NoFileExists(t, exit.Stdout)
	for _, pid := range recorded(dir, "spawned") {
		require.Eventually(t, func() bool { return !alive(pid) }, patience, poll)
	}
}
