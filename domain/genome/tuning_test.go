package genome_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/fault"
	"redeye/domain/genome"
)

func TestTuningIsTheSpecifications(t *testing.T) {
	day := 24 * time.Hour
	zero := genome.Tuning{
		Window: 14 * day, Similarity: 0.5,
		MinObservations: 2, MinRuns: 2, ImmuneRuns: 3, ImmuneDays: 2,
		Writes: 5, RejectedPause: 30 * day, RetiredPause: 30 * day,
		BirthStrength: 0.5, CompileStrength: 0.35, RetireStrength: 0.15,
		Step: 0.5, PlasticityFloor: 0.25, HalfLife: 20, Flagging: 2,
		LeaveOut: 0.10, TrialMinimum: 20, TrialLevel: 0.05, TrialEffect: 0.2,
		MaxCharacters: 400, ToldBytes: 1000, Told: 25,
	}
	require.Equal(t, zero, tuning(t, 0))
	one := zero
	one.Version, one.PolarityApart, one.Stemmed, one.RefreshLifts, one.RetireCredited = 1, true, true, true, 5
	require.Equal(t, one, tuning(t, 1), "version 1 keeps the numbers and adds four mends")
}

func TestThereIsNoOtherTuning(t *testing.T) {
	for _, version := range []int{-1, 2} {
		_, err := genome.TuningOf(version)
		require.Equal(t, fault.Invalid, fault.KindOf(err))
		require.ErrorContains(t, err, "the versions are 0 and 1")
	}
}
