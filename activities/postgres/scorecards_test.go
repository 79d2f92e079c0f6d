package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/genome"
	"redeye/domain/night"
	"redeye/domain/quality"
	"redeye/domain/run"
)

func scores(f *factory.Factory) { f.Genome.Scorecards = true }

func (s *story) cards(agent string) []quality.CardRecord {
	s.Helper()
	list, err := s.db.Scorecards(s.Context(), "default", agent, time.Time{})
	require.NoError(s, err)
	return list
}

// dayOfMany is a day on which everything happens that a card counts.
func (s *story) dayOfMany() {
	s.Helper()
	first := s.says("notes-1", "we utilise the new parser everywhere, as was asked")
	second := s.says("notes-2", "we utilise the old parser here, as was asked")
	s.sql(`UPDATE runs SET cost = 250000 WHERE id = 'notes-1.1'`)
	after := "we use the new parser everywhere, as was asked"
	for range 2 { // the same edit again adds none
		_, err := s.db.Observe(s.Context(), genome.Observed{Run: string(first), Edit: &genome.EditedText{After: after}, By: "Ann"}, noon)
		require.NoError(s, err)
	}
	s.comments(second, "close with a summary")
	s.judges(first, true)
	s.judges(second, false)
	s.asks("notes-3")
	s.learns("notes-4", "the parser of this repository is in two places")
	_, err := s.db.DropLearning(s.Context(), s.learnings()[0].ID, noon)
	require.NoError(s, err)
	s.sql(`UPDATE runs SET ended_at = $1`, noon) // the clock of the test is at noon
	s.grows("g.1", "open with the news", 0.5)
	s.grows("g.2", "close with a summary", 0.5)
	_, err = s.db.ApproveGene(s.Context(), "g.1", genome.Decision{By: "Ann"}, noon)
	require.NoError(s, err)
	_, err = s.db.RetireGene(s.Context(), "g.2", genome.Decision{By: "Ann"}, noon)
	require.NoError(s, err)
}

func TestACardCountsADay(t *testing.T) {
	s := newGenomeStory(t, scores)
	s.dayOfMany()
	require.Equal(t, night.Counts{"cards_made": 1}, s.walks(night.Scorecards, tonight, 10))
	cards := s.cards("a")
	require.Len(t, cards, 1)
	require.Equal(t, time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC), cards[0].Day)
	require.Equal(t, tonight, cards[0].Night)
	distance := cards[0].Card.EditDistance
	require.InDelta(t, 1.0/9, distance, 1e-9)
	require.Equal(t, quality.Card{
		Runs: 4, Succeeded: 3, Halted: 1, Accepted: 1, Rejected: 1, Reacted: 2, Edited: 1, Edits: 1, EditDistance: distance,
		Requests: 1, Fatal: 1, Cost: 250_000, CostKnown: 1, CostUnknown: 3,
		LearningsBorn: 1, LearningsRejected: 1, GenesBorn: 2, GenesConfirmed: 1, GenesRetired: 1,
	}, cards[0].Card)
	require.Empty(t, s.cards("b"))
}

func TestACardNeverChanges(t *testing.T) {
	s := newGenomeStory(t, scores)
	s.says("notes-1", "x")
	s.sql(`UPDATE runs SET ended_at = $1`, noon)
	once := s.walks(night.Scorecards, tonight, 10)
	before := s.cards("a")
	s.judges("notes-1.1", true) // as if it had been at noon
	require.Equal(t, once, s.walks(night.Scorecards, tonight, 10))
	require.Equal(t, night.Counts{}, s.walks(night.Scorecards, tonight.AddDate(0, 0, 1), 10))
	require.Equal(t, before, s.cards("a"))
}

func TestANightMakesTheCardsThatAMissedOneDidNot(t *testing.T) {
	s := newGenomeStory(t, scores)
	for i, id := range []string{"notes-1", "notes-2", "notes-3"} {
		s.says(id, "x")
		s.sql(`UPDATE runs SET ended_at = $1 WHERE id = $2`, noon.AddDate(0, 0, -i), id+".1")
	}
	s.says("notes-today", "x")
	s.sql(`UPDATE runs SET ended_at = $1 WHERE id = 'notes-today.1'`, tonight)
	require.Equal(t, night.Counts{"cards_made": 3}, s.walks(night.Scorecards, tonight, 10), "but none of a day that is not over")
	require.Equal(t, night.Counts{"cards_made": 1}, s.walks(night.Scorecards, tonight.AddDate(0, 0, 1), 10))
	require.Len(t, s.cards("a"), 4)
}

func TestAWorkspaceWithoutAGenomeHasCardsToo(t *testing.T) {
	s := newGenomeStory(t, scores)
	c := s.begin("notes-1", func(c *chain.Start) { c.Workspace = "acme" })
	s.perform(c, "notes-1.1", run.Result{})
	s.sql(`UPDATE runs SET ended_at = $1`, noon)
	require.Zero(t, s.count("SELECT count(*) FROM genomes"))
	require.Equal(t, night.Counts{"cards_made": 1}, s.walks(night.Scorecards, tonight, 1))
}

func TestLearningsAreCountedAsTheyCome(t *testing.T) {
	s := newGenomeStory(t, scores, func(f *factory.Factory) { f.Learnings.Runs, f.Learnings.Rediscoveries = 1, 2 })
	const text = "the parser of this repository is in two places"
	s.learns("notes-1", text)
	s.idles("notes-2")        // it lapses
	s.learns("notes-3", text) // and is found again
	s.idles("notes-4")
	s.learns("notes-5", text) // and confirmed
	require.Equal(t, 5, s.count("SELECT count(*) FROM learning_events"))
	for event, n := range map[string]int{"born": 1, "lapsed": 2, "rediscovered": 1, "confirmed": 1} {
		require.Equal(t, n, s.count("SELECT count(*) FROM learning_events WHERE event = '"+event+"'"), event)
	}
}

// idles plays a chain of one run that does nothing.
func (s *story) idles(id string) {
	s.Helper()
	s.perform(s.begin(id), run.NewID(id, 1), run.Result{})
}

func TestWithoutTheFlagNothingIsCounted(t *testing.T) {
	s := newGenomeStory(t)
	s.dayOfMany()
	require.Zero(t, s.count("SELECT (SELECT count(*) FROM edits) + (SELECT count(*) FROM learning_events)"))
}

func TestWhatCardsWereMadeOfGoesWithHistory(t *testing.T) {
	s := newGenomeStory(t, scores)
	s.dayOfMany()
	s.walks(night.Scorecards, tonight, 10)
	counts := s.walks(night.Retention, noon.AddDate(0, 0, 92), 10)
	require.Equal(t, 1, counts["edits_deleted"])
	require.Equal(t, 2, counts["learning_events_deleted"])
	require.Len(t, s.cards("a"), 1)
}
