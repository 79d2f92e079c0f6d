package workflows_test

import (
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	"redeye/workflows"
)

// Every recorded history must replay with the code as it is: a chain under way outlives
// the release it began with. More are recorded with: make record-histories
func TestRecordedHistoriesReplay(t *testing.T) {
	files, err := filepath.Glob("testdata/replay/*.json")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 7, "replay cannot pass on nothing")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			replayer := worker.NewWorkflowReplayer()
			replayer.RegisterWorkflow(workflows.Chain)
			replayer.RegisterWorkflow(workflows.HelpRequest)
			replayer.RegisterWorkflow(workflows.Night)
			quiet := log.NewStructuredLogger(slog.New(slog.DiscardHandler))
			require.NoError(t, replayer.ReplayWorkflowHistoryFromJSONFile(quiet, file))
		})
	}
}
