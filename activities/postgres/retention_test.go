package postgres_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/fault"
	"redeye/domain/help"
	"redeye/domain/night"
	"redeye/domain/run"
)

// The first night to delete what ended at noon: 90 whole days later.
var (
	stillKept = time.Date(2027, 1, 1, 2, 30, 0, 0, time.UTC)
	expired   = stillKept.AddDate(0, 0, 1)
)

func (s *story) has(id run.ID) bool {
	s.Helper()
	_, err := s.db.Run(s.Context(), id)
	if err != nil {
		require.Equal(s, fault.NotFound, fault.KindOf(err))
	}
	return err == nil
}

func TestHistoryIsDeletedAfter90DaysByDay(t *testing.T) {
	s := newGenomeStory(t)
	ended := s.says("notes-1", "x")
	s.begin("notes-2") // it has not ended
	require.Empty(t, s.walks(night.Retention, stillKept, 10))
	require.True(t, s.has(ended))

	require.Equal(t, 1, s.walks(night.Retention, expired, 10)["chains_deleted"])
	require.False(t, s.has(ended))
	require.True(t, s.has("notes-2.1"))
}

func TestAChainWithAnOpenRequestIsKept(t *testing.T) {
	s := newGenomeStory(t)
	asks := run.Result{Outcome: run.Halted, Requests: []run.Request{{ID: "notes-1.1.h1", Seq: 1, Category: "decision", Summary: "Which?", Fatal: true}}}
	s.perform(s.begin("notes-1"), "notes-1.1", asks, call(1, "help", `{"summary": "Which?"}`))
	s.walks(night.Retention, expired, 10)
	require.True(t, s.has("notes-1.1"), "somebody may yet answer")

	_, err := s.db.ResolveRequest(t.Context(), "notes-1.1.h1", "key", help.Resolution{By: "Ann"}, noon)
	require.NoError(t, err)
	s.walks(night.Retention, expired.AddDate(0, 0, 1), 10)
	require.False(t, s.has("notes-1.1"))
}

func TestWhatRetentionMayNotDelete(t *testing.T) {
	s := newGenomeStory(t)
	s.learns("notes-1", "pin the compiler version early")
	first, second := s.wishes("keep the summary short")
	s.comments(s.says("notes-5", "x"), "close with the names of everybody involved")
	s.walks(night.Consolidate, tonight, 10)
	outcome := s.judges(run.ID(first.Run), true)

	counts := s.walks(night.Retention, expired, 10)
	require.Equal(t, night.Counts{"chains_deleted": 4, "observations_deleted": 1}, counts)
	require.Len(t, s.learnings(), 1, "live learnings")
	gene := s.gene(s.liveGenes()[0].ID)
	require.Equal(t, []string{first.ID, second.ID}, []string{gene.Sources[0].ID, gene.Sources[1].ID}, "genes with what they rest on")
	require.False(t, s.has(run.ID(outcome.Run)))
	left, err := s.db.Observations(t.Context(), postgres.ObservationFilter{})
	require.NoError(t, err)
	require.Len(t, left, 2)
}

func TestLapsedLearningsGoWhenTheirTimeIsOver(t *testing.T) {
	s := newGenomeStory(t)
	s.learns("notes-1", "pin the compiler version early")
	s.sql(`UPDATE learnings SET state = 'lapsed', runs_left = 0, lapsed_at = $1`, noon)
	require.Empty(t, s.walks(night.Retention, noon.AddDate(0, 0, 13), 10)["learnings_deleted"])
	require.Equal(t, 1, s.walks(night.Retention, noon.AddDate(0, 0, 15), 10)["learnings_deleted"])
	require.Empty(t, s.learnings())
}

func TestRetentionDeletesPageByPage(t *testing.T) {
	s := newGenomeStory(t)
	for i := range 5 {
		s.comments(s.says(fmt.Sprint("notes-", i), "x"), fmt.Sprint("name the areas in bold, variant ", i))
	}
	p := night.Page{Night: expired, Factory: s.opens(expired), Size: 2}
	for _, left := range []int{3, 1, 0} {
		progress, err := s.db.RetentionPage(t.Context(), p)
		require.NoError(t, err)
		require.Equal(t, night.Progress{Done: left == 0}, progress)
		chains, err := s.db.Chains(t.Context(), postgres.ChainFilter{})
		require.NoError(t, err)
		require.Len(t, chains, left)
	}
	want := night.Counts{"chains_deleted": 5, "observations_deleted": 5}
	counts, err := s.db.NightCounts(t.Context(), expired, night.Retention)
	require.NoError(t, err)
	require.Equal(t, want, counts)
	require.Equal(t, want, s.walks(night.Retention, expired, 2), "run again it deletes nothing, and reports the whole")
}

// The answer may still have to start its chain.
func TestAChainIsKeptFor90DaysAfterItsRequestWasClosed(t *testing.T) {
	s := newGenomeStory(t)
	asks := run.Result{Outcome: run.Halted, Requests: []run.Request{{ID: "notes-1.1.h1", Seq: 1, Category: "decision", Summary: "Which?", Fatal: true}}}
	s.perform(s.begin("notes-1"), "notes-1.1", asks, call(1, "help", `{"summary": "Which?"}`))
	_, err := s.db.AnswerRequest(t.Context(), "notes-1.1.h1", "key", help.Answer{Text: "1.4.0", By: "Ann"}, expired.Add(-time.Hour))
	require.NoError(t, err)
	s.walks(night.Retention, expired, 10)
	require.True(t, s.has("notes-1.1"))
	s.walks(night.Retention, expired.AddDate(0, 0, 91), 10)
	require.False(t, s.has("notes-1.1"))
}

func TestRetentionWaitsForNobody(t *testing.T) {
	s := newGenomeStory(t)
	s.comments(s.says("notes-1", "x"), "name the areas in bold")
	s.learns("notes-2", insight)
	s.sql(`UPDATE learnings SET state = 'lapsed', runs_left = 0, lapsed_at = $1`, noon)
	r := s.rival()
	r.exec(`SELECT id FROM chains WHERE id = 'notes-1' FOR UPDATE`)
	r.exec(`SELECT id FROM observations FOR UPDATE`)
	r.exec(`SELECT id FROM learnings FOR UPDATE`)
	require.Equal(t, night.Counts{"chains_deleted": 1}, s.walks(night.Retention, expired, 10))
	require.NoError(t, r.tx.Commit(t.Context()))
	next := s.walks(night.Retention, expired.AddDate(0, 0, 1), 10)
	require.Equal(t, night.Counts{"chains_deleted": 1, "observations_deleted": 1, "learnings_deleted": 1}, next)
}

func TestPagesOfNightsOfLongAgoAreDeleted(t *testing.T) {
	s := newGenomeStory(t)
	s.wishesOf(25)
	s.walks(night.Rescreen, tonight, 100)
	last := tonight.AddDate(0, 0, 92)
	s.walks(night.Retention, last, 1)
	counts, err := s.db.NightCounts(t.Context(), tonight, night.Rescreen)
	require.NoError(t, err)
	require.Empty(t, counts)
	n, err := s.db.Night(t.Context(), tonight)
	require.NoError(t, err)
	require.Equal(t, tonight, n.Night, "the night itself is kept")
}
