package postgres_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/learning"
	"redeye/domain/run"
)

const insight = "commit subjects in this repository begin with an area"

func TestALearningIsToldFromTheNextRunOnAndKeptInItsWording(t *testing.T) {
	s := newStory(t)
	s.learns("notes-1", insight)
	s.begin("notes-2")
	list := s.learnings()
	_, err := s.db.DropLearning(t.Context(), list[0].ID, noon)
	require.NoError(t, err)

	told, err := s.db.Run(t.Context(), "notes-2.1")
	require.NoError(t, err)
	require.Equal(t, []run.Told{{Learning: "notes-1.1.l1", Text: insight, State: "provisional", RunsLeft: 20}}, told.Told)
	require.Contains(t, told.Prompt, insight)
	s.begin("notes-3")
	untold, err := s.db.Run(t.Context(), "notes-3.1")
	require.NoError(t, err)
	require.Empty(t, untold.Told)
}

func TestALearningLapsesAfterTwentyRunsAndConfirmsOnTheThirdRediscovery(t *testing.T) {
	s := newStory(t)
	n := 0
	chain := func(texts ...string) {
		n++
		s.learns(fmt.Sprint("notes-", n), texts...)
	}
	chain(insight)
	for rediscovery := range 3 {
		for range 20 {
			require.Equal(t, learning.Provisional, s.learnings()[0].State)
			chain()
		}
		require.Equal(t, learning.Lapsed, s.learnings()[0].State)
		chain(insight)
		require.Equal(t, rediscovery+1, s.learnings()[0].Rediscoveries)
	}
	require.Equal(t, learning.Confirmed, s.learnings()[0].State)
	require.Len(t, s.learnings(), 1)
}

func TestTwelveRunsThatProposeAtOnceLoseNothing(t *testing.T) {
	s := newStory(t)
	var wg sync.WaitGroup
	for i := range 12 {
		c := s.begin(fmt.Sprint("notes-", i))
		wg.Go(func() {
			texts := []string{fmt.Sprintf("number %d000 is a thing worth knowing", i+1), "all of them found this same thing out"}
			var calls []run.Call
			for j, text := range texts {
				calls = append(calls, call(j+1, "learn", fmt.Sprintf(`{"text": %q}`, text)))
			}
			s.perform(c, run.NewID(c.ID, 1), run.Result{Learned: 2}, calls...)
		})
	}
	wg.Wait()
	require.Len(t, s.learnings(), 13, "twelve of their own, and one of all")
}

func TestRunsThatEndAtOnceAgeALearningOnceEach(t *testing.T) {
	s := newStory(t)
	s.learns("notes-0", insight)
	var wg sync.WaitGroup
	for i := range 12 {
		c := s.begin(fmt.Sprint("notes-", i+1))
		wg.Go(func() { s.perform(c, run.NewID(c.ID, 1), run.Result{}) })
	}
	wg.Wait()
	require.Equal(t, 8, s.learnings()[0].RunsLeft)
}

func TestOverPerRunTheRestIsLeftOutAndOnRecord(t *testing.T) {
	s := newStory(t)
	var texts []string
	for i := range 27 {
		texts = append(texts, fmt.Sprintf("number %d000 is a thing worth knowing", i+1))
	}
	s.learns("notes-1", texts...)
	s.begin("notes-2")
	told, err := s.db.Run(t.Context(), "notes-2.1")
	require.NoError(t, err)
	require.Len(t, told.Told, 25)
	require.Len(t, told.LeftOut, 2)
	require.NotContains(t, told.Prompt, told.LeftOut[0].Text)
}

func TestLapsedLearningsAreDeletedAfterTheirGrace(t *testing.T) {
	s := newStory(t)
	s.learns("notes-0", insight)
	for i := range 20 {
		s.learns(fmt.Sprint("notes-", i+1))
	}
	swept, err := s.db.SweepLearnings(t.Context(), noon.Add(14*24*time.Hour-time.Second))
	require.NoError(t, err)
	require.Zero(t, swept)
	swept, err = s.db.SweepLearnings(t.Context(), noon.Add(14*24*time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, swept)
	told, err := s.db.Run(t.Context(), "notes-5.1")
	require.NoError(t, err)
	require.Equal(t, insight, told.Told[0].Text, "what a run was told is kept for ever")
}

func TestAPersonKeepsALearning(t *testing.T) {
	s := newStory(t)
	s.learns("notes-1", insight)
	record, err := s.db.KeepLearning(t.Context(), "notes-1.1.l1", noon)
	require.NoError(t, err)
	require.Equal(t, learning.Confirmed, record.State)
	require.Equal(t, "a", record.Agent)
	require.Equal(t, record, s.learnings()[0])
}
