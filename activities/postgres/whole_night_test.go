package postgres_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/factory"
	"redeye/domain/night"
)

func everything(f *factory.Factory) {
	g := &f.Genome
	g.Observations, g.Consolidation, g.LeaveOneOut, g.Families = true, true, true, true
	g.Competence, g.Memory, g.Scorecards, g.Alerts = true, true, true, true
}

// A night reports the same of the same log, byte for byte: asked again, paged otherwise,
// and in another database that the log reached in another order.
func TestAWholeNightIsTheSameAgain(t *testing.T) {
	reports := make(chan string, 3)
	t.Run("all", func(t *testing.T) {
		for size, order := range []string{"w, r", "w DESC, r DESC", "md5(w || '/' || r)"} {
			t.Run(order, func(t *testing.T) {
				s := newGenomeStory(t, everything)
				s.arrives(order)
				s.dayOfMany()
				s.asksAndWaits()
				first := s.dreams(size + 1)
				require.Equal(t, first, s.dreams(10-size))
				reports <- first
			})
		}
	})
	first := <-reports
	for _, done := range []string{`"births":`, `"cards_made":`, `"outcomes":2`, `"open_request":1`} {
		require.Contains(t, first, done)
	}
	require.Equal(t, first, <-reports)
	require.Equal(t, first, <-reports)
}

// asksAndWaits leaves a fatal request open for days.
func (s *story) asksAndWaits() {
	s.Helper()
	s.asks("notes-5")
	s.sql(`UPDATE requests SET filed_at = $1 WHERE chain = 'notes-5'`, noon.AddDate(0, 0, -3))
}

// dreams does all phases of tonight, and returns what they report and what they left.
func (s *story) dreams(size int) string {
	s.Helper()
	var all []any
	for _, phase := range []night.Phase{
		night.Rescreen, night.Consolidate, night.Verdicts, night.Families, night.Competence,
		night.Threads, night.Episodes, night.Scorecards, night.Retention, night.Alerts,
	} {
		all = append(all, phase, s.walks(phase, tonight, size))
	}
	all = append(all, s.liveGenes(), s.cards("a"), s.families(postgres.FamilyFilter{}), s.alerts(postgres.AlertFilter{}))
	report, err := json.Marshal(all)
	require.NoError(s, err)
	return fmt.Sprintf("%s\n", report)
}
