package chain_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/run"
)

// start is a chain of three agents: a hands to b, b to a and c, c to nobody.
func start(change ...func(*chain.Start)) chain.Start {
	s := chain.Start{
		Header: chain.Header{ID: "notes-1", Workspace: "default", Pipeline: "notes"},
		Plan: chain.Plan{
			Limits: chain.DefaultLimits(),
			Seats:  map[string]chain.Seat{"a": {}, "b": {}, "c": {}},
			Routes: map[string][]string{"a": {"b"}, "b": {"a", "c"}},
		},
		Entry: "a", Headline: "go", Body: "the work",
	}
	for _, f := range change {
		f(&s)
	}
	return s
}

func begun(t require.TestingT, s chain.Start) chain.Chain {
	c, step, err := chain.Next(chain.Chain{Header: s.Header}, chain.Started{Start: s})
	require.NoError(t, err)
	require.Len(t, step.Begin, 1)
	return c
}

func land(t require.TestingT, c chain.Chain, number int, r run.Result) (chain.Chain, chain.Step) {
	if r.Outcome == "" {
		r.Outcome = run.Succeeded
	}
	c, step, err := chain.Next(c, chain.Landed{Finish: chain.Finish{Run: run.NewID(c.ID, number), Result: r}})
	require.NoError(t, err)
	return c, step
}

func sends(to ...string) run.Result {
	r := run.Result{Attempt: 1}
	for i, name := range to {
		r.Sends = append(r.Sends, run.Send{Seq: i + 1, To: name, Headline: "for " + name})
	}
	return r
}

func dollars(n float64) *run.Money {
	m := run.Money(n * float64(run.Dollar))
	return &m
}

func TestAStartBeginsTheEntryAgentWithItsMessage(t *testing.T) {
	s := start()
	c, step, err := chain.Next(chain.Chain{}, chain.Started{Start: s})
	require.NoError(t, err)
	require.Equal(t, chain.Step{Begin: []chain.Begin{{
		Run:    "notes-1.1",
		Flight: chain.Flight{To: "a", Headline: "go", Hop: 1, Path: []string{"a"}},
		Body:   "the work",
		Routes: s.Plan.Routes,
	}}}, step)
	require.Equal(t, chain.Working, c.State())
	require.Equal(t, s.Header, c.Header)
}

func TestAChainThatContinuesAnotherIsToldTheAnswer(t *testing.T) {
	_, step, err := chain.Next(chain.Chain{}, chain.Started{Start: start(func(s *chain.Start) {
		s.Continues = &chain.Link{Chain: "notes-0", Request: "notes-0.3.h1"}
	})})
	require.NoError(t, err)
	require.Equal(t, []string{"notes-0.3.h1"}, step.Begin[0].Answers)
}

func TestAnUndeclaredEntryEndsTheChainWithTheReason(t *testing.T) {
	_, step, err := chain.Next(chain.Chain{}, chain.Started{Start: start(func(s *chain.Start) { s.Entry = "z" })})
	require.NoError(t, err)
	require.Empty(t, step.Begin)
	require.Equal(t, `no agent is called "z"; there are: a, b, c`, step.Refused[0].Reason)
	require.Equal(t, chain.Failed, step.End.How)
}

func TestIllegalEventsSayWhatWasLegal(t *testing.T) {
	c := begun(t, start())
	_, _, err := chain.Next(c, chain.Started{Start: start()})
	require.Equal(t, fault.Conflict, fault.KindOf(err))
	_, _, err = chain.Next(c, chain.Landed{Finish: chain.Finish{Run: "notes-1.9"}})
	require.EqualError(t, err, "chain notes-1: run notes-1.9 ended but is not running; running: [notes-1.1]")
}

func TestFlightsOfOneRunFanOut(t *testing.T) {
	c := begun(t, start())
	c, step := land(t, c, 1, sends("b", "b"))
	require.Nil(t, step.End)
	require.Len(t, step.Begin, 2)
	require.Equal(t, chain.Begin{
		Run: "notes-1.3",
		Flight: chain.Flight{
			To: "b", Headline: "for b", Hop: 2, Path: []string{"a", "b"},
			From: &chain.Sender{Run: "notes-1.1", Attempt: 1, Seq: 2},
		},
	}, step.Begin[1])
	c, step = land(t, c, 3, run.Result{})
	require.Nil(t, step.End, "its sibling still runs")
	c, step = land(t, c, 2, run.Result{})
	require.Equal(t, &chain.End{How: chain.Completed}, step.End)
	require.Equal(t, chain.Finished, c.State())
}

func TestAdmission(t *testing.T) {
	limits := func(f func(*chain.Limits)) func(*chain.Start) {
		return func(s *chain.Start) { f(&s.Plan.Limits) }
	}
	for name, tc := range map[string]struct {
		change func(*chain.Start)
		result run.Result
		reason string // of the last flight; empty if it flies
	}{
		"a route":       {result: sends("b")},
		"undeclared":    {result: sends("z"), reason: `no agent is called "z"; there are: a, b, c`},
		"no route":      {result: sends("c"), reason: "a has no route to c in pipeline notes; it may send to: b"},
		"hops":          {change: limits(func(l *chain.Limits) { l.MaxHops = 1 }), result: sends("b"), reason: "the hop cap is reached: max_hops = 1, and this would be hop 2 of a → b"},
		"runs":          {change: limits(func(l *chain.Limits) { l.MaxRuns = 1 }), result: sends("b"), reason: "the run cap is reached: max_runs = 1, and 1 have begun"},
		"runs on a fan": {change: limits(func(l *chain.Limits) { l.MaxRuns = 2 }), result: sends("b", "b"), reason: "the run cap is reached: max_runs = 2, and 2 have begun"},
		"fan-out":       {change: limits(func(l *chain.Limits) { l.FanOut = 1 }), result: sends("b", "b"), reason: "one run may send 1 flights (fan_out), and this one has"},
		"fuel spent": {
			change: limits(func(l *chain.Limits) { l.Fuel = dollars(1) }),
			result: run.Result{Cost: dollars(1), Sends: sends("b").Sends}, reason: "the fuel is spent: $1.00 of $1.00",
		},
		"fuel left": {
			change: limits(func(l *chain.Limits) { l.Fuel = dollars(1) }),
			result: run.Result{Cost: dollars(0.99), Sends: sends("b").Sends},
		},
		"fuel zero": {
			change: limits(func(l *chain.Limits) { l.Fuel = dollars(0) }),
			result: sends("b"), reason: "the fuel is spent: $0.00 of $0.00",
		},
		"unknown cost debits nothing": {change: limits(func(l *chain.Limits) { l.Fuel = dollars(1) }), result: sends("b")},
		"fuel not metered":            {result: run.Result{Cost: dollars(1e6), Sends: sends("b").Sends}},
		"a failed sender": {
			result: run.Result{Outcome: run.Failed, Sends: sends("b").Sends},
			reason: "its sender notes-1.1 failed",
		},
	} {
		t.Run(name, func(t *testing.T) {
			change := tc.change
			if change == nil {
				change = func(*chain.Start) {}
			}
			c, step := land(t, begun(t, start(change)), 1, tc.result)
			if tc.reason == "" {
				require.Empty(t, step.Refused)
				require.Len(t, step.Begin, 1)
				return
			}
			require.Len(t, step.Refused, 1)
			require.Equal(t, tc.reason, step.Refused[0].Reason)
			require.Equal(t, 1, c.Refused)
			require.Equal(t, step.Refused, c.LastRefused)
		})
	}
}

func TestTwoAgentsThatAlwaysHandToEachOtherStopAtExactlyTheHopCap(t *testing.T) {
	c := begun(t, start())
	next := map[string]string{"a": "b", "b": "a"}
	var step chain.Step
	runs := 0
	for len(c.Running) > 0 {
		r := c.Running[0]
		runs++
		c, step = land(t, c, r.Run.Number(), sends(next[r.To]))
	}
	require.Equal(t, 8, runs)
	require.Equal(t, "the hop cap is reached: max_hops = 8, and this would be hop 9 of a → b → a → b → a → b → a → b → a", step.Refused[0].Reason)
	require.Equal(t, chain.Completed, step.End.How)
}

func TestUnknownCostIsCountedAndNeverZero(t *testing.T) {
	c, _ := land(t, begun(t, start()), 1, sends("b"))
	c, _ = land(t, c, 2, run.Result{Cost: dollars(0.25)})
	require.Equal(t, 1, c.UnknownCosts)
	require.Equal(t, *dollars(0.25), c.Spent)
	require.Nil(t, c.Recent[0].Cost)
}

func TestAFatalRequestEndsTheChainWhenSiblingsHaveFinished(t *testing.T) {
	c, _ := land(t, begun(t, start()), 1, sends("b", "b"))
	fatal := run.Result{Outcome: run.Halted, Requests: []run.Request{{ID: "notes-1.2.h1", Fatal: true}}}
	c, step := land(t, c, 2, fatal)
	require.Nil(t, step.End)
	require.Equal(t, "notes-1.2.h1", c.Fatal)

	c, step = land(t, c, 3, sends("c"))
	require.Empty(t, step.Begin)
	require.Equal(t, "its chain ended on the fatal request notes-1.2.h1", step.Refused[0].Reason)
	require.Equal(t, &chain.End{How: chain.Completed, Reason: "ended on the fatal request notes-1.2.h1"}, step.End)
	require.Equal(t, chain.AwaitingHuman, c.State())
}

func TestAChainWhoseLastRunBrokeFailsWithTheReason(t *testing.T) {
	for _, o := range []run.Outcome{run.Failed, run.TimedOut, run.Interrupted} {
		_, step := land(t, begun(t, start()), 1, run.Result{Outcome: o, Reason: "exit code 7"})
		require.Equal(t, &chain.End{How: chain.Failed, Reason: fmt.Sprintf("run notes-1.1 of a %s: exit code 7", o)}, step.End)
	}
}

func TestAnEarlierFailureDoesNotFailAChain(t *testing.T) {
	c, _ := land(t, begun(t, start()), 1, sends("b", "b"))
	c, _ = land(t, c, 2, run.Result{Outcome: run.Failed, Reason: "exit code 7"})
	_, step := land(t, c, 3, run.Result{})
	require.Equal(t, chain.Completed, step.End.How)
}

func TestACancelledChainBeginsNothing(t *testing.T) {
	c, _, err := chain.Next(begun(t, start()), chain.CancelRequested{})
	require.NoError(t, err)
	c, step := land(t, c, 1, sends("b"))
	require.Empty(t, step.Begin)
	require.Equal(t, "its chain was cancelled", step.Refused[0].Reason)
	require.Equal(t, chain.Cancelled, step.End.How)
	require.Equal(t, chain.Halted, c.State())
}

func TestAnAnswerReachesTheNextRunOfTheAgentThatAsked(t *testing.T) {
	c, _ := land(t, begun(t, start()), 1, run.Result{
		Sends: sends("b").Sends, Requests: []run.Request{{ID: "q"}, {ID: "r"}},
	})
	for _, e := range []chain.RequestClosed{{Request: "q", Answered: true}, {Request: "r"}, {Request: "q", Answered: true}, {Request: "unknown", Answered: true}} {
		var err error
		c, _, err = chain.Next(c, e)
		require.NoError(t, err)
	}
	require.Empty(t, c.Open)
	require.Len(t, c.Answered, 1)

	c, step := land(t, c, 2, sends("c", "a"))
	require.Empty(t, step.Begin[0].Answers, "c asked nothing")
	require.Equal(t, []string{"q"}, step.Begin[1].Answers)
	require.Empty(t, c.Answered)
}

func TestAnAnswerToAFatalRequestWaitsForNoRun(t *testing.T) {
	c, _ := land(t, begun(t, start()), 1, sends("b", "b"))
	c, _ = land(t, c, 2, run.Result{Outcome: run.Halted, Requests: []run.Request{{ID: "q", Fatal: true}}})
	c, _, err := chain.Next(c, chain.RequestClosed{Request: "q", Answered: true})
	require.NoError(t, err)
	require.Empty(t, c.Open)
	require.Empty(t, c.Answered)
}

func TestSendsRefusedDuringTheRunAreOnRecord(t *testing.T) {
	c, step := land(t, begun(t, start()), 1, run.Result{
		Attempt: 1, Unsent: []run.Unsent{{Send: run.Send{Seq: 4, To: "z"}, Reason: "why"}},
	})
	require.Equal(t, []chain.Refused{{
		Number: 1, Reason: "why",
		Flight: chain.Flight{To: "z", Hop: 2, Path: []string{"a", "z"}, From: &chain.Sender{Run: "notes-1.1", Attempt: 1, Seq: 4}},
	}}, step.Refused)
	require.Equal(t, 1, c.Refused)
}

// Whatever agents do, a chain keeps its bounds, ends once, and forgets no flight.
func TestBoundsHoldWhateverAgentsDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := start(func(s *chain.Start) {
			s.Plan.Limits = chain.Limits{
				MaxHops: rapid.IntRange(1, 5).Draw(t, "hops"), MaxRuns: rapid.IntRange(1, 12).Draw(t, "runs"),
				FanOut: rapid.IntRange(1, 4).Draw(t, "fan"),
			}
		})
		c := begun(t, s)
		flights, ends := 1, 0
		for len(c.Running) > 0 {
			before := c
			r := rapid.SampledFrom(c.Running).Draw(t, "lands")
			to := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "z"}), 0, 6).Draw(t, "to")
			flights += len(to)
			var step chain.Step
			c, step = land(t, c, r.Run.Number(), sends(to...))
			require.Contains(t, before.Running, r, "Next leaves its input alone")
			if step.End != nil {
				ends++
			}
			for _, b := range step.Begin {
				require.LessOrEqual(t, b.Hop, s.Plan.Limits.MaxHops)
				require.Len(t, b.Path, b.Hop)
			}
		}
		require.Equal(t, 1, ends)
		require.LessOrEqual(t, c.Begun, s.Plan.Limits.MaxRuns)
		require.Equal(t, flights, c.Begun+c.Refused)
	})
}
