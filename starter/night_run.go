package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"

	"redeye/domain/fault"
	"redeye/workflows"
)

// nightWorkflow is the registered name of the workflow a night is.
const nightWorkflow = "Night"

// nightOptions are the flags of night run.
type nightOptions struct {
	again          string
	follow, noWait bool
}

func (a *app) nightRunCommand() *cobra.Command {
	var o nightOptions
	cmd := a.command("run", "Run a night now, or one again", `
Run starts a night now, waits for it and prints its report. With --again it is the night of
a key: one that was missed is run as if it were then, and one that was partial is repaired,
since no phase does a workspace twice. Ctrl-C ends the waiting and not the night.

It exits 6 when the night is partial.`,
		"starter night run --follow",
		func(ctx context.Context, _ []string) error { return a.runNight(ctx, o, time.Now()) })
	cmd.Flags().StringVar(&o.again, "again", "", "the key of the night to run")
	cmd.Flags().BoolVar(&o.follow, "follow", false, "print each phase as it ends; with --json one object a line")
	cmd.Flags().BoolVar(&o.noWait, "no-wait", false, "print the key, and do not wait")
	completeFlag(cmd, "again", a.completeNights())
	return cmd
}

// nightStarted is what night run prints if it does not wait.
type nightStarted struct {
	Night    time.Time `json:"night"`
	Workflow string    `json:"workflow"`
}

func (a *app) runNight(ctx context.Context, o nightOptions, now time.Time) error {
	key, err := o.key(now)
	if err != nil {
		return err
	}
	// What it did is read from there in the end.
	if _, err := a.database(ctx); err != nil {
		return err
	}
	run, err := a.startNight(ctx, key, o.reuse())
	if err != nil {
		return err
	}
	if o.noWait {
		return a.print(nightStarted{key, run.GetID()}, func(p *page) {
			p.linef("started night %s", nightKey(key))
			p.linef("see what came of it: starter night show %s", nightKey(key))
		})
	}
	a.sayf("started night %s", nightKey(key))
	if o.follow {
		return a.followNight(ctx, run, key)
	}
	if err := run.Get(ctx, nil); err != nil {
		return a.left(ctx, key, err)
	}
	return a.showNight(ctx, key)
}

// key is the night's key: the given one, or now to the second. It is rounded up, since a
// night leaves out what was observed after it.
func (o nightOptions) key(now time.Time) (time.Time, error) {
	now = now.UTC().Add(time.Second - time.Nanosecond).Truncate(time.Second)
	if o.follow && o.noWait {
		return now, fault.Invalidf("--follow waits and --no-wait does not; give one of them")
	}
	if o.again == "" {
		return now, nil
	}
	key, err := parseNight(o.again)
	if err == nil && key.After(now) {
		err = fault.Invalidf("--again %s: that night is yet to come", o.again)
	}
	return key, err
}

// reuse says whether the night may have been before. One that has been does little when it
// is run again, which nobody means who asks for one now.
func (o nightOptions) reuse() enumspb.WorkflowIdReusePolicy {
	if o.again != "" {
		return enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE
	}
	return enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE
}

func (a *app) startNight(ctx context.Context, key time.Time, reuse enumspb.WorkflowIdReusePolicy) (client.WorkflowRun, error) {
	c, err := a.dial(ctx)
	if err != nil {
		return nil, err
	}
	run, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: workflows.NightID(key), TaskQueue: a.taskQueue(),
		// Never twice at once.
		WorkflowIDReusePolicy:                    reuse,
		WorkflowExecutionErrorWhenAlreadyStarted: true,
		WorkflowExecutionTimeout:                 workflows.NightLongest,
		StaticSummary:                            "the night of " + nightKey(key) + ", by hand",
	}, nightWorkflow, workflows.NightIn{Night: &key, Manual: true})
	var running *serviceerror.WorkflowExecutionAlreadyStarted
	if errors.As(err, &running) {
		return nil, alreadyRun(key, reuse)
	}
	return run, fromTemporal(err)
}

func alreadyRun(key time.Time, reuse enumspb.WorkflowIdReusePolicy) error {
	if reuse == enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE {
		return fault.Conflictf("there is a night %s already; run another one a second from now, or that one with --again", nightKey(key))
	}
	return fault.Conflictf("night %s is under way already; see: starter night show %s", nightKey(key), nightKey(key))
}

// left is the error of a wait that ended before the night; nil if a person ended it.
func (a *app) left(ctx context.Context, key time.Time, err error) error {
	if ctx.Err() == nil {
		return fromTemporal(err)
	}
	a.sayf("no longer waiting; night %s goes on, see: starter night show %s", nightKey(key), nightKey(key))
	return nil
}
