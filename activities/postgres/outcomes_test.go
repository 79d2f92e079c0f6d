package postgres_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/genome"
	"redeye/domain/run"
)

func (s *story) judges(id run.ID, accepted bool) genome.OutcomeRecord {
	s.Helper()
	o, err := s.db.RecordOutcome(s.Context(), genome.Verdict{Run: string(id), Accepted: accepted, By: "Ann"}, noon)
	require.NoError(s, err)
	return o
}

func TestOutcomesMoveStrengthAsTheSpecificationsExample(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	want := []string{"0.7500", "0.8705", "0.4649", "0.7063", "0.3973"}
	for i, accepted := range []bool{true, true, false, true, false} {
		o := s.judges(s.says(fmt.Sprint("notes-", i), "x"), accepted)
		require.Equal(t, i+1, o.Number)
		require.Equal(t, []string{"g.1"}, o.Genes)
		require.Equal(t, want[i], fmt.Sprintf("%.4f", s.gene("g.1").Strength))
	}
	require.Len(t, s.gene("g.1").Moves, 5)
}

func TestAGeneThatFallsRetiresAndMovesNoMore(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	var runs []run.ID
	for i := range 3 {
		runs = append(runs, s.says(fmt.Sprint("notes-", i), "x"))
	}
	s.judges(runs[0], false)
	require.True(t, s.judges(runs[1], false).Moves[0].Retired)
	g := s.gene("g.1")
	require.Equal(t, genome.Retired, g.State)
	require.Contains(t, g.EndReason, "its strength fell to")
	require.Empty(t, s.judges(runs[2], true).Moves)
	require.Equal(t, g.Strength, s.gene("g.1").Strength)
}

func TestAnOutcomeMovesOnlyWhatItsRunWasTold(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	s.grows("g.weak", "open with the news", 0.2)
	kernel, customer := s.adds(genome.Kernel, "write release notes"), s.adds(genome.Customer, "sign as the team")
	id := s.says("notes-1", "x")
	s.grows("g.later", "shout at the end", 0.5)
	o := s.judges(id, false)
	require.Equal(t, []string{kernel.ID, customer.ID, "g.1"}, o.Genes)
	require.Len(t, o.Moves, 2)
	require.Equal(t, genome.Move{Gene: customer.ID, At: noon, Contradictions: 1}, o.Moves[0])
	require.Equal(t, 0.5, s.gene("g.later").Strength)
	require.Equal(t, 0.2, s.gene("g.weak").Strength)
	require.True(t, s.judges(s.says("notes-2", "x"), false).Moves[0].Flagged)
	require.True(t, s.gene(customer.ID).Flagged)
	s.judges(s.says("notes-3", "x"), true)
	require.Zero(t, s.gene(customer.ID).Contradictions)
}

func TestASecondOutcomeIsToldWhoWasFirst(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	id := s.says("notes-1", "x")
	s.judges(id, false)
	_, err := s.db.RecordOutcome(t.Context(), genome.Verdict{Run: string(id), Accepted: true, By: "Bob"}, noon.Add(time.Hour))
	require.Equal(t, fault.Conflict, fault.KindOf(err))
	require.EqualError(t, err, "run notes-1.1 was already rejected by Ann at 2026-10-03T12:00:00Z; there is one outcome a run")
	require.Equal(t, 0.25, s.gene("g.1").Strength)
}

func TestWhoMayNotJudgeWhat(t *testing.T) {
	s := newGenomeStory(t)
	s.begin("open-1")
	id := s.says("notes-1", "x")
	for _, c := range []struct {
		v    genome.Verdict
		kind fault.Kind
		says string
	}{
		{genome.Verdict{Run: "nobody-1.1", By: "Ann"}, fault.NotFound, `there is no run "nobody-1.1"`},
		{genome.Verdict{Run: "open-1.1", By: "Ann"}, fault.Conflict, "has not ended"},
		{genome.Verdict{Run: string(id), By: "CI"}, fault.Invalid, "CI is a bot"},
		{genome.Verdict{Run: string(id), By: "a[bot]"}, fault.Invalid, "is a bot"},
		{genome.Verdict{Run: string(id)}, fault.Invalid, "it must be known who"},
	} {
		_, err := s.db.RecordOutcome(t.Context(), c.v, noon)
		require.Equal(t, c.kind, fault.KindOf(err), "%v", err)
		require.ErrorContains(t, err, c.says)
	}
	require.Equal(t, 1, s.judges(id, true).Number, "refused ones take no number")
}

func TestTwelveWorkersWhoJudgeAtOnceLoseNothing(t *testing.T) {
	const workers, each = 12, 5
	s := newGenomeStory(t)
	s.adds(genome.Customer, "sign as the team")
	s.grows("g.1", "close with a summary", 0.5)
	s.grows("g.2", "open with the news", 0.8)
	before, err := s.db.Genes(t.Context(), everyGene)
	require.NoError(t, err)
	runs := make([]run.ID, workers*each)
	for i := range runs {
		runs[i] = s.says(fmt.Sprint("notes-", i), "x")
	}
	outcomes := make([]genome.Outcome, len(runs))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w * each; i < (w+1)*each; i++ {
				outcomes[i] = s.judges(runs[i], i%3 > 0).Outcome
			}
		})
	}
	wg.Wait()

	tuning, err := genome.TuningOf(0)
	require.NoError(t, err)
	want, history := tuning.Replay(genesOf(before), outcomes)
	numbers := map[int]bool{}
	for _, o := range outcomes {
		numbers[o.Number] = true
	}
	require.Len(t, numbers, len(runs), "every outcome has its own number")
	moves := 0
	for _, g := range want {
		got := s.gene(g.ID)
		require.Equal(t, g, got.Gene, "exactly as credited one after the other")
		moves += len(got.Moves)
	}
	require.Len(t, history, moves)
}

func genesOf(records []genome.Record) []genome.Gene {
	var genes []genome.Gene
	for _, r := range records {
		genes = append(genes, r.Gene)
	}
	return genes
}

func TestTwelveOutcomesOfOneRunAtOnceAreOne(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	id := s.says("notes-1", "x")
	kinds := make([]fault.Kind, 12)
	var wg sync.WaitGroup
	for i := range kinds {
		wg.Go(func() {
			_, err := s.db.RecordOutcome(t.Context(), genome.Verdict{Run: string(id), Accepted: true, By: "Ann"}, noon)
			kinds[i] = fault.KindOf(err)
		})
	}
	wg.Wait()
	won := 0
	for _, k := range kinds {
		if k == "" {
			won++
			continue
		}
		require.Equal(t, fault.Conflict, k)
	}
	require.Equal(t, 1, won)
	require.Equal(t, 0.75, s.gene("g.1").Strength)
}

func TestOutcomesObservationsAndStepsAtOnceDoNotLockEachOtherOut(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	ended := make([]run.ID, 12)
	open := make([]chain.Chain, len(ended))
	for i := range ended {
		ended[i] = s.says(fmt.Sprint("notes-", i), "x")
		open[i] = s.begin(fmt.Sprint("open-", i))
	}
	var wg sync.WaitGroup
	for i, id := range ended {
		wg.Go(func() { s.judges(id, true) })
		wg.Go(func() { s.comments(id, "name each area once") })
		wg.Go(func() {
			s.perform(open[i], run.NewID(open[i].ID, 1), run.Result{Sends: []run.Send{{Seq: 1, To: "b"}}}, call(1, "send", `{"to": "b", "body": "x"}`))
		})
		wg.Go(func() {
			_, err := s.db.ApproveGene(t.Context(), "g.1", genome.Decision{By: "Ann"}, noon)
			require.Contains(t, []fault.Kind{"", fault.Conflict}, fault.KindOf(err), "%v", err)
		})
	}
	wg.Wait()
}

func TestAHopWithAGenomeTakesNoFurtherRoundTrip(t *testing.T) {
	s := newGenomeStory(t)
	s.grows("g.1", "close with a summary", 0.5)
	s.comments(s.says("warm-1", "x"), "name each area once")
	c := s.begin("notes-0", func(c *chain.Start) { c.Entry = "b" })
	result := run.Result{Attempt: 1, Outcome: run.Succeeded, Sends: []run.Send{{Seq: 1, To: "a"}}}
	s.ends("notes-0.1", run.Ending{Result: result, Calls: []run.Call{call(1, "send", `{"to": "a", "body": "x"}`)}})
	require.Equal(t, int64(2), s.took(func() { s.next(c, chain.Landed{Finish: chain.Finish{Run: "notes-0.1", Result: result}}) }))
	require.Equal(t, []string{"g.1"}, s.run("notes-0.2").Genes)
	require.Len(t, s.run("notes-0.2").Observations, 1)
}

func TestAStepOnATuningFromTheFutureIsRefused(t *testing.T) {
	s := newGenomeStory(t, func(f *factory.Factory) { f.Genome.Tuning = 2 })
	start := chain.Started{Start: chain.Start{
		Header: chain.Header{ID: "notes-1", Workspace: "default", Pipeline: "notes", Factory: s.digest},
		Plan:   chain.Plan{Limits: chain.DefaultLimits(), Seats: map[string]chain.Seat{"a": {}}}, Entry: "a",
	}}
	c, step, err := chain.Next(chain.Chain{}, start)
	require.NoError(t, err)
	err = s.db.Advance(t.Context(), c.Header, step, noon)
	require.Equal(t, fault.Invalid, fault.KindOf(err), "%v", err)
	_, err = s.db.Chain(t.Context(), "notes-1")
	require.Equal(t, fault.NotFound, fault.KindOf(err))
}
