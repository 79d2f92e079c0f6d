package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/help"
	"redeye/domain/learning"
	"redeye/domain/run"
	"redeye/workflows"
)

var noon = time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)

func at(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }

func ptr[T any](v T) *T { return &v }

func written(write func(*page)) string {
	var p page
	write(&p)
	return p.String()
}

func TestUnknownCostIsNeverZero(t *testing.T) {
	require.Equal(t, "unknown", cost(nil))
	require.Equal(t, "$0.00", cost(ptr(run.Money(0))))
	require.Equal(t, "-", runCost(run.Record{}))
	require.Equal(t, "unknown", runCost(run.Record{Outcome: run.Failed}))
	for want, r := range map[string]chain.Record{
		"$0.00":                        {},
		"$0.25":                        {Spent: run.Dollar / 4},
		"unknown for 1 run":            {UnknownCosts: 1},
		"$1.00 and unknown for 2 runs": {Spent: run.Dollar, UnknownCosts: 2},
	} {
		require.Equal(t, want, spent(r))
	}
}

func TestChainPage(t *testing.T) {
	d := chainDetail{
		chainLine: chainLine{
			State: chain.AwaitingHuman,
			Record: chain.Record{
				Header: chain.Header{
					ID: "notes-a", Pipeline: "notes", Workspace: "default", Factory: "0123456789abcdef",
					Flags:     map[string]bool{"may_publish": true, "dry": false},
					Continues: &chain.Link{Chain: "notes-0", Request: "notes-0.1.h1"},
				},
				StartedAt: at(0), EndedAt: ptr(at(9)), Runs: 2, UnknownCosts: 1, Spent: run.Dollar,
				End:         &chain.End{How: chain.Completed, Reason: "ended on the fatal request notes-a.2.h1"},
				Facts:       chain.Facts{Ended: chain.Completed, OpenFatal: "notes-a.2.h1"},
				ContinuedBy: []string{"notes-b", "notes-c"},
			},
		},
		RunRecords: []run.Record{
			{ID: "notes-a.2", Agent: "publisher", BeganAt: at(5), Outcome: run.Halted, Reason: "it asked"},
			{ID: "notes-a.1", Agent: "editor", BeganAt: at(1), Outcome: run.Succeeded, Headline: "done", Cost: ptr(run.Dollar)},
		},
		Refusals: []chain.Refused{
			{Number: 2, Flight: chain.Flight{To: "b"}, Reason: "second"},
			{Number: 1, Flight: chain.Flight{To: "z", From: &chain.Sender{Run: "notes-a.1"}}, Reason: "no agent is called z"},
		},
		Requests: []help.Record{{Request: help.Request{ID: "notes-a.2.h1", Summary: "Which number?", FiledAt: at(7)}}},
	}
	require.Equal(t, `chain         notes-a
state         awaiting_human (completed: ended on the fatal request notes-a.2.h1)
pipeline      notes
workspace     default
flags         dry=false may_publish=true
factory       0123456789ab
started       2026-10-03 12:00:00Z
ended         2026-10-03 12:00:09Z
spent         $1.00 and unknown for 1 run
continues     notes-0, answer to notes-0.1.h1
continued by  notes-b, notes-c

RUN        AGENT      OUTCOME    COST     BEGAN                 HEADLINE
notes-a.1  editor     succeeded  $1.00    2026-10-03 12:00:01Z  done
notes-a.2  publisher  halted     unknown  2026-10-03 12:00:05Z  it asked

refused flights
  to z from notes-a.1: no agent is called z
  to b: second

help requests
  notes-a.2.h1  open: Which number?
`, written(func(p *page) { writeChain(p, d.ordered()) }))
}

func TestChainThatHasNotBegunPage(t *testing.T) {
	d := chainDetail{chainLine: chainLine{State: chain.Working, Record: chain.Record{Header: chain.Header{ID: "notes-a"}}}}
	require.Equal(t, `chain    notes-a
state    working
flags    none
started  its first run has not begun
spent    $0.00

no runs
`, written(func(p *page) { writeChain(p, d.ordered()) }))
}

func TestChainsPage(t *testing.T) {
	require.Equal(t, "no chains; start one: starter chain start PIPELINE\n", written(func(p *page) { writeChains(p, nil) }))
	lines := []chainLine{{chain.Record{Header: chain.Header{ID: "a", Workspace: "w"}, StartedAt: at(0), Runs: 3}, chain.Halted}}
	require.Equal(t, `CHAIN  STATE   WORKSPACE  RUNS  SPENT  STARTED
a      halted  w          3     $0.00  2026-10-03 12:00:00Z
`, written(func(p *page) { writeChains(p, lines) }))
}

func aRun() runDetail {
	return runDetail{
		Record: run.Record{
			ID: "notes-a.2", Agent: "editor", Pipeline: "notes", Workspace: "default", Factory: "0123456789abcdef",
			Flags: map[string]bool{"may_publish": true}, Path: []string{"collector", "editor"}, Hop: 2, Continues: "notes-0",
			Sender: "notes-a.1", SentHeadline: "2 commits", Body: "commit a1\ncommit b2\n", Prompt: "You are the editor.\n",
			BeganAt: at(0), EndedAt: ptr(at(9)), Outcome: run.Succeeded, Headline: "made notes", Requests: []string{"notes-a.2.h3"},
			Told: []run.Told{
				{Learning: "l1", Text: "Group by area.", State: "provisional", RunsLeft: 18},
				{Learning: "l2", Text: "Be brief.", State: "confirmed"},
				{Learning: "l3", Text: "Be early.", State: "provisional", RunsLeft: 1},
			},
			LeftOut: []run.Told{{Learning: "l4", Text: "Be kind.", State: "provisional", RunsLeft: 3}},
			Attempts: []run.Attempt{
				{Number: 1, StartedAt: at(1), EndedAt: ptr(at(4)), Outcome: run.Interrupted, Reason: "its worker was lost"},
				{
					Number: 2, StartedAt: at(5), EndedAt: ptr(at(9)), Outcome: run.Succeeded, Notice: "You were cut off.",
					Stdout: "# Notes\n", Stderr: "warning\n",
					Calls: []run.Call{
						{Seq: 1, Tool: "send", Args: `{"to":"z"}`, Reply: "no agent is called z", Refused: true},
						{Seq: 2, Tool: "learn", Args: `{"text":"x"}`, Reply: "Noted."},
					},
				},
			},
		},
		Learnings: map[string]learning.Learning{
			"l1": {ID: "l1", State: learning.Provisional, RunsLeft: 12},
			"l2": {ID: "l2", State: learning.Rejected},
		},
	}
}

const aRunPage = `run        notes-a.2
agent      editor
pipeline   notes
workspace  default
flags      may_publish=true
path       collector → editor (hop 2)
continues  notes-0
factory    0123456789ab
began      2026-10-03 12:00:00Z
ended      2026-10-03 12:00:09Z
outcome    succeeded
headline   made notes
cost       unknown
requests   notes-a.2.h3

message from notes-a.1
  2 commits
  commit a1
  commit b2

told 3 learnings
  1. Group by area.
     l1, provisional: lapses after 18 more runs of editor; now provisional: lapses after 12 more runs of editor
  2. Be brief.
     l2, confirmed; now rejected
  3. Be early.
     l3, provisional: lapses after 1 more run of editor; now deleted
  left out, over per_run: Be kind. (l4)

attempt 1: interrupted: its worker was lost, 2026-10-03 12:00:01Z to 2026-10-03 12:00:04Z

attempt 2: succeeded, 2026-10-03 12:00:05Z to 2026-10-03 12:00:09Z

notice
  You were cut off.
`

func TestRunPage(t *testing.T) {
	require.Equal(t, aRunPage, written(func(p *page) { writeRun(p, aRun(), runParts{}) }))
}

func TestRunPageWithItsLongParts(t *testing.T) {
	require.Equal(t, aRunPage+`  1. send {"to":"z"} refused: no agent is called z
  2. learn {"text":"x"} → Noted.

standard output
  # Notes

standard error
  warning

prompt
  You are the editor.
`, written(func(p *page) { writeRun(p, aRun(), runParts{prompt: true, output: true, calls: true}) }))
}

func TestRunThatGoesOnPage(t *testing.T) {
	d := runDetail{Record: run.Record{
		ID: "a.1", Agent: "x", Path: []string{"x"}, Hop: 1, BeganAt: at(0), Answers: []string{"q"},
		Attempts: []run.Attempt{{Number: 1, StartedAt: at(1)}},
	}}
	require.Equal(t, `run      a.1
agent    x
flags    none
path     x (hop 1)
began    2026-10-03 12:00:00Z
outcome  running
cost     -

answers it was told
  q

told no learnings

attempt 1: running, since 2026-10-03 12:00:01Z
`, written(func(p *page) { writeRun(p, d, runParts{}) }))
}

func aRequest() requestDetail {
	return requestDetail{Record: help.Record{Request: help.Request{
		ID: "a.3.h1", Run: "a.3", Agent: "publisher", Pipeline: "notes", Workspace: "default", Category: help.Decision,
		Summary: "Which number?", Detail: "draft: x\n\nmore", Fatal: true, FiledAt: at(0), Flags: map[string]bool{},
	}}}
}

const aRequestPage = `request    a.3.h1
state      STATE
from       publisher in run a.3
category   decision
fatal      yes
filed      2026-10-03 12:00:00Z
pipeline   notes
workspace  default
flags      none
summary    Which number?

detail
  draft: x

  more
`

func requestPage(state, rest string) string {
	return aRequestPage[:len("request    a.3.h1\nstate      ")] + state + aRequestPage[len("request    a.3.h1\nstate      STATE"):] + rest
}

func TestRequestPages(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*requestDetail)
		want   string
	}{
		"open": {
			change: func(d *requestDetail) {
				d.Refusals = []workflows.RefusedReply{{At: at(3), Name: "answer", Reason: "unknown field"}}
			},
			want: requestPage("open", `
refused replies
  2026-10-03 12:00:03Z  answer: unknown field

answer it: starter request answer a.3.h1 "your answer"
`),
		},
		"without a worker": {
			change: func(d *requestDetail) { d.Unknown = "no worker answered within 3s" },
			want: requestPage("open", `
refused replies: unknown (no worker answered within 3s)

answer it: starter request answer a.3.h1 "your answer"
`),
		},
		"answered": {
			change: func(d *requestDetail) {
				d.Closed = &help.Closed{By: "ann", At: at(60), Answer: "1.4.0", Chain: "notes-b", Dropped: []string{"x", "y"}}
			},
			want: requestPage("answered", `
answered by ann at 2026-10-03 12:01:00Z
  1.4.0
new chain  notes-b, flags: none
dropped    flags that the pipeline no longer declares: x, y
`),
		},
		"resolved": {
			change: func(d *requestDetail) { d.Closed = &help.Closed{By: "ann", At: at(60), Reason: "done by hand"} },
			want:   requestPage("resolved", "\nresolved by ann at 2026-10-03 12:01:00Z: done by hand\n"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := aRequest()
			tc.change(&d)
			require.Equal(t, tc.want, written(func(p *page) { writeRequest(p, d) }))
		})
	}
	require.Equal(t, "not recorded: give every one with the answer", recorded(nil))
}

func TestRequestsPage(t *testing.T) {
	require.Equal(t, "no requests wait for you\n", written(func(p *page) { writeRequests(p, nil) }))
	require.Equal(t, `REQUEST  AGENT      CATEGORY  FATAL  FILED                 STATE  SUMMARY
a.3.h1   publisher  decision  yes    2026-10-03 12:00:00Z  open   Which number?
`, written(func(p *page) { writeRequests(p, []help.Record{aRequest().Record}) }))
}

func TestLearningsPage(t *testing.T) {
	records := []learning.Record{
		{Agent: "editor", Learning: learning.Learning{ID: "a.1.l1", State: learning.Provisional, RunsLeft: 3, Text: "Be brief."}},
		{Agent: "editor", Learning: learning.Learning{ID: "a.1.l2", State: learning.Confirmed, Rediscoveries: 3, Text: "Be early."}},
	}
	require.Equal(t, `LEARNING  AGENT   STATE        RUNS_LEFT  REDISCOVERIES  TEXT
a.1.l1    editor  provisional  3          0              Be brief.
a.1.l2    editor  confirmed    -          3              Be early.
`, written(func(p *page) { writeLearnings(p, records) }))
}

func TestFactoryPage(t *testing.T) {
	f := factory.Factory{
		Name: "x", Limits: chain.DefaultLimits(), Learnings: learning.Defaults(),
		Genome:    factory.Genome{Tuning: 1, Observations: true, ImmuneCheck: true, Bots: []string{"ci", "lint"}},
		Night:     factory.Night{Time: "03:00", Timezone: "Europe/Berlin"},
		Agents:    map[string]factory.Agent{"b": {Runner: "r", About: "does b"}, "a": {Runner: "r", Model: "m"}},
		Pipelines: map[string]factory.Pipeline{"p": {Entry: "a", Flags: map[string]bool{"go": true}, About: "does it"}},
		Routes:    []factory.Route{{From: "a", To: "b"}, {From: "b", To: "a", Pipelines: []string{"p"}}},
	}
	require.Equal(t, `factory    x
digest     d
limits     8 hops, 50 runs, fan-out 16, fuel unmetered, 2 restarts of a lost run
learnings  live for 20 runs, confirmed by rediscovery 3, at most 25 a run, lapsed ones kept 14 days
genome     tuning 1, observations, immune_check; bots ci, lint
night      03:00 in Europe/Berlin

AGENT  RUNNER  MODEL  ABOUT
a      r       m
b      r       -      does b

PIPELINE  ENTRY  FLAGS    ABOUT
p         a      go=true  does it

route a → b
route b → a only in p
`, written(func(p *page) { writeFactory(p, factoryView{Digest: "d", Factory: f}) }))
}
