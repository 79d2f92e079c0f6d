package learning_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/learning"
)

func TestEventsAreChangesOfState(t *testing.T) {
	of := func(id string, s learning.State, left int) learning.Learning {
		return learning.Learning{ID: id, State: s, RunsLeft: left}
	}
	before := []learning.Learning{
		of("ages", learning.Provisional, 3), of("lapses", learning.Provisional, 1), of("returns", learning.Lapsed, 0),
		of("is confirmed", learning.Lapsed, 0), of("is rejected", learning.Confirmed, 0), of("rests", learning.Lapsed, 0),
	}
	after := []learning.Learning{
		of("ages", learning.Provisional, 2), of("lapses", learning.Lapsed, 0), of("returns", learning.Provisional, 20),
		of("is confirmed", learning.Confirmed, 0), of("is rejected", learning.Rejected, 0), of("is new", learning.Provisional, 20),
	}
	require.Equal(t, []learning.Event{
		{"lapses", learning.EventLapsed},
		{"returns", learning.EventRediscovered},
		{"is confirmed", learning.EventConfirmed},
		{"is rejected", learning.EventRejected},
		{"is new", learning.EventBorn},
	}, learning.Events(before, after))
}
