package nightly_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"google.golang.org/protobuf/types/known/durationpb"

	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/worker/nightly"
	"redeye/workflows"
)

// server is a Temporal with a namespace of the test's own, since there is one Schedule in
// each.
type server struct {
	*testing.T
	client.Client
}

func newServer(t *testing.T) *server {
	t.Helper()
	t.Parallel()
	address := os.Getenv("TEMPORAL_ADDRESS")
	if address == "" && os.Getenv("CI") == "true" {
		t.Fatal("TEMPORAL_ADDRESS is not set; run: make test")
	}
	if address == "" {
		t.Skip("needs Temporal; run: make test")
	}
	namespace := "nightly-" + strings.ToLower(rand.Text()[:10])
	c, err := client.Dial(client.Options{HostPort: address, Namespace: namespace, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(c.Close)
	_, err = c.WorkflowService().RegisterNamespace(t.Context(), &workflowservice.RegisterNamespaceRequest{
		Namespace: namespace, WorkflowExecutionRetentionPeriod: durationpb.New(24 * time.Hour),
	})
	require.NoError(t, err)
	s := &server{t, c}
	// A server takes some seconds to know a new namespace everywhere.
	require.Eventually(t, func() bool { return s.ensure(usual, workflows.TaskQueue) == nil }, time.Minute, 100*time.Millisecond)
	return s
}

var usual = factory.Night{}.OrDefault()

func (s *server) ensure(n factory.Night, queue string) error {
	return nightly.Ensure(s.Context(), s, n, queue)
}

func (s *server) handle() client.ScheduleHandle {
	return s.ScheduleClient().GetHandle(s.Context(), workflows.Schedule)
}

func (s *server) describe() *client.ScheduleDescription {
	s.Helper()
	d, err := s.handle().Describe(s.Context())
	require.NoError(s, err)
	return d
}

func (s *server) action() *client.ScheduleWorkflowAction {
	s.Helper()
	return s.describe().Schedule.Action.(*client.ScheduleWorkflowAction)
}

func TestTheScheduleIsAsTheSpecificationHasIt(t *testing.T) {
	s := newServer(t)
	d := s.describe()
	require.Equal(t, "UTC", d.Schedule.Spec.TimeZoneName)
	require.Equal(t, 6*time.Hour, d.Schedule.Policy.CatchupWindow)
	require.Equal(t, enums.SCHEDULE_OVERLAP_POLICY_SKIP, d.Schedule.Policy.Overlap)
	for i, next := range d.Info.NextActionTimes {
		require.Equal(t, "02:30:00", next.UTC().Format(time.TimeOnly))
		if i > 0 {
			require.Equal(t, 24*time.Hour, next.Sub(d.Info.NextActionTimes[i-1]))
		}
	}
	require.NotEmpty(t, d.Info.NextActionTimes)
	require.Equal(t, "Night", s.action().Workflow)
	require.Equal(t, workflows.TaskQueue, s.action().TaskQueue)
	require.Equal(t, workflows.NightLongest, s.action().WorkflowExecutionTimeout)
}

func TestEnsuringTwiceChangesNothing(t *testing.T) {
	s := newServer(t)
	before := s.describe().Info
	for range 2 {
		require.NoError(t, s.ensure(usual, workflows.TaskQueue))
	}
	after := s.describe().Info
	require.Equal(t, before.LastUpdateAt, after.LastUpdateAt)
	require.False(t, after.LastUpdateAt.After(after.CreatedAt), "it was never updated")
}

func TestAChangedNightMovesTheSchedule(t *testing.T) {
	s := newServer(t)
	require.NoError(t, s.ensure(factory.Night{Time: "03:15", Timezone: "America/New_York"}, workflows.TaskQueue))
	d := s.describe()
	require.Equal(t, "America/New_York", d.Schedule.Spec.TimeZoneName)
	newYork, err := time.LoadLocation("America/New_York")
	require.NoError(t, err)
	require.Equal(t, "03:15:00", d.Info.NextActionTimes[0].In(newYork).Format(time.TimeOnly))
	require.Contains(t, d.Schedule.State.Note, "03:15 in America/New_York")
	require.Equal(t, 6*time.Hour, d.Schedule.Policy.CatchupWindow)
}

func TestWhatAPersonChangedIsMendedButAPauseStays(t *testing.T) {
	s := newServer(t)
	require.NoError(t, s.handle().Pause(t.Context(), client.SchedulePauseOptions{Note: "Ann: while we move"}))
	require.NoError(t, s.handle().Update(t.Context(), client.ScheduleUpdateOptions{
		DoUpdate: func(in client.ScheduleUpdateInput) (*client.ScheduleUpdate, error) {
			in.Description.Schedule.Policy.CatchupWindow = time.Minute
			return &client.ScheduleUpdate{Schedule: &in.Description.Schedule}, nil
		},
	}))
	require.Equal(t, time.Minute, s.describe().Schedule.Policy.CatchupWindow)
	require.NoError(t, s.ensure(usual, workflows.TaskQueue))
	d := s.describe().Schedule
	require.Equal(t, 6*time.Hour, d.Policy.CatchupWindow)
	require.True(t, d.State.Paused)
	require.Equal(t, "Ann: while we move", d.State.Note)
}

func TestOnlyTheCommonQueueTakesTheSchedule(t *testing.T) {
	s := newServer(t)
	err := s.ensure(usual, "elsewhere")
	require.Equal(t, fault.Conflict, fault.KindOf(err), "%v", err)
	require.Equal(t, workflows.TaskQueue, s.action().TaskQueue)

	require.NoError(t, s.handle().Delete(t.Context()))
	require.Eventually(t, func() bool { return s.ensure(usual, "elsewhere") == nil }, time.Minute, 100*time.Millisecond)
	require.Equal(t, "elsewhere", s.action().TaskQueue)
	require.NoError(t, s.ensure(usual, workflows.TaskQueue))
	require.Equal(t, workflows.TaskQueue, s.action().TaskQueue)
}

func TestManyWorkersMayEnsureAtOnce(t *testing.T) {
	s := newServer(t)
	done := make(chan error)
	for range 5 {
		go func() { done <- s.ensure(factory.Night{Time: "04:00", Timezone: "UTC"}, workflows.TaskQueue) }()
	}
	for range 5 {
		require.NoError(t, <-done)
	}
	require.Contains(t, s.describe().Schedule.State.Note, "04:00")
}

// A triggered Schedule starts a night whose key is the time it was scheduled for.
func TestTheScheduleStartsANight(t *testing.T) {
	s := newServer(t)
	require.NoError(t, s.handle().Trigger(t.Context(), client.ScheduleTriggerOptions{}))
	var started string
	require.Eventually(t, func() bool {
		actions := s.describe().Info.RecentActions
		if len(actions) == 0 || actions[0].StartWorkflowResult == nil {
			return false
		}
		started = actions[0].StartWorkflowResult.WorkflowID
		return true
	}, time.Minute, 100*time.Millisecond)
	key := s.describe().Info.RecentActions[0].ScheduleTime
	require.Equal(t, workflows.NightID(key), started)
	d, err := s.DescribeWorkflow(t.Context(), started, "")
	require.NoError(t, err)
	scheduled, ok := d.TypedSearchAttributes.GetTime(temporal.NewSearchAttributeKeyTime("TemporalScheduledStartTime"))
	require.True(t, ok)
	require.Equal(t, key.Truncate(time.Second), scheduled.UTC())
}

// shelf is a current factory.
type shelf struct {
	factory factory.Factory
	err     error
}

func (f shelf) CurrentFactory(context.Context) (string, factory.Factory, error) {
	return "f1", f.factory, f.err
}

func TestFollowingKeepsTheScheduleAsTheFactoryHasIt(t *testing.T) {
	s := newServer(t)
	for _, c := range []struct {
		shelf shelf
		note  string
	}{
		{shelf{factory: factory.Factory{Night: factory.Night{Time: "05:45"}}}, "05:45 in UTC"},
		{shelf{err: fault.NotFoundf("no factory is applied")}, "02:30 in UTC"},
	} {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			nightly.Follow(ctx, s, c.shelf, workflows.TaskQueue, slog.New(slog.DiscardHandler))
			close(ended)
		}()
		require.Eventually(t, func() bool { return strings.Contains(s.describe().Schedule.State.Note, c.note) }, time.Minute, 50*time.Millisecond)
		stop()
		<-ended
	}
}

func TestAWorkerOfSomeAgentsOwnQueueKeepsNoSchedule(t *testing.T) {
	s := newServer(t)
	require.NoError(t, s.handle().Delete(t.Context()))
	asked := make(chan struct{}, 1)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		nightly.Follow(ctx, s, asking{shelf{factory: factory.Factory{
			Agents: map[string]factory.Agent{"a": {TaskQueue: "gpu"}},
		}}, asked}, "gpu", slog.New(slog.DiscardHandler))
		close(ended)
	}()
	<-asked
	stop()
	<-ended
	_, err := s.handle().Describe(t.Context())
	require.Error(t, err, "there is no Schedule")
}

// asking tells when it was asked.
type asking struct {
	shelf
	asked chan struct{}
}

func (a asking) CurrentFactory(ctx context.Context) (string, factory.Factory, error) {
	a.asked <- struct{}{}
	return a.shelf.CurrentFactory(ctx)
}
