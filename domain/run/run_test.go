package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/run"
)

func TestIDs(t *testing.T) {
	id := run.NewID("release-notes-k3f9q", 3)
	require.Equal(t, run.ID("release-notes-k3f9q.3"), id)
	require.Equal(t, "release-notes-k3f9q", id.Chain())
	require.Equal(t, 3, id.Number())
	require.Equal(t, "release-notes-k3f9q.3.h7", id.RequestID(7))
	require.Empty(t, run.ID("malformed").Chain())
	require.Zero(t, run.ID("malformed").Number())
}

func TestMoneyString(t *testing.T) {
	for m, want := range map[run.Money]string{0: "$0.00", 1_400_000: "$1.40", 12_300: "$0.0123", -5 * run.Dollar: "-$5.00", 1: "$0.000001"} {
		require.Equal(t, want, m.String())
	}
}

func TestBrokenOutcomes(t *testing.T) {
	for outcome, want := range map[run.Outcome]bool{
		run.Succeeded: false, run.Failed: true, run.TimedOut: true, run.Halted: false, run.Interrupted: true, "": false,
	} {
		require.Equal(t, want, outcome.Broken(), outcome)
	}
}
