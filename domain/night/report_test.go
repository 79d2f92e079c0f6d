package night_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/night"
)

func TestANightWithAFailedPhaseIsPartial(t *testing.T) {
	r := night.Report{Phases: []night.PhaseReport{{Phase: night.Rescreen, Status: night.Done}, {Phase: night.Consolidate, Status: night.Off}}}
	require.Equal(t, night.Finished, r.Status())
	require.Empty(t, r.Failures())
	r.Phases = append(r.Phases, night.PhaseReport{Phase: night.Retention, Status: night.Failed, Error: "no connection"})
	require.Equal(t, night.Partial, r.Status())
	require.Equal(t, []night.Failure{{Phase: night.Retention, Error: "no connection"}}, r.Failures())
}

func TestCounts(t *testing.T) {
	c := night.Counts{"births": 1}
	c.Add(night.Counts{"births": 2, "chains_deleted": 1, "refreshes": 0})
	require.Equal(t, "births 3, chains deleted 1", c.String())
	require.Equal(t, "nothing to do", night.Counts{}.String())
}
