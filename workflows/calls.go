package workflows

import (
	"context"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"redeye/activities"
	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/help"
	"redeye/domain/night"
	"redeye/domain/run"
	"redeye/domain/text"
)

// to names the activities; its value is never used.
var to *activities.Activities

// call runs an activity. The SDK turns a function into its name and checks no payload:
// this is the one place that may hand it one.
func call[In, Out any](ctx workflow.Context, o workflow.ActivityOptions, fn func(context.Context, In) (Out, error), in In) (Out, error) {
	var out Out
	err := workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, o), fn, in).Get(ctx, &out)
	return out, err
}

// callLocal runs a short database step in the worker that holds the workflow.
func callLocal[In, Out any](ctx workflow.Context, summary string, fn func(context.Context, In) (Out, error), in In) (Out, error) {
	var out Out
	err := workflow.ExecuteLocalActivity(workflow.WithLocalActivityOptions(ctx, databaseOptions(summary)), fn, in).Get(ctx, &out)
	return out, err
}

func runAgent(ctx workflow.Context, seat chain.Seat, summary string, in activities.RunAgentIn) (run.Result, error) {
	return call(ctx, agentOptions(seat, summary), to.RunAgent, in)
}

func advance(ctx workflow.Context, h chain.Header, s chain.Step) error {
	_, err := callLocal(ctx, s.Summary(), to.Advance, activities.AdvanceIn{Chain: h, Step: s})
	return err
}

func answerRequest(ctx workflow.Context, request, key string, a help.Answer) (activities.CloseRequestOut, error) {
	return callLocal(ctx, "answered by "+a.By, to.AnswerRequest, activities.AnswerRequestIn{Request: request, Key: key, Answer: a})
}

func resolveRequest(ctx workflow.Context, request, key string, r help.Resolution) (activities.CloseRequestOut, error) {
	return callLocal(ctx, "resolved by "+r.By, to.ResolveRequest, activities.ResolveRequestIn{Request: request, Key: key, Resolution: r})
}

func linkedChain(ctx workflow.Context, request string) (chain.Start, error) {
	out, err := callLocal(ctx, "the chain that continues "+request, to.LinkedChain, activities.LinkedChainIn{Request: request})
	return out.Start, err
}

func openNight(ctx workflow.Context, in activities.OpenNightIn) (activities.OpenNightOut, error) {
	return callLocal(ctx, "the night begins", to.OpenNight, in)
}

func closeNight(ctx workflow.Context, s NightStatus) error {
	_, err := callLocal(ctx, "the night is "+string(s.Report.Status()), to.CloseNight, activities.CloseNightIn{Report: s.Report, Spans: s.Spans})
	return err
}

func runPhase(ctx workflow.Context, p phase, in activities.PhaseIn) (activities.PhaseOut, error) {
	return call(ctx, phaseOptions(nightQueue(ctx), p.name), p.run, in)
}

// nightQueue is where the activities of nights run: beside the agents, not in line with them.
func nightQueue(ctx workflow.Context) string {
	return night.Queue(workflow.GetInfo(ctx).TaskQueueName)
}

func postAlerts(ctx workflow.Context) (int, error) {
	out, err := call(ctx, postOptions(nightQueue(ctx)), to.PostAlerts, activities.PostAlertsIn{})
	return out.Posted, err
}

// outlasting is longer than any database is away. It must be said: a local activity without
// a limit for all its tries takes that of one try.
const outlasting = 10 * 365 * 24 * time.Hour

// databaseOptions wait for the database: a chain outlasts it, and nothing else could write
// what has happened. A try takes milliseconds; one that takes 10 s is lost.
func databaseOptions(summary string) workflow.LocalActivityOptions {
	return workflow.LocalActivityOptions{
		StartToCloseTimeout:    10 * time.Second,
		ScheduleToCloseTimeout: outlasting,
		Summary:                text.Cut(summary, summaryBytes),
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval:        100 * time.Millisecond,
			BackoffCoefficient:     2,
			MaximumInterval:        5 * time.Second,
			NonRetryableErrorTypes: unhealing(),
		},
	}
}

// patience is how long a finished agent's result may wait for the database, on top of the
// agent's own time. A lost worker is noticed by its heartbeats, not by this.
const patience = 30 * 24 * time.Hour

// heartbeatTimeout is three of RunAgent's heartbeats: within it a lost worker is noticed.
const heartbeatTimeout = 30 * time.Second

// agentOptions retry without end, because only a lost worker or an unavailable database is
// retried: how often an agent may be started again is the activity's to decide.
func agentOptions(seat chain.Seat, summary string) workflow.ActivityOptions {
	return workflow.ActivityOptions{
		TaskQueue:           seat.TaskQueue,
		StartToCloseTimeout: seat.Longest + patience,
		HeartbeatTimeout:    heartbeatTimeout,
		WaitForCancellation: true, // until the agent's processes are gone
		Summary:             summary,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval:        time.Second,
			BackoffCoefficient:     2,
			MaximumInterval:        30 * time.Second,
			NonRetryableErrorTypes: append(unhealing(), string(fault.Internal)),
		},
	}
}

// Bounds of one phase. A page heartbeats, and takes about a second: a phase that is silent
// for a minute hangs, or its worker is lost. Twelve tries wait ten minutes for a database
// that is away. What is not done in an hour is left to the next night, so that ten phases
// are over long before that; a try may take all of the hour, since it heartbeats.
const (
	phaseHeartbeat = time.Minute // more than activities allows a page
	phaseTries     = 12
	phaseLongest   = time.Hour
)

func phaseOptions(queue string, name night.Phase) workflow.ActivityOptions {
	return workflow.ActivityOptions{
		TaskQueue:              queue,
		StartToCloseTimeout:    phaseLongest,
		ScheduleToCloseTimeout: phaseLongest,
		HeartbeatTimeout:       phaseHeartbeat,
		Summary:                string(name),
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval:        time.Second,
			BackoffCoefficient:     4,
			MaximumInterval:        time.Minute,
			MaximumAttempts:        phaseTries,
			NonRetryableErrorTypes: unhealing(),
		},
	}
}

// postOptions try for a day: a receiver may be away over night. Twenty posts of ten seconds
// are over in less than five minutes, with a heartbeat between any two.
func postOptions(queue string) workflow.ActivityOptions {
	return workflow.ActivityOptions{
		TaskQueue:              queue,
		StartToCloseTimeout:    5 * time.Minute,
		ScheduleToCloseTimeout: 24 * time.Hour,
		HeartbeatTimeout:       time.Minute,
		Summary:                "alerts to the webhook",
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval:        time.Second,
			BackoffCoefficient:     2,
			MaximumInterval:        10 * time.Minute,
			NonRetryableErrorTypes: unhealing(),
		},
	}
}

// unhealing are the error types that no retry mends. A panic or an oversized result after
// the agent ran would have it run again and again.
func unhealing() []string {
	return []string{
		string(fault.Invalid), string(fault.NotFound), string(fault.Conflict),
		"PanicError", "payloadSizeError",
	}
}

// startChain starts a chain that continues another, once: a chain of that ID that exists
// already is the same one, started by an earlier try.
func startChain(ctx workflow.Context, s chain.Start) error {
	ctx = workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID:            s.ID,
		WorkflowIDReusePolicy: enums.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
		ParentClosePolicy:     enums.PARENT_CLOSE_POLICY_ABANDON,
		StaticSummary:         s.Summary(),
		TypedSearchAttributes: ChainAttributes(s),
	})
	return started(ctx, workflow.ExecuteChildWorkflow(ctx, Chain, ChainIn{Start: s}))
}

// startHelpRequest starts the workflow of a filed request, which outlives its chain.
func startHelpRequest(ctx workflow.Context, in HelpRequestIn) error {
	ctx = workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID:            in.Request,
		WorkflowIDReusePolicy: enums.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
		ParentClosePolicy:     enums.PARENT_CLOSE_POLICY_ABANDON,
		StaticSummary:         in.summary(),
		TypedSearchAttributes: in.attributes(),
	})
	return started(ctx, workflow.ExecuteChildWorkflow(ctx, HelpRequest, in))
}

func started(ctx workflow.Context, child workflow.ChildWorkflowFuture) error {
	err := child.GetChildWorkflowExecution().Get(ctx, nil)
	if temporal.IsWorkflowExecutionAlreadyStartedError(err) {
		return nil
	}
	return err
}
