package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/help"
	"redeye/domain/run"
)

// fakeStarter writes each call down, with what it was given on standard input.
const fakeStarter = `#!/bin/sh
echo "$*" >>"$CALLS"
case " $* " in *" - "*) sed 's/^/| /' >>"$CALLS" ;; esac
`

// desk is a folder in which the agents of release-notes run, in a git repository.
type desk struct {
	t    *testing.T
	root string
}

func newDesk(t *testing.T, subjects ...string) desk {
	t.Helper()
	d := desk{t, t.TempDir()}
	require.NoError(t, os.CopyFS(d.path("agents"), os.DirFS("release-notes/agents")))
	require.NoError(t, os.Mkdir(d.path("bin"), 0o700))
	require.NoError(t, os.WriteFile(d.path("bin/starter"), []byte(fakeStarter), 0o700)) //nolint:gosec // it is to be run
	d.git("init", "--quiet")
	for _, subject := range subjects {
		d.git("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false",
			"commit", "--quiet", "--allow-empty", "--message", subject)
	}
	return d
}

func (d desk) path(name string) string { return filepath.Join(d.root, name) }

func (d desk) git(args ...string) {
	d.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = d.root
	out, err := cmd.CombinedOutput()
	require.NoError(d.t, err, string(out))
}

// run runs one agent and returns its tool calls.
func (d desk) run(agent string, in run.PromptIn) string {
	d.t.Helper()
	calls := d.path("calls")
	require.NoError(d.t, os.WriteFile(calls, nil, 0o600))
	cmd := exec.Command("sh", "-c", `exec sh "agents/$REDEYE_AGENT.sh"`)
	cmd.Dir = d.root
	cmd.Env = append(os.Environ(), "PATH="+d.path("bin")+":"+os.Getenv("PATH"),
		"CALLS="+calls, "REDEYE_AGENT="+agent, "REDEYE_RUN_ID=release-notes-abcde.2")
	in.Agent, in.Run, in.Workspace, in.Pipeline = agent, "release-notes-abcde.2", "default", "release-notes"
	cmd.Stdin = strings.NewReader(run.Compose(in))
	out, err := cmd.CombinedOutput()
	require.NoError(d.t, err, string(out))
	made, err := os.ReadFile(calls)
	require.NoError(d.t, err)
	return string(made)
}

func (d desk) draft(text string) {
	d.t.Helper()
	require.NoError(d.t, os.MkdirAll(d.path("out"), 0o700))
	require.NoError(d.t, os.WriteFile(d.path("out/draft-x.md"), []byte(text), 0o600))
}

func TestCollectorSendsTheLog(t *testing.T) {
	calls := newDesk(t, "worker: stop in time", "one more").run("collector", run.PromptIn{})
	require.Contains(t, calls, "tool send editor --headline commits: 2 --body -\n")
	require.Regexp(t, `(?m)^\| commit [0-9a-f]+ \d{4}-\d\d-\d\d worker: stop in time$`, calls)
	require.NotContains(t, calls, "version:")
}

func TestCollectorPassesTheVersionOn(t *testing.T) {
	calls := newDesk(t, "only one").run("collector", run.PromptIn{Body: "The version number is 1.4.1. Thanks."})
	require.Contains(t, calls, "| version: 1.4.1\n| commit ")
}

func TestCollectorAsksWhereThereIsNoLog(t *testing.T) {
	calls := newDesk(t).run("collector", run.PromptIn{})
	require.Contains(t, calls, "tool help --category environment --fatal")
	require.NotContains(t, calls, "tool send")
}

const log = `commit a1 2026-10-03 worker: stop in time
commit b2 2026-10-02 say hello to 9.9.9
commit c3 2026-10-01 worker: start
`

func TestEditorGroupsByArea(t *testing.T) {
	d := newDesk(t)
	calls := d.run("editor", run.PromptIn{Body: log})
	draft, err := os.ReadFile(d.path("out/draft-release-notes-abcde.md"))
	require.NoError(t, err)
	require.Equal(t, `3 commits, 2026-10-01 to 2026-10-03.

## worker

- stop in time (a1)
- start (c3)

## other

- say hello to 9.9.9 (b2)
`, string(draft))
	require.Contains(t, calls, "tool send publisher --headline 3 commits, 2 with an area --body -\n| draft: out/draft-release-notes-abcde.md\n")
	require.Contains(t, calls, "tool learn Commit subjects in this repository begin with the area they change; group the notes by area.\n")
	require.NotContains(t, calls, "version:", "a number in a commit is not the version")
}

func TestEditorUsesWhatItLearned(t *testing.T) {
	told := []run.Told{{Text: "Commit subjects in this repository begin with the area they change; group the notes by area.", State: "provisional"}}
	calls := newDesk(t).run("editor", run.PromptIn{Body: "version: 1.4.1\n" + log, Told: told})
	require.NotContains(t, calls, "tool learn")
	require.Contains(t, calls, "as learned before")
	require.Contains(t, calls, "| version: 1.4.1\n")
}

func TestEditorOpensAsItsGenomeSays(t *testing.T) {
	d := newDesk(t)
	d.run("editor", run.PromptIn{Body: log, Genome: "# How your work is wanted\n\n```\nlearned: open with “Hello team,”\n```"})
	draft, err := os.ReadFile(d.path("out/draft-release-notes-abcde.md"))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(draft), "Hello team,\n\n3 commits, "), string(draft))
}

func TestEditorLearnsFromWhatItSees(t *testing.T) {
	calls := newDesk(t).run("editor", run.PromptIn{Body: "commit a1 2026-10-03 stop in time\n"})
	require.Contains(t, calls, "tool learn Most commit subjects in this repository name no area")
}

func TestPublisherAsksForTheVersion(t *testing.T) {
	d := newDesk(t)
	d.draft("say hello to 9.9.9\n")
	calls := d.run("publisher", run.PromptIn{Body: "draft: out/draft-x.md\n"})
	require.Equal(t, `tool help --category decision --fatal --detail - Which version number do these notes get?
| draft: out/draft-x.md
| 
| say hello to 9.9.9
`, calls)
}

func TestPublisherPublishesUnderTheAnswer(t *testing.T) {
	request := help.Request{Summary: "Which version number?", Detail: "draft: out/draft-x.md\n\nsay hello to 9.9.9"}
	answer := help.Quote(request, help.Closed{By: "Ann", Answer: "1.4.0", At: time.Unix(0, 0)})
	for may, report := range map[bool]string{
		true:  "tool report published out/NOTES-1.4.0.md\n",
		false: "tool report would publish out/NOTES-1.4.0.md, but may_publish is false\n",
	} {
		d := newDesk(t)
		d.draft("say hello to 9.9.9\n")
		calls := d.run("publisher", run.PromptIn{Answers: []string{answer}, Flags: map[string]bool{"may_publish": may}})
		require.Equal(t, report, calls)
		notes, err := os.ReadFile(d.path("out/NOTES-1.4.0.md"))
		require.Equal(t, may, err == nil)
		if may {
			require.Equal(t, "# Release 1.4.0\n\nsay hello to 9.9.9\n", string(notes))
		}
	}
}

func TestPublisherRemembersWhatItMayNotPublish(t *testing.T) {
	message := "version: 1.4.0\ndraft: out/draft-x.md\n"
	open := []run.Remembered{
		{ID: "old.2.t1", Text: "out/NOTES-1.3.0.md waits to be published"},
		{ID: "old.3.t1", Text: "out/NOTES-1.4.0.md waits to be published"},
	}
	publishes := func(may bool, open []run.Remembered) string {
		d := newDesk(t)
		d.draft("say hello\n")
		return d.run("publisher", run.PromptIn{Body: message, Flags: map[string]bool{"may_publish": may}, Memory: true, Threads: open})
	}
	require.Contains(t, publishes(false, open[:1]), "tool thread-open out/NOTES-1.4.0.md waits to be published\n")
	require.NotContains(t, publishes(false, open), "tool thread-open", "it is open already")
	require.Contains(t, publishes(true, open), "tool thread-close old.3.t1 --note it is published\n")
	require.NotContains(t, publishes(true, open[:1]), "tool thread-close")
}

func TestPublisherAsksWhichDraft(t *testing.T) {
	calls := newDesk(t).run("publisher", run.PromptIn{Body: "version: 1.4.0"})
	require.Contains(t, calls, "tool help --category ambiguity --fatal")
}
