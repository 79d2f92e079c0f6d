package main

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/fault"
	"redeye/workflows"
)

func environment(pairs ...string) func(string) string {
	values := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	return func(name string) string { return values[name] }
}

func TestEverySettingIsRead(t *testing.T) {
	dir := t.TempDir()
	c, err := newConfig(environment("DATABASE_URL", "postgres://x", "REDEYE_WORKDIR", dir,
		"REDEYE_TASK_QUEUE", "gpu", "REDEYE_MAX_AGENTS", "3", "REDEYE_LOG_LEVEL", "debug"))
	require.NoError(t, err)
	require.Equal(t, "postgres://x", c.database)
	require.Equal(t, dir, c.workdir)
	require.Equal(t, "gpu", c.taskQueue)
	require.Equal(t, 3, c.maxAgents)
	require.Equal(t, slog.LevelDebug, c.logLevel)
}

func TestDefaults(t *testing.T) {
	t.Chdir(t.TempDir())
	c, err := newConfig(environment("DATABASE_URL", "postgres://x"))
	require.NoError(t, err)
	require.NotEmpty(t, c.workdir)
	require.Equal(t, workflows.TaskQueue, c.taskQueue)
	require.Equal(t, 50, c.maxAgents)
	require.Equal(t, slog.LevelInfo, c.logLevel)
}

func TestFaultsAreToldAllAtOnce(t *testing.T) {
	_, err := newConfig(environment("REDEYE_WORKDIR", "/no/such/folder", "REDEYE_TASK_QUEUE", "gpu-night", "REDEYE_MAX_AGENTS", "0", "REDEYE_LOG_LEVEL", "loud"))
	require.Equal(t, fault.Invalid, fault.KindOf(err))
	for _, what := range []string{"DATABASE_URL is not set", "/no/such/folder is not a folder", `REDEYE_TASK_QUEUE: "gpu-night"`, `REDEYE_MAX_AGENTS: "0"`, `REDEYE_LOG_LEVEL: "loud"`} {
		require.ErrorContains(t, err, what)
	}
}

func TestUnknownArgumentsAreRefused(t *testing.T) {
	err := run(context.Background(), []string{"serve"}, environment("DATABASE_URL", "postgres://x"), &bytes.Buffer{}, &bytes.Buffer{})
	require.EqualError(t, err, `worker: unknown arguments ["serve"]; there is only: worker, and worker check`)
}

func TestAgentsGetOnlyWhatAnyProgramNeeds(t *testing.T) {
	base := baseEnvironment([]string{"PATH=/bin", "HOME=/h", "LC_ALL=C", "DATABASE_URL=secret", "AWS_SECRET_ACCESS_KEY=x", "REDEYE_X=y"})
	require.Equal(t, []string{"PATH=/bin", "HOME=/h", "LC_ALL=C"}, base)
}
