package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/run"
)

// leaves plays a chain of one run that opens a thread.
func (d *desk) leaves(id, text string) string {
	d.Helper()
	c := d.begins(id)
	first := run.NewID(id, 1)
	_, err := d.db.StartAttempt(d.Context(), first, "key", noon)
	require.NoError(d, err)
	result := run.Result{Attempt: 1, Outcome: run.Succeeded, Headline: "drafted", Threads: 1}
	call := run.Call{Seq: 1, Tool: "thread_open", At: noon, Args: `{"text": "` + text + `"}`, Reply: "ok"}
	require.NoError(d, d.db.EndAttempt(d.Context(), first, 1, run.Ending{Result: result, Calls: []run.Call{call}}, noon))
	d.next(c, chain.Landed{Finish: chain.Finish{Run: first, Result: result}})
	return first.ThreadID(1)
}

func TestThreadsAtTheCommandLine(t *testing.T) {
	d := newDesk(t, factory.Genome{Memory: true})
	require.Equal(t, "no threads\n", d.ok("thread", "list"))
	thread := d.leaves("notes-1", "ask Ann about the logo")
	d.begins("notes-2")
	page := d.ok("run", "show", "notes-2.1")
	require.Contains(t, page, "\ntold 1 open thread\n  notes-1.1.t1, TIME: ask Ann about the logo\n")
	require.Contains(t, page, "\ntold 1 episode\n  notes-1.1, TIME: succeeded in notes: drafted\n")
	require.Equal(t, `THREAD        WORKSPACE  AGENT   STATE  OPENED  TEXT
notes-1.1.t1  default    editor  open   TIME    ask Ann about the logo
`, d.columns("thread", "list"))
	require.Equal(t, "notes-1.1.t1 is closed, by bob: ask Ann about the logo\n", d.ok("thread", "close", thread, "--by", "bob", "--note", "it is blue"))
	require.Contains(t, d.ok("thread", "list", "--state", "closed"), "closed by bob")
	require.Contains(t, d.ok("thread", "list"), "ask Ann about the logo → it is blue")
	require.Equal(t, said{4, "", "error: thread notes-1.1.t1 was already closed by bob at TIME\n"}, d.says("", "thread", "close", thread))
	require.Equal(t, "notes-1.1.t1 is deleted\n", d.ok("thread", "delete", thread))
	require.Equal(t, said{3, "", "error: there is no thread \"notes-1.1.t1\"\n"}, d.says("", "thread", "delete", thread))
	require.Equal(t, 2, d.says("", "thread", "list", "--state", "shut").code)
}

func TestEpisodesAtTheCommandLine(t *testing.T) {
	d := newDesk(t, factory.Genome{Memory: true})
	require.Equal(t, "no episodes\n", d.ok("episode", "list"))
	d.leaves("notes-1", "ask Ann about the logo")
	require.Equal(t, `RUN        WORKSPACE  AGENT   ENDED   EPISODE
notes-1.1  default    editor  TIME    succeeded in notes: drafted
`, d.columns("episode", "list", "--agent", "editor"))
	require.Equal(t, "the episode of notes-1.1 is deleted\n", d.ok("episode", "delete", "notes-1.1"))
	require.Equal(t, 3, d.says("", "episode", "delete", "notes-1.1").code)
}
