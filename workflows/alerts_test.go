package workflows_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"redeye/activities"
	"redeye/domain/fault"
	"redeye/workflows"
)

// posts runs PostAlerts against answers of its activity, one for each try.
func posts(t *testing.T, answers ...any) (*testsuite.TestWorkflowEnvironment, *int) {
	t.Helper()
	env := (&testsuite.WorkflowTestSuite{}).NewTestWorkflowEnvironment()
	tries := 0
	env.RegisterActivityWithOptions(func(context.Context, activities.PostAlertsIn) (activities.PostAlertsOut, error) {
		answer := answers[min(tries, len(answers)-1)]
		tries++
		if n, ok := answer.(int); ok {
			return activities.PostAlertsOut{Posted: n}, nil
		}
		return activities.PostAlertsOut{}, temporal.NewApplicationError(answer.(string), string(fault.Unavailable), nil)
	}, activity.RegisterOptions{Name: "PostAlerts"})
	env.SetTestTimeout(time.Minute)
	env.ExecuteWorkflow(workflows.PostAlerts)
	require.True(t, env.IsWorkflowCompleted())
	return env, &tries
}

func TestAlertsArePostedUntilNoneIsLeft(t *testing.T) {
	env, tries := posts(t, 20, 3, 0)
	require.NoError(t, env.GetWorkflowError())
	var out workflows.PostAlertsOut
	require.NoError(t, env.GetWorkflowResult(&out))
	require.Equal(t, 23, out.Posted)
	require.Equal(t, 3, *tries)
}

func TestAWebhookThatFailsIsTriedAgain(t *testing.T) {
	env, tries := posts(t, "the webhook answered 500", "the webhook did not answer", 1, 0)
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, 4, *tries)
}

// The suite gives up sooner than a server would.
func TestAWebhookThatNeverTakesOneFailsTheWorkflow(t *testing.T) {
	env, tries := posts(t, "the webhook answered 500")
	require.ErrorContains(t, env.GetWorkflowError(), "the webhook answered 500")
	require.Greater(t, *tries, 5)
}
