package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/chain"
	"redeye/domain/help"
	"redeye/domain/run"
)

// looks is a chain as a follower sees it grow.
func looks() []chainDetail {
	working := chainLine{State: chain.Working, Record: chain.Record{Header: chain.Header{ID: "n-a"}, StartedAt: at(0)}}
	one := run.Record{ID: "n-a.1", Agent: "editor", BeganAt: at(1), SentHeadline: "go"}
	oneEnded := one
	oneEnded.EndedAt, oneEnded.Outcome, oneEnded.Headline, oneEnded.Cost = ptr(at(3)), run.Succeeded, "notes", ptr(run.Dollar)
	two := run.Record{ID: "n-a.2", Agent: "publisher", BeganAt: at(3), EndedAt: ptr(at(5)), Outcome: run.Halted, Reason: "it asked"}
	refused := chain.Refused{Number: 1, Flight: chain.Flight{To: "z", From: &chain.Sender{Run: "n-a.1"}}, Reason: "no agent is called z"}
	request := help.Record{Request: help.Request{ID: "n-a.2.h1", Agent: "publisher", Summary: "Which number?", FiledAt: at(5), Fatal: true}}
	aside := help.Record{Request: help.Request{ID: "n-a.2.h0", Agent: "publisher", Summary: "Is it urgent?", FiledAt: at(4)}}
	ended := working
	ended.State, ended.EndedAt = chain.AwaitingHuman, ptr(at(5))
	ended.End = &chain.End{How: chain.Completed, Reason: "ended on the fatal request n-a.2.h1"}
	ended.Facts = chain.Facts{Ended: chain.Completed, OpenFatal: "n-a.2.h1"}
	return []chainDetail{
		{chainLine: working},
		{chainLine: working, RunRecords: []run.Record{one}},
		{chainLine: working, RunRecords: []run.Record{one}},
		{
			chainLine: ended, RunRecords: []run.Record{oneEnded, two},
			Refusals: []chain.Refused{refused}, Requests: []help.Record{aside, request},
		},
	}
}

const story = `12:00:01  editor       began        n-a.1: go
12:00:03  editor       succeeded    n-a.1: notes, cost $1.00
12:00:03  publisher    began        n-a.2
12:00:03  z            refused      no agent is called z
12:00:04  publisher    asks         Is it urgent?
          answer it: starter request answer n-a.2.h0 "your answer"
12:00:05  publisher    halted       n-a.2: it asked, cost unknown
12:00:05  publisher    asks         Which number?
12:00:05  chain n-a: awaiting_human (completed: ended on the fatal request n-a.2.h1)
          it awaits a person: starter request answer n-a.2.h1 "your answer"
`

func TestAFollowedChainIsToldOnceAndInOrder(t *testing.T) {
	var out bytes.Buffer
	a := &app{out: &out}
	var seen chainDetail
	for _, now := range looks() {
		require.NoError(t, a.tell(newPalette(&out), news(seen, now)))
		seen = now
	}
	require.Equal(t, story, out.String())
}

func TestAnEndedChainIsToldAtOnce(t *testing.T) {
	var out bytes.Buffer
	a := &app{out: &out}
	all := looks()
	require.NoError(t, a.tell(newPalette(&out), news(chainDetail{}, all[len(all)-1])))
	require.Equal(t, story, out.String())
}

func TestFollowedEventsAsJSONAreOneObjectALine(t *testing.T) {
	var out bytes.Buffer
	a := &app{out: &out, json: true}
	all := looks()
	require.NoError(t, a.tell(palette{}, news(chainDetail{}, all[len(all)-1])))
	var names []string
	for line := range strings.Lines(out.String()) {
		var e event
		require.NoError(t, json.Unmarshal([]byte(line), &e))
		names = append(names, string(e.Event))
	}
	require.Equal(t, []string{"run_began", "run_ended", "run_began", "flight_refused", "request_filed", "run_ended", "request_filed", "chain_ended"}, names)
}

func TestAContinuedChainSaysWhere(t *testing.T) {
	d := chainDetail{chainLine: chainLine{State: chain.Finished, Record: chain.Record{
		Header: chain.Header{ID: "n-a"}, EndedAt: ptr(at(0)), ContinuedBy: []string{"n-b"},
	}}}
	line := newPalette(&bytes.Buffer{}).line(news(chainDetail{}, d)[0])
	require.Equal(t, "12:00:00  chain n-a: finished\n          it is continued: starter chain follow n-b", line)
}

func TestVerdict(t *testing.T) {
	for _, tc := range []struct {
		state chain.State
		end   *chain.End
		want  string
	}{
		{chain.Finished, &chain.End{How: chain.Completed}, ""},
		{chain.AwaitingHuman, &chain.End{How: chain.Completed, Reason: "asked"}, ""},
		{chain.AwaitingHuman, &chain.End{How: chain.Cancelled}, ""},
		{chain.Finished, &chain.End{How: chain.Failed, Reason: "exit code 7"}, "chain x failed: exit code 7"},
		{chain.Halted, &chain.End{How: chain.Cancelled}, "chain x cancelled"},
		{chain.Stalled, nil, "chain x is stalled: its workflow is gone, and it never ended; start a new one"},
	} {
		d := chainDetail{chainLine: chainLine{State: tc.state, Record: chain.Record{Header: chain.Header{ID: "x"}, End: tc.end}}}
		err := verdict(d)
		if tc.want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, tc.want)
	}
}
