package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"redeye/domain/fault"
)

// said is what one invocation left behind.
type said struct {
	code           int
	stdout, stderr string
}

func call(t *testing.T, stdin string, env map[string]string, args ...string) said {
	t.Helper()
	var stdout, stderr bytes.Buffer
	getenv := func(name string) string { return env[name] }
	err := invoke(context.Background(), args, getenv, strings.NewReader(stdin), &stdout, &stderr)
	return said{exitCode(err), stdout.String(), stderr.String()}
}

func TestWhatNeedsNoServer(t *testing.T) {
	const noDatabase = "error: DATABASE_URL is not set: set it to the workers' PostgreSQL, such as postgres://user@localhost:5432/redeye; \"make dev\" starts one and prints its URL\n"
	const noRun = "error: REDEYE_MCP_URL and REDEYE_TOKEN are not set: starter tool works inside a run, which gives them to its agent\n"
	for _, tc := range []struct {
		args   string
		code   int
		stderr string
	}{
		{"", 2, "error: starter needs a command: chain, request, learning, run, observe, outcome, observation, gene, genome, family, experiment, competence, scorecard, thread, episode, alert, workspace, night, factory, tool; --help tells what they do\n"},
		{"chains", 2, "error: starter has no command \"chains\"; it has: chain, request, learning, run, observe, outcome, observation, gene, genome, family, experiment, competence, scorecard, thread, episode, alert, workspace, night, factory, tool\n"},
		{"chain", 2, "error: starter chain needs a command: start, list, show, follow, cancel; --help tells what they do\n"},
		{"chain begin x", 2, "error: starter chain has no command \"begin\"; it has: start, list, show, follow, cancel\n"},
		{"chain start", 2, "error: starter chain start was given with 0 arguments; usage: starter chain start PIPELINE [flags]\n"},
		{"chain start a b", 2, "error: starter chain start was given with 2 arguments; usage: starter chain start PIPELINE [flags]\n"},
		{"chain list x", 2, "error: starter chain list was given with 1 argument; usage: starter chain list [flags]\n"},
		{"chain list --speed", 2, "error: unknown flag: --speed\n"},
		{"chain start p --flag a=maybe", 2, "error: invalid argument \"a=maybe\" for \"--flag\" flag: \"maybe\" is neither true nor false\n"},
		{"chain start p --flag a --flag a=false", 2, "error: invalid argument \"a=false\" for \"--flag\" flag: flag a is given twice\n"},
		{"chain start p --flag =true", 2, "error: invalid argument \"=true\" for \"--flag\" flag: a flag needs a name: name=true or name=false\n"},
		{"chain start p --message a --message-file b", 2, "error: --message and --message-file are two messages; give one of them\n"},
		{"chain start p --message-file -", 2, "error: the message is empty; leave it out, or say what is to be done\n"},
		{"chain start p --message-file /nowhere/x", 2, "error: cannot read: open /nowhere/x: no such file or directory\n"},
		{"chain start p --id Up", 2, "error: --id \"Up\": a chain ID has up to 100 lower-case letters, digits, - and _, and begins with a letter or digit\n"},
		{"chain start p --id a.b", 2, "error: --id \"a.b\": a chain ID has up to 100 lower-case letters, digits, - and _, and begins with a letter or digit\n"},
		{"chain start p --workspace=", 2, "error: --workspace \"\": a workspace has a name of at most 100 bytes\n"},
		{"observe", 2, "error: starter observe was given with 0 arguments; usage: starter observe RUN [flags]\n"},
		{"observe r", 2, "error: there is nothing to observe; give --edit FILE or --comment TEXT\n"},
		{"observe r --original a", 2, "error: --original is what the edit is compared with; give --edit too\n"},
		{"observe r --edit - --original -", 2, "error: standard input can be read once; give a file for the other -\n"},
		{"observe r --edit - --comment -", 2, "error: standard input can be read once; give a file for the other -\n"},
		{"observe r --edit /nowhere/x", 2, "error: cannot read: open /nowhere/x: no such file or directory\n"},
		{"outcome r", 2, "error: starter outcome was given with 1 argument; usage: starter outcome RUN accepted|rejected [flags]\n"},
		{"outcome r fine", 2, "error: \"fine\": an outcome is accepted or rejected\n"},
		{"gene", 2, "error: starter gene needs a command: list, show, add, approve, reject, retire; --help tells what they do\n"},
		{"gene list --stratum high", 2, "error: --stratum \"high\": a gene is kernel, customer or learned\n"},
		{"gene list --state old", 2, "error: --state \"old\": a gene is live, retired or rejected\n"},
		{"gene add a b --workspace=", 2, "error: --workspace \"\": a workspace has a name of at most 100 bytes\n"},
		{"night show a b", 2, "error: starter night show was given with 2 arguments; usage: starter night show [KEY] [flags]\n"},
		{"night show yesterday", 2, "error: \"yesterday\" is no night: its key is its time, such as 2026-10-03T02:30:00Z; see: starter night list\n"},
		{"night run --again soon", 2, "error: \"soon\" is no night: its key is its time, such as 2026-10-03T02:30:00Z; see: starter night list\n"},
		{"night run --again 2999-01-01T02:30:00Z", 2, "error: --again 2999-01-01T02:30:00Z: that night is yet to come\n"},
		{"night run --follow --no-wait", 2, "error: --follow waits and --no-wait does not; give one of them\n"},
		{"learning list --state old", 2, "error: --state \"old\": a learning is provisional, confirmed, lapsed or rejected\n"},
		{"chain start p", 2, noDatabase},
		{"chain list", 2, noDatabase},
		{"chain show x", 2, noDatabase},
		{"chain follow x", 2, noDatabase},
		{"request list", 2, noDatabase},
		{"request show x", 2, noDatabase},
		{"learning list", 2, noDatabase},
		{"learning keep x", 2, noDatabase},
		{"learning drop x", 2, noDatabase},
		{"run list", 2, noDatabase},
		{"run show x", 2, noDatabase},
		{"observe r --comment x", 2, noDatabase},
		{"outcome r accepted", 2, noDatabase},
		{"observation list", 2, noDatabase},
		{"observation revoke x", 2, noDatabase},
		{"gene list", 2, noDatabase},
		{"gene show x", 2, noDatabase},
		{"gene add a b", 2, noDatabase},
		{"gene approve x", 2, noDatabase},
		{"gene reject x", 2, noDatabase},
		{"gene retire x", 2, noDatabase},
		{"genome show a", 2, noDatabase},
		{"night run", 2, noDatabase},
		{"night show", 2, noDatabase},
		{"night list", 2, noDatabase},
		{"factory show", 2, noDatabase},
		{"tool peers", 2, noRun},
		{"tool status", 2, noRun},
		{"tool send editor", 2, noRun},
		{"tool help why", 2, noRun},
		{"tool learn that", 2, noRun},
		{"tool report done", 2, noRun},
		{"chain list --json", 2, `{"error":{"kind":"invalid","message":"DATABASE_URL is not set: set it to the workers' PostgreSQL, such as postgres://user@localhost:5432/redeye; \"make dev\" starts one and prints its URL"}}` + "\n"},
		{"chain list --speed --json", 2, `{"error":{"kind":"invalid","message":"unknown flag: --speed"}}` + "\n"},
	} {
		t.Run(tc.args, func(t *testing.T) {
			require.Equal(t, said{tc.code, "", tc.stderr}, call(t, "", nil, strings.Fields(tc.args)...))
		})
	}
}

func TestEmptyAnswerIsRefusedBeforeAnythingIsSent(t *testing.T) {
	for stdin, args := range map[string][]string{"": {"request", "answer", "q", " "}, "\n": {"request", "answer", "q", "-"}} {
		got := call(t, stdin, nil, args...)
		require.Equal(t, 2, got.code)
		require.Contains(t, got.stderr, "error: the answer is empty")
	}
}

func TestATemporalThatDoesNotAnswerIsUnavailable(t *testing.T) {
	env := map[string]string{"TEMPORAL_ADDRESS": "127.0.0.1:1"}
	got := call(t, "", env, "chain", "cancel", "x")
	require.Equal(t, 5, got.code)
	require.Contains(t, got.stderr, "error: no Temporal at 127.0.0.1:1: ")
	require.Contains(t, got.stderr, "set TEMPORAL_ADDRESS, or start one with \"make dev\"\n")
}

func TestFactoryCheck(t *testing.T) {
	got := call(t, "", nil, "factory", "check", "../examples/release-notes/factory.toml")
	require.Equal(t, 0, got.code, got.stderr)
	require.Regexp(t, `^\.\./examples/release-notes/factory\.toml is sound: 3 agents, 1 pipeline, digest [0-9a-f]{12}\n$`, got.stdout)
	require.Empty(t, got.stderr)

	got = call(t, "", nil, "factory", "check", "../examples/release-notes/factory.toml", "--json")
	require.Contains(t, got.stdout, `"entry": "collector"`)
	require.Regexp(t, `"digest": "[0-9a-f]{64}"`, got.stdout)
}

func TestFactoryCheckTellsAllFaultsAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "factory.toml")
	require.NoError(t, os.WriteFile(file, []byte("name = \"x\"\ncolour = 1\n[pipelines.p]\nentry = \"nobody\"\n"), 0o600))
	got := call(t, "", nil, "factory", "check", file)
	require.Equal(t, 2, got.code)
	require.Empty(t, got.stdout)
	require.Contains(t, got.stderr, "factory.toml:2: ")
	require.Contains(t, got.stderr, "factory.toml:4: ")
}

func TestHelpHasAnExampleForEveryCommand(t *testing.T) {
	a := &app{}
	for _, parent := range a.root().Commands() {
		leaves := parent.Commands()
		if len(leaves) == 0 {
			leaves = []*cobra.Command{parent}
		}
		for _, c := range leaves {
			got := call(t, "", nil, append(strings.Fields(c.CommandPath())[1:], "--help")...)
			require.Zero(t, got.code)
			require.Contains(t, got.stdout, "Examples:\n  ", c.CommandPath())
			require.Contains(t, c.Example, c.CommandPath())
		}
	}
}

func TestCompletionNeedsNoDatabase(t *testing.T) {
	got := call(t, "", nil, "__complete", "chain", "show", "")
	require.Equal(t, said{0, ":4\n", "Completion ended with directive: ShellCompDirectiveNoFileComp\n"}, got)
}

func TestExitCodes(t *testing.T) {
	for code, err := range map[int]error{
		0: nil, 1: os.ErrClosed, 2: fault.Invalidf("a"), 3: fault.NotFoundf("b"), 4: fault.Conflictf("c"), 5: fault.Unavailablef("d"),
		6: fmt.Errorf("look: %w", partialNight{"2026-10-03T02:30:00Z", "is partial"}),
	} {
		require.Equal(t, code, exitCode(err))
	}
}

func TestMessages(t *testing.T) {
	file := filepath.Join(t.TempDir(), "message")
	require.NoError(t, os.WriteFile(file, []byte("from a file"), 0o600))
	for name, tc := range map[string]struct {
		give message
		in   string
		want string
		err  string
	}{
		"none":            {},
		"text":            {give: message{text: "go", byText: true}, want: "go"},
		"file":            {give: message{file: file, byFile: true}, want: "from a file"},
		"standard input":  {give: message{file: "-", byFile: true}, in: "piped", want: "piped"},
		"blank":           {give: message{text: " \n", byText: true}, err: "the message is empty"},
		"the longest":     {give: message{text: strings.Repeat("a ", messageBytes/2), byText: true}, want: strings.Repeat("a ", messageBytes/2)},
		"too long":        {give: message{file: "-", byFile: true}, in: strings.Repeat("a ", messageBytes), err: "the message is longer than 65536 bytes"},
		"not UTF-8":       {give: message{text: "a\xff", byText: true}, err: "the message is not valid UTF-8"},
		"a NUL character": {give: message{text: "a\x00", byText: true}, err: "the message contains a NUL character"},
	} {
		t.Run(name, func(t *testing.T) {
			a := &app{in: strings.NewReader(tc.in), err: &bytes.Buffer{}}
			got, err := a.message(tc.give)
			if tc.err != "" {
				require.ErrorContains(t, err, tc.err)
				require.Equal(t, fault.Invalid, fault.KindOf(err))
				return
			}
			require.NoError(t, err)
			require.Equal(t, tc.want, got)
		})
	}
}

func TestACredentialInAMessageIsReplacedAndSaid(t *testing.T) {
	var talk bytes.Buffer
	a := &app{err: &talk}
	got, err := a.message(message{text: "use PASSWORD=correct-horse-battery", byText: true})
	require.NoError(t, err)
	require.NotContains(t, got, "correct-horse")
	require.Contains(t, talk.String(), "note: what looks like a credential")
}
