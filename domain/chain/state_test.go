package chain_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/chain"
)

func TestStateOf(t *testing.T) {
	for _, tc := range []struct {
		facts     chain.Facts
		execution chain.Execution
		want      chain.State
	}{
		{chain.Facts{Unfinished: 1}, chain.ExecutionRunning, chain.Working},
		{chain.Facts{Unfinished: 1, OpenFatal: "q"}, chain.ExecutionRunning, chain.Working},
		{chain.Facts{Unfinished: 1}, chain.ExecutionClosed, chain.Stalled},
		{chain.Facts{OpenFatal: "q"}, chain.ExecutionGone, chain.Stalled},
		{chain.Facts{Ended: chain.Completed, OpenFatal: "q"}, chain.ExecutionClosed, chain.AwaitingHuman},
		{chain.Facts{Ended: chain.Cancelled, OpenFatal: "q"}, chain.ExecutionClosed, chain.AwaitingHuman},
		{chain.Facts{Ended: chain.Completed, OpenFatal: "q"}, chain.ExecutionRunning, chain.AwaitingHuman},
		{chain.Facts{Ended: chain.Cancelled}, chain.ExecutionClosed, chain.Halted},
		{chain.Facts{Ended: chain.Failed}, chain.ExecutionClosed, chain.Finished},
		{chain.Facts{Ended: chain.Completed}, chain.ExecutionGone, chain.Finished},
	} {
		require.Equal(t, tc.want, chain.StateOf(tc.facts, tc.execution), "%+v %s", tc.facts, tc.execution)
	}
}
