package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/factory"
	"redeye/domain/quality"
	"redeye/domain/run"
	"redeye/starter/chart"
)

// aScorecard has a day, a gap and a day.
func aScorecard() scorecard {
	day := func(d int) time.Time { return time.Date(2026, 10, d, 0, 0, 0, 0, time.UTC) }
	cards := []quality.CardRecord{
		{Day: day(1), Card: quality.Card{Runs: 4, Accepted: 1, Rejected: 3, Reacted: 4, Edited: 2, Edits: 2, EditDistance: 0.5, Requests: 1, Fatal: 1, CostUnknown: 4, LearningsBorn: 2, GenesBorn: 1}},
		{Day: day(3), Card: quality.Card{Runs: 8, Accepted: 6, Rejected: 2, Reacted: 8, Cost: run.Dollar / 2, CostKnown: 8, LearningsLapsed: 1, GenesConfirmed: 1, GenesRetired: 1}},
	}
	return scorecard{Workspace: "acme", Agent: "editor", Cards: cards, Total: quality.Sum(cards), days: []time.Time{day(1), day(2), day(3)}}
}

func TestScorecardPage(t *testing.T) {
	require.Equal(t, `DAY         RUNS  ACCEPTED   EDITED     DISTANCE  HELP      FATAL     COST   UNKNOWN  LEARNINGS         GENES
2026-10-01  4     25% of 4   50% of 4   25%       25% of 4  25% of 4  -      4        2 born            1 born
2026-10-03  8     75% of 8   0% of 8    -         0% of 8   0% of 8   $0.50  0        1 lapsed          1 confirmed, 1 retired
total       12    58% of 12  17% of 12  25%       8% of 12  8% of 12  $0.50  4        2 born, 1 lapsed  1 born, 1 confirmed, 1 retired

accepted: 58% (32 to 81)

runs              │▅ █│  4 to 8
accepted          │▃ █│  25% to 75%
edited            │█ ▁│  0% to 50%
cost, US dollars  │  █│  0.5 to 0.5
2026-10-01 to 2026-10-03
`, written(func(p *page) { writeScorecard(p, aScorecard()) }))
}

func TestAScorecardIsDrawn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "editor.svg")
	a := &app{err: &strings.Builder{}}
	require.NoError(t, a.draw(aScorecard(), file))
	first, err := os.ReadFile(file)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(first), "<svg"))
	for _, word := range []string{"editor in acme: accepted", "10-01", "100%"} {
		require.True(t, strings.Contains(string(first), word), word)
	}
	require.NoError(t, a.draw(aScorecard(), file))
	second, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, first, second, "the same bytes each time")
	err = a.draw(aScorecard(), filepath.Join(t.TempDir(), "no", "folder.svg"))
	require.Equal(t, 2, exitCode(err))
	require.NoError(t, a.draw(scorecard{}, ""))
	require.Equal(t, 3, exitCode(a.draw(scorecard{Agent: "editor", Workspace: "acme"}, file)))
}

func TestScorecardsAtTheCommandLine(t *testing.T) {
	d := newDesk(t, factory.Genome{Scorecards: true})
	require.Equal(t, "no card of editor in default; a night makes that of the day before, with scorecards = true in [genome]\n", d.ok("scorecard", "editor"))
	require.Equal(t, said{2, "", "error: --days 0 is refused; allowed: 1 to 366\n"}, d.says("", "scorecard", "editor", "--days", "0"))
	var s scorecard
	d.reads(&s, "scorecard", "editor")
	require.NotNil(t, s.Cards)
}

func TestWhatNoCardKnowsHasNoRange(t *testing.T) {
	require.Equal(t, "-", span([]float64{chart.None, chart.None}, true))
	require.Equal(t, "0% to 50%", span([]float64{chart.None, 0, 0.5}, true))
}
