package workflows_test

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"redeye/activities"
	"redeye/domain/fault"
	"redeye/domain/night"
	"redeye/domain/run"
	"redeye/workflows"
)

var key = time.Date(2026, 12, 1, 2, 30, 0, 0, time.UTC)

// order is the specification's.
var order = []night.Phase{
	night.Rescreen, night.Consolidate, night.Verdicts, night.Families, night.Competence,
	night.Threads, night.Episodes, night.Scorecards, night.Retention, night.Alerts,
}

type phaseOf func(context.Context, activities.PhaseIn) (activities.PhaseOut, error)

func done(context.Context, activities.PhaseIn) (activities.PhaseOut, error) {
	return activities.PhaseOut{Status: night.Done, Counts: night.Counts{"births": 2}}, nil
}

// nights is a night's world: how its phases end, and what it leaves.
type nights struct {
	phases map[night.Phase]phaseOf
	turns  []night.Phase
	opened activities.OpenNightIn
	closed activities.CloseNightIn
}

func (n *nights) environment() *testsuite.TestWorkflowEnvironment {
	env := (&testsuite.WorkflowTestSuite{}).NewTestWorkflowEnvironment()
	env.RegisterActivityWithOptions(func(_ context.Context, in activities.OpenNightIn) (activities.OpenNightOut, error) {
		n.opened = in
		return activities.OpenNightOut{Factory: "f1"}, nil
	}, activity.RegisterOptions{Name: "OpenNight"})
	env.RegisterActivityWithOptions(func(_ context.Context, in activities.CloseNightIn) (activities.CloseNightOut, error) {
		n.closed = in
		return activities.CloseNightOut{}, nil
	}, activity.RegisterOptions{Name: "CloseNight"})
	for _, phase := range order {
		name := strings.ToUpper(string(phase[:1])) + string(phase[1:])
		env.RegisterActivityWithOptions(func(ctx context.Context, in activities.PhaseIn) (activities.PhaseOut, error) {
			n.turns = append(n.turns, phase)
			if in.Night != key || in.Factory != "f1" {
				return activities.PhaseOut{}, temporal.NewNonRetryableApplicationError("another night", string(fault.Invalid), nil)
			}
			if f := n.phases[phase]; f != nil {
				return f(ctx, in)
			}
			return done(ctx, in)
		}, activity.RegisterOptions{Name: name})
	}
	return env
}

func (n *nights) run(t *testing.T) workflows.NightOut {
	t.Helper()
	env := n.environment()
	env.ExecuteWorkflow(workflows.Night, workflows.NightIn{Night: &key, Manual: true})
	require.True(t, env.IsWorkflowCompleted())
	require.NoError(t, env.GetWorkflowError())
	var out workflows.NightOut
	require.NoError(t, env.GetWorkflowResult(&out))
	require.Equal(t, n.closed, activities.CloseNightIn{Report: out.Report, Spans: out.Spans})
	require.Len(t, out.Spans, len(out.Report.Phases))
	status, err := env.QueryWorkflow(workflows.QueryStatus)
	require.NoError(t, err)
	var told workflows.NightStatus
	require.NoError(t, status.Get(&told))
	require.Equal(t, out.NightStatus, told)
	return out
}

func TestANightRunsItsPhasesInOrder(t *testing.T) {
	n := &nights{}
	out := n.run(t)
	require.Equal(t, night.Finished, out.Status)
	require.Equal(t, order, n.turns)
	require.Equal(t, activities.OpenNightIn{Night: key, Manual: true}, n.opened)
	require.Equal(t, night.Counts{"births": 2}, out.Report.Phases[1].Counts)
}

func TestAPhaseThatFailsKeepsNoOtherFromItsTurn(t *testing.T) {
	for name, way := range map[string]struct {
		phase  phaseOf
		reason string
	}{
		"fails": {func(context.Context, activities.PhaseIn) (activities.PhaseOut, error) {
			return activities.PhaseOut{}, temporal.NewApplicationError("the disk is full", string(fault.Internal), nil)
		}, "the disk is full"},
		"panics": {func(context.Context, activities.PhaseIn) (activities.PhaseOut, error) { panic("a map is nil") }, "a map is nil"},
		"speaks in broken bytes": {func(context.Context, activities.PhaseIn) (activities.PhaseOut, error) {
			return activities.PhaseOut{}, temporal.NewNonRetryableApplicationError("gene \xff\x00 is lost\x1b[31m"+strings.Repeat("!", 10_000), string(fault.Internal), nil)
		}, "gene \uFFFD is lost!"},
		"hangs": {func(context.Context, activities.PhaseIn) (activities.PhaseOut, error) {
			return activities.PhaseOut{}, temporal.NewHeartbeatTimeoutError()
		}, "it took too long"},
		"loses its database": {func(context.Context, activities.PhaseIn) (activities.PhaseOut, error) {
			return activities.PhaseOut{}, temporal.NewApplicationError("no connection", string(fault.Unavailable), nil)
		}, "no connection"},
	} {
		for _, broken := range order {
			t.Run(string(broken)+" "+name, func(t *testing.T) {
				n := &nights{phases: map[night.Phase]phaseOf{broken: way.phase}}
				out := n.run(t)
				require.Equal(t, night.Partial, out.Status)
				require.Len(t, out.Report.Failures(), 1)
				require.Equal(t, broken, out.Report.Failures()[0].Phase)
				require.Len(t, out.Report.Phases, len(order))
				for _, p := range out.Report.Phases {
					if p.Phase == broken {
						require.Contains(t, p.Error, way.reason)
						require.True(t, utf8.ValidString(p.Error) && !strings.Contains(p.Error, "\x00"))
						require.LessOrEqual(t, len(p.Error), run.ReasonBytes)
						continue
					}
					require.Equal(t, night.Done, p.Status)
				}
			})
		}
	}
}

func TestAPhaseIsTriedAgainBeforeItFails(t *testing.T) {
	tries := 0
	n := &nights{phases: map[night.Phase]phaseOf{night.Consolidate: func(ctx context.Context, in activities.PhaseIn) (activities.PhaseOut, error) {
		if tries++; tries < 3 {
			return activities.PhaseOut{}, temporal.NewApplicationError("no connection", string(fault.Unavailable), nil)
		}
		return done(ctx, in)
	}}}
	require.Equal(t, night.Finished, n.run(t).Status)
	require.Equal(t, 3, tries)
}

func TestAPhaseWhoseFlagIsOffIsNoFailure(t *testing.T) {
	n := &nights{phases: map[night.Phase]phaseOf{night.Consolidate: func(context.Context, activities.PhaseIn) (activities.PhaseOut, error) {
		return activities.PhaseOut{Status: night.Off}, nil
	}}}
	out := n.run(t)
	require.Equal(t, night.Finished, out.Status)
	require.Equal(t, night.Off, out.Report.Phases[1].Status)
}

func TestAScheduledNightIsKeyedByItsScheduledTime(t *testing.T) {
	n := &nights{}
	env := n.environment()
	require.NoError(t, env.SetTypedSearchAttributesOnStart(temporal.NewSearchAttributes(
		temporal.NewSearchAttributeKeyTime("TemporalScheduledStartTime").ValueSet(key))))
	env.SetStartTime(key.Add(5 * time.Hour)) // it caught up late
	env.ExecuteWorkflow(workflows.Night, workflows.NightIn{})
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, activities.OpenNightIn{Night: key}, n.opened)
}

func TestThePhasesAfterAFailureAreToldOfIt(t *testing.T) {
	var told []night.Failure
	n := &nights{phases: map[night.Phase]phaseOf{
		night.Families: func(context.Context, activities.PhaseIn) (activities.PhaseOut, error) {
			return activities.PhaseOut{}, temporal.NewNonRetryableApplicationError("the disk is full", string(fault.Internal), nil)
		},
		night.Alerts: func(ctx context.Context, in activities.PhaseIn) (activities.PhaseOut, error) {
			told = in.Failed
			return done(ctx, in)
		},
	}}
	n.run(t)
	require.Equal(t, []night.Failure{{Phase: night.Families, Error: "the disk is full"}}, told)
}

func TestANightThatBeganWithThreePhasesEndsWithThem(t *testing.T) {
	n := &nights{}
	env := n.environment()
	env.OnGetVersion("ten-phases", workflow.DefaultVersion, workflow.Version(1)).Return(workflow.DefaultVersion)
	env.ExecuteWorkflow(workflows.Night, workflows.NightIn{Night: &key})
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []night.Phase{night.Rescreen, night.Consolidate, night.Retention}, n.turns)
}

func TestACancelledNightIsOnRecord(t *testing.T) {
	n := &nights{}
	env := n.environment()
	n.phases = map[night.Phase]phaseOf{night.Rescreen: func(ctx context.Context, in activities.PhaseIn) (activities.PhaseOut, error) {
		env.CancelWorkflow()
		return done(ctx, in)
	}}
	env.ExecuteWorkflow(workflows.Night, workflows.NightIn{Night: &key})
	require.True(t, temporal.IsCanceledError(env.GetWorkflowError()))
	require.Equal(t, night.Partial, n.closed.Report.Status())
	require.Contains(t, n.closed.Report.Phases[1].Error, "the night was cancelled")
}
