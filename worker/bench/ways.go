package main

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"go.temporal.io/sdk/workflow"

	"redeye/activities"
	"redeye/domain/chain"
	"redeye/domain/run"
	"redeye/workflows"
)

// idle is an agent that does nothing but hand on, until its chain has had its hops.
type idle struct{ hops int }

func (a idle) Run(ctx context.Context, brief run.Brief, desk run.Desk) run.Exit {
	if brief.Run.Number() < a.hops {
		_, err := desk.Call(ctx, run.ToolSend, json.RawMessage(`{"to": "worker", "headline": "go on", "body": "the work"}`))
		if err != nil {
			return run.Exit{Code: 1, Reason: err.Error()}
		}
	}
	return run.Exit{Stdout: "done\n"}
}

// Floor is the least that a durable chain costs: one activity a hop, which does nothing.
func Floor(ctx workflow.Context, hops int) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	for range hops {
		if err := workflow.ExecuteActivity(ctx, Nothing, "the work").Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// Nothing is the floor's activity.
func Nothing(_ context.Context, work string) (string, error) { return work, nil }

// ThreeActivities runs a chain with the same rules and the same work, but with begin, run
// and finish as an activity each.
func ThreeActivities(ctx workflow.Context, in workflows.ChainIn) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var to *activities.Activities
	c, step, err := chain.Next(chain.Chain{}, chain.Started{Start: in.Start})
	for err == nil && step.End == nil {
		begin := activities.AdvanceIn{Chain: c.Header, Step: chain.Step{Begin: step.Begin}}
		if err := workflow.ExecuteActivity(ctx, to.Advance, begin).Get(ctx, nil); err != nil {
			return err
		}
		r := c.Running[0]
		var result run.Result
		agent := activities.RunAgentIn{Run: r.Run, Factory: c.Factory, Allowance: c.Allowance(r)}
		if err := workflow.ExecuteActivity(ctx, to.RunAgent, agent).Get(ctx, &result); err != nil {
			return err
		}
		c, step, err = chain.Next(c, chain.Landed{Finish: chain.Finish{Run: r.Run, Result: result}})
		finish := activities.AdvanceIn{Chain: c.Header, Step: chain.Step{Finish: step.Finish, Refused: step.Refused, End: step.End}}
		if err := workflow.ExecuteActivity(ctx, to.Advance, finish).Get(ctx, nil); err != nil {
			return err
		}
	}
	return err
}

// trips counts round trips to the database: each query and each batch is one.
type trips struct{ n *atomic.Int64 }

func (t trips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	t.n.Add(1)
	return ctx
}

func (trips) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (t trips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	t.n.Add(1)
	return ctx
}

func (trips) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (trips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}
