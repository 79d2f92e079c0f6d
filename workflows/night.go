package workflows

import (
	"context"
	"errors"
	"slices"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"redeye/activities"
	"redeye/domain/night"
	"redeye/domain/run"
	"redeye/domain/text"
)

// phase is one part of the night: its name, and the activity that does it.
type phase struct {
	name night.Phase
	run  func(context.Context, activities.PhaseIn) (activities.PhaseOut, error)
}

// phases are the night, in the specification's order. A further one is a line here and an
// activity.
func phases() []phase {
	return []phase{
		{night.Rescreen, to.Rescreen},
		{night.Consolidate, to.Consolidate},
		{night.Verdicts, to.Verdicts},
		{night.Families, to.Families},
		{night.Competence, to.Competence},
		{night.Threads, to.Threads},
		{night.Episodes, to.Episodes},
		{night.Scorecards, to.Scorecards},
		{night.Retention, to.Retention},
		{night.Alerts, to.Alerts},
	}
}

// begun are the phases of this night: one that began before there were ten ends with its
// three.
func begun(ctx workflow.Context) []phase {
	all := phases()
	if workflow.GetVersion(ctx, changeTenPhases, workflow.DefaultVersion, 1) != workflow.DefaultVersion {
		return all
	}
	return slices.DeleteFunc(all, func(p phase) bool {
		return p.name != night.Rescreen && p.name != night.Consolidate && p.name != night.Retention
	})
}

// Night is one night (specification, section 6): its phases in order, each with its own
// retries. One that fails keeps no other from its turn; the night is then partial, and
// running it again repairs it.
func Night(ctx workflow.Context, in NightIn) (NightOut, error) {
	n := &nightUnderWay{NightStatus{Report: night.Report{Night: nightKey(ctx, in)}}}
	if err := workflow.SetQueryHandler(ctx, QueryStatus, func() (NightStatus, error) { return n.NightStatus, nil }); err != nil {
		return NightOut{}, err
	}
	workflow.SetCurrentDetails(ctx, nightDetails(n.NightStatus))
	opened, err := openNight(ctx, activities.OpenNightIn{Night: n.Report.Night, Manual: in.Manual})
	if err != nil {
		return NightOut{}, err
	}
	n.Report.Factory = opened.Factory
	for _, p := range begun(ctx) {
		n.turn(ctx, p)
	}
	if err := closeNight(uncancelled(ctx), n.NightStatus); err != nil {
		return NightOut{}, err
	}
	return NightOut{Status: n.Report.Status(), NightStatus: n.NightStatus}, ctx.Err()
}

// nightKey is the time that the night is for: when it was scheduled, not when it began.
func nightKey(ctx workflow.Context, in NightIn) time.Time {
	if in.Night != nil {
		return in.Night.UTC()
	}
	scheduled, ok := workflow.GetTypedSearchAttributes(ctx).GetTime(attributeScheduled)
	if !ok {
		scheduled = workflow.GetInfo(ctx).WorkflowStartTime.Truncate(time.Second)
	}
	return scheduled.UTC()
}

// attributeScheduled is set by Temporal on what a Schedule starts.
var attributeScheduled = temporal.NewSearchAttributeKeyTime("TemporalScheduledStartTime")

// nightUnderWay is a night with what came of it so far.
type nightUnderWay struct{ NightStatus }

// turn gives a phase its turn, unless a person has cancelled the night.
func (n *nightUnderWay) turn(ctx workflow.Context, p phase) {
	started := workflow.Now(ctx)
	out, err := runPhase(ctx, p, activities.PhaseIn{Night: n.Report.Night, Factory: n.Report.Factory, Failed: n.Report.Failures()})
	report := night.PhaseReport{Phase: p.name, Status: out.Status, Counts: out.Counts}
	if err != nil {
		report.Status, report.Error = night.Failed, why(err)
		workflow.GetLogger(ctx).Error("a phase of the night failed", "phase", p.name, "reason", report.Error)
	}
	n.Report.Phases = append(n.Report.Phases, report)
	n.Spans = append(n.Spans, night.Span{StartedAt: started, EndedAt: workflow.Now(ctx)})
	workflow.SetCurrentDetails(ctx, nightDetails(n.NightStatus))
}

// why is the reason of a failed phase, as a person can read it. It is short valid text,
// whatever the error holds: a report that cannot be written would be no report.
func why(err error) string {
	return text.Cut(text.Clean(cause(err)), run.ReasonBytes)
}

func cause(err error) string {
	var timeout *temporal.TimeoutError
	var panicked *temporal.PanicError
	var application *temporal.ApplicationError
	switch {
	case errors.As(err, &timeout):
		if errors.As(timeout.Unwrap(), &application) {
			return "it took too long; the last try said: " + application.Message()
		}
		return "it took too long: " + timeout.Message()
	case errors.As(err, &panicked):
		return "it panicked: " + panicked.Error()
	case errors.As(err, &application):
		return application.Message()
	case temporal.IsCanceledError(err):
		return "the night was cancelled"
	}
	return err.Error()
}
