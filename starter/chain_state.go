package main

import (
	"context"
	"errors"
	"fmt"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"

	"redeye/activities/postgres"
	"redeye/domain/chain"
	"redeye/domain/fault"
)

// chainLine reads one chain and derives its state. A chain that Temporal runs but that
// has not written its first step is a working chain without runs.
func (a *app) chainLine(ctx context.Context, id string) (chainLine, error) {
	db, err := a.database(ctx)
	if err != nil {
		return chainLine{}, err
	}
	record, missing := db.Chain(ctx, id)
	if missing != nil && fault.KindOf(missing) != fault.NotFound {
		return chainLine{}, missing
	}
	if missing == nil && record.Facts.Ended != "" {
		return chainLine{record, chain.StateOf(record.Facts, chain.ExecutionClosed)}, nil
	}
	execution, err := a.execution(ctx, id)
	if err != nil {
		return chainLine{}, err
	}
	if missing != nil && execution == chain.ExecutionGone {
		return chainLine{}, missing
	}
	if execution != chain.ExecutionRunning {
		// It may have ended between the two looks: its end is written before it closes.
		if record, err = db.Chain(ctx, id); err != nil && fault.KindOf(err) != fault.NotFound {
			return chainLine{}, err
		}
	}
	record.ID = id
	return chainLine{record, chain.StateOf(record.Facts, execution)}, nil
}

// derive gives every record its state. Temporal is asked once for all chains that may
// be running; its list lags a little, so those it leaves out are looked at one by one.
func (a *app) derive(ctx context.Context, db *postgres.DB, records []chain.Record) ([]chainLine, error) {
	lines := make([]chainLine, 0, len(records))
	var running map[string]bool
	for _, record := range records {
		if record.Facts.Ended == "" && running == nil {
			var err error
			if running, err = a.runningChains(ctx); err != nil {
				return nil, err
			}
		}
		if record.Facts.Ended == "" && !running[record.ID] {
			line, err := a.chainLine(ctx, record.ID)
			if err != nil {
				return nil, err
			}
			lines = append(lines, line)
			continue
		}
		lines = append(lines, chainLine{record, chain.StateOf(record.Facts, chain.ExecutionRunning)})
	}
	return lines, nil
}

// execution asks Temporal how a chain's workflow stands.
func (a *app) execution(ctx context.Context, id string) (chain.Execution, error) {
	c, err := a.dial(ctx)
	if err != nil {
		return "", err
	}
	description, err := c.DescribeWorkflow(ctx, id, "")
	var gone *serviceerror.NotFound
	if errors.As(err, &gone) {
		return chain.ExecutionGone, nil
	}
	if err != nil {
		return "", fromTemporal(fmt.Errorf("describe chain %s: %w", id, err))
	}
	if description.Status == enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING {
		return chain.ExecutionRunning, nil
	}
	return chain.ExecutionClosed, nil
}

// runningChains are the IDs of all chains that Temporal lists as running.
func (a *app) runningChains(ctx context.Context) (map[string]bool, error) {
	c, err := a.dial(ctx)
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	request := &workflowservice.ListWorkflowExecutionsRequest{
		Query: "WorkflowType = '" + chainWorkflow + "' AND ExecutionStatus = 'Running'",
	}
	for {
		list, err := c.ListWorkflow(ctx, request)
		if err != nil {
			return nil, fromTemporal(fmt.Errorf("list running chains: %w", err))
		}
		for _, e := range list.Executions {
			ids[e.Execution.WorkflowId] = true
		}
		if len(list.NextPageToken) == 0 {
			return ids, nil
		}
		request.NextPageToken = list.NextPageToken
	}
}
