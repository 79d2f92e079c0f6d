package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"go.temporal.io/sdk/workflow"

	"redeye/activities"
	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/run"
	"redeye/workflows"
)

// idle is an agent that does nothing but hand on, as long as its chain lets it.
type idle struct{}

func (idle) Run(ctx context.Context, _ run.Brief, desk run.Desk) run.Exit {
	_, err := desk.Call(ctx, run.ToolSend, json.RawMessage(`{"to": "worker", "headline": "go on", "body": "the work"}`))
	if err != nil && fault.KindOf(err) != fault.Invalid { // refused at the hop cap: the chain ends
		return run.Exit{Code: 1, Reason: err.Error()}
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

// ThreeActivities does the same work with begin, run and finish as an activity each. Every
// hop is a chain of its own in the database, so that its begin and its finish are a
// transaction each.
func ThreeActivities(ctx workflow.Context, in workflows.ChainIn, hops int) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	in.Start.Plan.Limits.MaxHops = 1
	for hop := range hops {
		s := in.Start
		s.ID = fmt.Sprintf("%s-%d", in.Start.ID, hop)
		if err := threeActivities(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func threeActivities(ctx workflow.Context, s chain.Start) error {
	var to *activities.Activities
	c, step, err := chain.Next(chain.Chain{}, chain.Started{Start: s})
	if err != nil {
		return err
	}
	begin := activities.AdvanceIn{Chain: c.Header, Step: step}
	if err := workflow.ExecuteActivity(ctx, to.Advance, begin).Get(ctx, nil); err != nil {
		return err
	}
	var result run.Result
	agent := activities.RunAgentIn{Run: c.Running[0].Run, Factory: c.Factory, Allowance: c.Allowance(c.Running[0])}
	if err := workflow.ExecuteActivity(ctx, to.RunAgent, agent).Get(ctx, &result); err != nil {
		return err
	}
	c, step, err = chain.Next(c, chain.Landed{Finish: chain.Finish{Run: c.Running[0].Run, Result: result}})
	if err != nil {
		return err
	}
	finish := activities.AdvanceIn{Chain: c.Header, Step: step}
	return workflow.ExecuteActivity(ctx, to.Advance, finish).Get(ctx, nil)
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
