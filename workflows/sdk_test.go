package workflows_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/workflow"

	"redeye/workflows"
)

// Short names of the SDK's, which the stories would drown in.
type (
	workflowContext = workflow.Context
	continueAsNew   = workflow.ContinueAsNewError
)

var mockAny = mock.Anything

// chainItself is Chain under another name, so that a story can mock the chains it starts.
func chainItself(ctx workflow.Context, in workflows.ChainIn) (workflows.ChainOut, error) {
	return workflows.Chain(ctx, in)
}

func asContinueAsNew(err error, to **continueAsNew) bool { return errors.As(err, to) }

// next decodes what an execution that continues as new hands to the next one.
func next[T any](t *testing.T, again *continueAsNew) T {
	t.Helper()
	var v T
	require.NoError(t, converter.GetDefaultDataConverter().FromPayloads(again.Input, &v))
	return v
}
