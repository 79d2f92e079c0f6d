package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/mocks"
	"go.temporal.io/sdk/temporal"

	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/help"
	"redeye/workflows"
)

func TestErrorsOfTemporalAreClassified(t *testing.T) {
	refusal := func(kind string) error { return temporal.NewNonRetryableApplicationError("why not", kind, nil) }
	for _, tc := range []struct {
		err  error
		kind fault.Kind
		text string
	}{
		{refusal("conflict"), fault.Conflict, "why not"},
		{refusal("invalid"), fault.Invalid, "why not"},
		{refusal("not_found"), fault.NotFound, "why not"},
		{refusal("unavailable"), fault.Unavailable, "why not"},
		{refusal("internal"), fault.Internal, "why not"},
		{refusal("PanicError"), fault.Internal, "why not"},
		{fmt.Errorf("ask: %w", serviceerror.NewNotFound("no such workflow")), fault.NotFound, "ask: no such workflow"},
		{serviceerror.NewNamespaceNotFound("n"), fault.NotFound, "Namespace n is not found."},
		{serviceerror.NewInvalidArgument("bad"), fault.Invalid, "bad"},
		{serviceerror.NewUnavailable("down"), fault.Unavailable, "down"},
		{serviceerror.NewDeadlineExceeded("late"), fault.Unavailable, "late"},
		{client.NewWorkflowUpdateServiceTimeoutOrCanceledError(context.DeadlineExceeded), fault.Unavailable, ""},
		{context.DeadlineExceeded, fault.Unavailable, "context deadline exceeded"},
		{errors.New("odd"), fault.Internal, "odd"},
	} {
		got := fromTemporal(tc.err)
		require.Equal(t, tc.kind, fault.KindOf(got), "%v", tc.err)
		if tc.text != "" {
			require.Equal(t, tc.text, got.Error())
		}
	}
	require.NoError(t, fromTemporal(nil))
}

// withTemporal is an app whose Temporal is a mock.
func withTemporal(t *testing.T) (*app, *mocks.Client, *bytes.Buffer) {
	c := mocks.NewClient(t)
	var out bytes.Buffer
	return &app{temporal: c, out: &out, err: &bytes.Buffer{}, getenv: func(string) string { return "" }}, c, &out
}

func described(status enumspb.WorkflowExecutionStatus) *client.WorkflowExecutionDescription {
	return &client.WorkflowExecutionDescription{WorkflowExecutionMetadata: client.WorkflowExecutionMetadata{Status: status}}
}

func TestExecution(t *testing.T) {
	for want, tc := range map[chain.Execution]struct {
		description *client.WorkflowExecutionDescription
		err         error
	}{
		chain.ExecutionRunning: {description: described(enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING)},
		chain.ExecutionClosed:  {description: described(enumspb.WORKFLOW_EXECUTION_STATUS_FAILED)},
		chain.ExecutionGone:    {err: serviceerror.NewNotFound("gone")},
	} {
		a, c, _ := withTemporal(t)
		c.On("DescribeWorkflow", mock.Anything, "x", "").Return(tc.description, tc.err)
		got, err := a.execution(context.Background(), "x")
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

func TestRunningChainsAreListedToTheLastPage(t *testing.T) {
	a, c, _ := withTemporal(t)
	page := func(token string, ids ...string) *workflowservice.ListWorkflowExecutionsResponse {
		p := &workflowservice.ListWorkflowExecutionsResponse{NextPageToken: []byte(token)}
		for _, id := range ids {
			p.Executions = append(p.Executions, &workflowpb.WorkflowExecutionInfo{Execution: &commonpb.WorkflowExecution{WorkflowId: id}})
		}
		return p
	}
	c.On("ListWorkflow", mock.Anything, mock.Anything).Return(page("more", "a", "b"), nil).Once()
	c.On("ListWorkflow", mock.Anything, mock.MatchedBy(func(r *workflowservice.ListWorkflowExecutionsRequest) bool {
		return string(r.NextPageToken) == "more" && r.Query == "WorkflowType = 'Chain' AND ExecutionStatus = 'Running'"
	})).Return(page("", "c"), nil).Once()
	got, err := a.runningChains(context.Background())
	require.NoError(t, err)
	require.Equal(t, map[string]bool{"a": true, "b": true, "c": true}, got)
}

func TestCancel(t *testing.T) {
	a, c, out := withTemporal(t)
	c.On("DescribeWorkflow", mock.Anything, "x", "").Return(described(enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING), nil)
	c.On("CancelWorkflow", mock.Anything, "x", "").Return(nil).Once()
	require.NoError(t, a.cancelChain(context.Background(), "x"))
	require.Contains(t, out.String(), "cancelling x")
}

func TestAnEndedChainCannotBeCancelled(t *testing.T) {
	a, c, _ := withTemporal(t)
	c.On("DescribeWorkflow", mock.Anything, "x", "").Return(described(enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED), nil)
	err := a.cancelChain(context.Background(), "x")
	require.EqualError(t, err, "chain x has already ended; see: starter chain show x")
	require.Equal(t, fault.Conflict, fault.KindOf(err))
}

func TestAnUnknownChainCannotBeCancelled(t *testing.T) {
	a, c, _ := withTemporal(t)
	c.On("DescribeWorkflow", mock.Anything, "x", "").Return(nil, serviceerror.NewNotFound("gone"))
	require.Equal(t, fault.NotFound, fault.KindOf(a.cancelChain(context.Background(), "x")))
}

func TestStartRefusesAUsedID(t *testing.T) {
	a, c, _ := withTemporal(t)
	start := chain.Start{Header: chain.Header{ID: "x", Pipeline: "notes", Workspace: "default", Flags: map[string]bool{"b": false, "a": true}}}
	c.On("ExecuteWorkflow", mock.Anything, mock.MatchedBy(func(o client.StartWorkflowOptions) bool {
		return o.ID == "x" && o.TaskQueue == "redeye" && o.StaticSummary == "notes · default · a=true b=false" &&
			o.WorkflowIDReusePolicy == enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE &&
			o.WorkflowExecutionErrorWhenAlreadyStarted && o.TypedSearchAttributes.Size() == 4
	}), "Chain", workflows.ChainIn{Start: start}).Return(nil, serviceerror.NewWorkflowExecutionAlreadyStarted("used", "", ""))
	err := a.execute(context.Background(), start)
	require.EqualError(t, err, "there is a chain x already; see: starter chain show x")
	require.Equal(t, fault.Conflict, fault.KindOf(err))
}

func TestAReplyIsAnUpdateWithAKeyOfItsOwn(t *testing.T) {
	keys := map[string]bool{}
	for range 2 {
		a, c, out := withTemporal(t)
		handle := mocks.NewWorkflowUpdateHandle(t)
		handle.On("Get", mock.Anything, mock.Anything).Run(func(args mock.Arguments) {
			*args.Get(1).(*workflows.HelpRequestOut) = workflows.HelpRequestOut{Closed: help.Closed{
				By: "ann", At: time.Unix(0, 0), Answer: "1.4.0", Chain: "notes-y", Dropped: []string{"old"},
			}}
		}).Return(nil)
		c.On("UpdateWorkflow", mock.Anything, mock.MatchedBy(func(o client.UpdateWorkflowOptions) bool {
			keys[o.UpdateID] = true
			return o.WorkflowID == "q" && o.UpdateName == "answer" && o.WaitForStage == client.WorkflowUpdateStageCompleted
		})).Return(handle, nil)
		require.NoError(t, a.reply(context.Background(), "q", workflows.UpdateAnswer, help.Answer{Text: "1.4.0"}))
		require.Equal(t, `q is answered, by ann at 1970-01-01 00:00:00Z: chain notes-y starts, flags: none
follow it: starter chain follow notes-y
dropped, since the pipeline no longer declares them: old
`, out.String())
	}
	require.Len(t, keys, 2)
	require.NotContains(t, keys, "")
}

func TestARefusedReplyKeepsItsKindAndSentence(t *testing.T) {
	a, c, _ := withTemporal(t)
	c.On("UpdateWorkflow", mock.Anything, mock.Anything).
		Return(nil, temporal.NewNonRetryableApplicationError("request q was already answered by Ann", "conflict", nil))
	err := a.reply(context.Background(), "q", workflows.UpdateAnswer, help.Answer{})
	require.EqualError(t, err, "request q was already answered by Ann")
	require.Equal(t, 4, exitCode(err))
}

func TestRefusedRepliesAreUnknownWithoutAWorker(t *testing.T) {
	a, c, _ := withTemporal(t)
	c.On("QueryWorkflow", mock.Anything, "q", "", "status").Return(nil, serviceerror.NewUnavailable("no poller"))
	_, err := a.refusals(context.Background(), "q")
	require.EqualError(t, err, "no poller")
}
