// Package nightly keeps the Schedule that starts the nights.
package nightly

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/workflows"
)

// catchUp is how late a night may begin after the server was down (specification, section
// 6). One that was missed for longer is left out, and shows as missed.
const catchUp = 6 * time.Hour

// followEvery is how soon a factory that was applied moves the night.
const followEvery = 30 * time.Second

// Factories tells which factory is current; fault.NotFound if there is none.
type Factories interface {
	CurrentFactory(ctx context.Context) (digest string, f factory.Factory, err error)
}

// Follow keeps the Schedule as the current factory has it, until the context ends. What
// fails is tried again, and logged when it begins to.
func Follow(ctx context.Context, c client.Client, factories Factories, taskQueue string, log *slog.Logger) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	var kept factory.Night
	failing := ""
	for {
		n, err := wanted(ctx, factories, taskQueue)
		if err == nil && n != kept && n != elsewhere {
			if err = Ensure(ctx, c, n, taskQueue); err == nil {
				kept = n
				log.Info("the night is scheduled", "time", n.Time, "timezone", n.Timezone)
			}
		}
		if now := reason(err); now != failing && ctx.Err() == nil {
			failing = now
			if err != nil {
				log.Warn("the night's schedule is not kept", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// elsewhere is the night of a worker that only serves some agents' own queue: it is for
// those of the common one to keep.
var elsewhere factory.Night

// wanted is the current factory's night; without a factory, the default one.
func wanted(ctx context.Context, factories Factories, taskQueue string) (factory.Night, error) {
	_, f, err := factories.CurrentFactory(ctx)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return factory.Night{}, err
	}
	if f.OwnQueue(taskQueue) {
		return elsewhere, nil
	}
	return f.Night.OrDefault(), nil
}

// Ensure makes the Schedule, or changes it, where it is not as the night says. Any number
// of workers may do so at once. A person's pause stays. A Schedule that starts nights on
// another task queue is changed by a worker of the common queue only; for others it is
// fault.Conflict, since both would go on changing it.
func Ensure(ctx context.Context, c client.Client, n factory.Night, taskQueue string) error {
	w, err := want(n, taskQueue)
	if err != nil {
		return err
	}
	_, err = c.ScheduleClient().Create(ctx, client.ScheduleOptions{
		ID: workflows.Schedule, Spec: w.spec, Action: w.action, Note: w.note,
		Overlap: w.policy.Overlap, CatchupWindow: w.policy.CatchupWindow,
	})
	var exists *serviceerror.AlreadyExists
	if errors.Is(err, temporal.ErrScheduleAlreadyRunning) || errors.As(err, &exists) {
		err = w.update(ctx, c.ScheduleClient().GetHandle(ctx, workflows.Schedule))
	}
	return classify(err)
}

// schedule is what the Schedule should be.
type schedule struct {
	spec   client.ScheduleSpec
	action *client.ScheduleWorkflowAction
	policy client.SchedulePolicies
	note   string
}

func want(n factory.Night, taskQueue string) (schedule, error) {
	spec, err := specOf(n)
	when := fmt.Sprintf("%s in %s", n.Time, n.Timezone)
	return schedule{
		spec: spec,
		action: &client.ScheduleWorkflowAction{
			ID: workflows.Schedule, Workflow: nightWorkflow, Args: []any{workflows.NightIn{}},
			TaskQueue: taskQueue, WorkflowExecutionTimeout: workflows.NightLongest,
			StaticSummary: "the night, " + when,
		},
		policy: client.SchedulePolicies{Overlap: enums.SCHEDULE_OVERLAP_POLICY_SKIP, CatchupWindow: catchUp},
		note:   "kept by the workers: " + when + ", as [night] of the factory has it",
	}, err
}

// nightWorkflow is the registered name of workflows.Night.
const nightWorkflow = "Night"

func (w schedule) update(ctx context.Context, h client.ScheduleHandle) error {
	err := h.Update(ctx, client.ScheduleUpdateOptions{
		DoUpdate: func(in client.ScheduleUpdateInput) (*client.ScheduleUpdate, error) {
			s := in.Description.Schedule
			if err := w.yield(s.Action); err != nil {
				return nil, err
			}
			if w.is(s) {
				return nil, temporal.ErrSkipScheduleUpdate
			}
			s.Spec, s.Action, s.Policy = &w.spec, w.action, &w.policy
			if s.State != nil && !s.State.Paused { // else it may say why
				s.State.Note = w.note
			}
			return &client.ScheduleUpdate{Schedule: &s}, nil
		},
	})
	if errors.Is(err, temporal.ErrSkipScheduleUpdate) {
		return nil
	}
	return err
}

// yield is the error of a Schedule that is another task queue's.
func (w schedule) yield(action client.ScheduleAction) error {
	have, ok := action.(*client.ScheduleWorkflowAction)
	if !ok || have.TaskQueue == w.action.TaskQueue || w.action.TaskQueue == workflows.TaskQueue {
		return nil
	}
	return fault.Conflictf("the Schedule %s starts nights on task queue %s, and this worker serves %s; if nobody serves the other one any more, delete the Schedule and start this worker again",
		workflows.Schedule, have.TaskQueue, w.action.TaskQueue)
}

// is compares what matters: what the server has filled in does not.
func (w schedule) is(s client.Schedule) bool {
	action, ok := s.Action.(*client.ScheduleWorkflowAction)
	return ok && action.ID == w.action.ID && action.Workflow == w.action.Workflow && action.TaskQueue == w.action.TaskQueue &&
		action.WorkflowExecutionTimeout == w.action.WorkflowExecutionTimeout &&
		s.Policy != nil && s.Policy.Overlap == w.policy.Overlap && s.Policy.CatchupWindow == w.policy.CatchupWindow &&
		s.Spec != nil && sameTimes(*s.Spec, w.spec)
}

func sameTimes(a, b client.ScheduleSpec) bool {
	return a.TimeZoneName == b.TimeZoneName && slices.EqualFunc(a.Calendars, b.Calendars, sameDays) &&
		len(a.Intervals)+len(a.Skip) == 0 && a.StartAt.IsZero() && a.EndAt.IsZero() && a.Jitter == 0
}

func sameDays(a, b client.ScheduleCalendarSpec) bool {
	return slices.Equal(a.Second, b.Second) && slices.Equal(a.Minute, b.Minute) && slices.Equal(a.Hour, b.Hour) &&
		slices.Equal(a.DayOfMonth, b.DayOfMonth) && slices.Equal(a.Month, b.Month) && slices.Equal(a.Year, b.Year) &&
		slices.Equal(a.DayOfWeek, b.DayOfWeek)
}

// specOf leaves nothing to be filled in, so that it can be compared.
func specOf(n factory.Night) (client.ScheduleSpec, error) {
	at, err := time.Parse("15:04", n.Time)
	if err != nil {
		return client.ScheduleSpec{}, fault.Invalidf("[night] time %q is no time of day: %w", n.Time, err)
	}
	every := func(first, last int) []client.ScheduleRange {
		return []client.ScheduleRange{{Start: first, End: last, Step: 1}}
	}
	return client.ScheduleSpec{
		TimeZoneName: n.Timezone,
		Calendars: []client.ScheduleCalendarSpec{{
			Second: every(0, 0), Minute: every(at.Minute(), at.Minute()), Hour: every(at.Hour(), at.Hour()),
			DayOfMonth: every(1, 31), Month: every(1, 12), DayOfWeek: every(0, 6),
		}},
	}, nil
}

func classify(err error) error {
	if err == nil || fault.KindOf(err) != fault.Internal {
		return err
	}
	return fault.Unavailablef("keep the Schedule %s: %w", workflows.Schedule, err)
}
