package workflows_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"redeye/activities"
	"redeye/domain/fault"
	"redeye/domain/help"
	"redeye/workflows"
)

func request(fatal bool) workflows.HelpRequestIn {
	return workflows.HelpRequestIn{
		Request: "notes-1.3.h1", Chain: "notes-1", Run: "notes-1.3", Workspace: "default",
		Agent: "publisher", Pipeline: "notes", Category: "decision", Summary: "Which version?", Fatal: fatal,
	}
}

// closing is a world in which the first reply closes the request.
func closing() *world {
	var by help.Closed
	close := func(key string, c help.Closed) (activities.CloseRequestOut, error) {
		if by.By != "" {
			return activities.CloseRequestOut{Closed: by, Refused: "already closed by " + by.By}, nil
		}
		by = c
		return activities.CloseRequestOut{Closed: by}, nil
	}
	return &world{
		answer: func(in activities.AnswerRequestIn) (activities.CloseRequestOut, error) {
			return close(in.Key, help.Closed{By: in.Answer.By, Answer: in.Answer.Text, Chain: "linked-" + in.Request})
		},
		resolve: func(in activities.ResolveRequestIn) (activities.CloseRequestOut, error) {
			return close(in.Key, help.Closed{By: in.Resolution.By, Reason: in.Resolution.Reason})
		},
	}
}

// asked runs a request, and names the chains it started.
func asked(t *testing.T, w *world, in workflows.HelpRequestIn, chainIsOpen bool, story func(env *testsuite.TestWorkflowEnvironment)) (*testsuite.TestWorkflowEnvironment, []string) {
	t.Helper()
	env := environment(w)
	var chains []string
	env.OnWorkflow(workflows.Chain, mockAny, mockAny).Return(func(_ workflowContext, in workflows.ChainIn) (workflows.ChainOut, error) {
		chains = append(chains, in.Start.ID)
		return workflows.ChainOut{}, nil
	}).Maybe()
	var gone error
	if !chainIsOpen {
		gone = fmt.Errorf("not found")
	}
	env.OnSignalExternalWorkflow(mockAny, "notes-1", "", workflows.SignalRequestClosed, mockAny).Return(gone).Maybe()
	env.RegisterDelayedCallback(func() { story(env) }, time.Minute)
	env.ExecuteWorkflow(workflows.HelpRequest, in)
	return env, chains
}

func result(t *testing.T, env *testsuite.TestWorkflowEnvironment) workflows.HelpRequestOut {
	t.Helper()
	var out workflows.HelpRequestOut
	require.NoError(t, env.GetWorkflowResult(&out))
	return out
}

func refusals(t *testing.T, env *testsuite.TestWorkflowEnvironment) []workflows.RefusedReply {
	t.Helper()
	v, err := env.QueryWorkflow(workflows.QueryStatus)
	require.NoError(t, err)
	var s workflows.RequestStatus
	require.NoError(t, v.Get(&s))
	return s.Refusals
}

// update sends an update and keeps how it was received.
type update struct {
	rejected, failed error
	out              workflows.HelpRequestOut
}

func (u *update) Accept()          {}
func (u *update) Reject(err error) { u.rejected = err }
func (u *update) Complete(success any, err error) {
	u.failed = err
	if err == nil {
		u.out = success.(workflows.HelpRequestOut)
	}
}

func TestAnAnswerToAFatalRequestStartsTheLinkedChain(t *testing.T) {
	for name, send := range map[string]func(env *testsuite.TestWorkflowEnvironment){
		"by update": func(env *testsuite.TestWorkflowEnvironment) {
			env.UpdateWorkflow(workflows.UpdateAnswer, "u1", &update{}, help.Answer{Text: "1.4.0", By: "Ann"})
		},
		"by signal": func(env *testsuite.TestWorkflowEnvironment) {
			env.SignalWorkflow(workflows.SignalAnswer, help.Answer{Text: "1.4.0", By: "Ann"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			env, chains := asked(t, closing(), request(true), true, send)
			out := result(t, env)
			require.Equal(t, "Ann", out.By)
			require.Equal(t, "1.4.0", out.Answer)
			require.False(t, out.Delivered, "a fatal request's run has ended: its chain has no use for the answer")
			require.Equal(t, []string{"linked-notes-1.3.h1"}, chains)
		})
	}
}

func TestAnAnswerToAnOpenChainIsDelivered(t *testing.T) {
	send := func(env *testsuite.TestWorkflowEnvironment) {
		env.SignalWorkflow(workflows.SignalAnswer, help.Answer{Text: "blue", By: "Ann"})
	}
	env, chains := asked(t, closing(), request(false), true, send)
	require.True(t, result(t, env).Delivered)
	require.Empty(t, chains)

	env, chains = asked(t, closing(), request(false), false, send)
	require.False(t, result(t, env).Delivered)
	require.Len(t, chains, 1, "its chain is gone: the request starts the linked one")
}

func TestTheSecondOfTwoAnswersIsToldOfTheFirst(t *testing.T) {
	var first, second, third update
	env, chains := asked(t, closing(), request(true), false, func(env *testsuite.TestWorkflowEnvironment) {
		env.UpdateWorkflow(workflows.UpdateAnswer, "u1", &first, help.Answer{Text: "1.4.0", By: "Ann"})
		env.UpdateWorkflow(workflows.UpdateAnswer, "u2", &second, help.Answer{Text: "1.5.0", By: "Bob"})
		env.UpdateWorkflow(workflows.UpdateResolve, "u3", &third, help.Resolution{By: "Cem"})
		env.SignalWorkflow(workflows.SignalAnswer, help.Answer{Text: "1.6.0", By: "Dan"})
	})
	require.Equal(t, "Ann", result(t, env).By)
	require.Equal(t, "Ann", first.out.By)
	require.Len(t, chains, 1)
	for _, u := range []update{second, third} {
		err := u.rejected
		if err == nil {
			err = u.failed
		}
		require.ErrorContains(t, err, "Ann")
		require.ErrorContains(t, err, "linked-notes-1.3.h1")
		var application *temporal.ApplicationError
		require.ErrorAs(t, err, &application)
		require.Equal(t, string(fault.Conflict), application.Type())
	}
	late := refusals(t, env)
	require.Len(t, late, 1)
	require.Equal(t, "signal answer", late[0].Name)
	require.Contains(t, late[0].Reason, "Ann")
}

func TestBadRepliesAreRefusedWithAReasonAndTheRequestStaysOpen(t *testing.T) {
	var empty, shape, misspelt update
	env, _ := asked(t, closing(), request(true), false, func(env *testsuite.TestWorkflowEnvironment) {
		env.UpdateWorkflow(workflows.UpdateAnswer, "u1", &empty, help.Answer{})
		env.UpdateWorkflow(workflows.UpdateAnswer, "u2", &shape, "1.4.0")
		env.UpdateWorkflow(workflows.UpdateAnswer, "u3", &misspelt, map[string]string{"anwser": "1.4.0"})
		env.SignalWorkflow(workflows.SignalAnswer, "1.4.0")
		env.SignalWorkflow(workflows.SignalAnswer, nil)
		env.SignalWorkflow("anwser", help.Answer{Text: "1.4.0"})
		env.RegisterDelayedCallback(func() {
			env.SignalWorkflow(workflows.SignalAnswer, help.Answer{Text: "1.4.0", By: "Ann"})
		}, time.Minute)
	})
	for _, u := range []update{empty, shape, misspelt} {
		require.Error(t, u.rejected)
	}
	require.ErrorContains(t, misspelt.rejected, "anwser")
	require.Len(t, refusals(t, env), 3)
	require.Equal(t, "Ann", result(t, env).By)
}

func TestARefusalOfTheDatabaseIsToldAndTheRequestStaysOpen(t *testing.T) {
	w := closing()
	good := w.answer
	w.answer = func(in activities.AnswerRequestIn) (activities.CloseRequestOut, error) {
		if len(in.Answer.Flags) > 0 {
			return activities.CloseRequestOut{}, temporal.NewNonRetryableApplicationError("flag x is not declared", string(fault.Invalid), nil)
		}
		return good(in)
	}
	var u update
	env, _ := asked(t, w, request(true), false, func(env *testsuite.TestWorkflowEnvironment) {
		env.UpdateWorkflow(workflows.UpdateAnswer, "u1", &u, help.Answer{Text: "1.4.0", Flags: map[string]bool{"x": true}})
		env.RegisterDelayedCallback(func() {
			env.SignalWorkflow(workflows.SignalAnswer, help.Answer{Text: "1.4.0", By: "Ann"})
		}, time.Minute)
	})
	require.ErrorContains(t, u.failed, "flag x is not declared")
	require.Equal(t, "Ann", result(t, env).By)
}

// A worker may die between the database's commit and Temporal's: the request then finds
// itself closed by a reply that it does not remember, and acts on that one.
func TestARequestClosedByAReplyItForgotActsOnThatReply(t *testing.T) {
	w := closing()
	_, err := w.answer(activities.AnswerRequestIn{Request: "notes-1.3.h1", Key: "lost", Answer: help.Answer{Text: "1.4.0", By: "Ann"}})
	require.NoError(t, err)
	env, chains := asked(t, w, request(true), false, func(env *testsuite.TestWorkflowEnvironment) {
		env.SignalWorkflow(workflows.SignalAnswer, help.Answer{Text: "1.5.0", By: "Bob"})
	})
	require.Equal(t, "Ann", result(t, env).By)
	require.Len(t, chains, 1)
	require.Len(t, refusals(t, env), 1)
}

func TestAResolvedRequestStartsNothing(t *testing.T) {
	env, chains := asked(t, closing(), request(true), false, func(env *testsuite.TestWorkflowEnvironment) {
		env.SignalWorkflow(workflows.SignalResolve, help.Resolution{By: "Ann", Reason: "not needed"})
	})
	require.Equal(t, "not needed", result(t, env).Reason)
	require.Empty(t, chains)
}

func TestACancelledRequestIsResolved(t *testing.T) {
	env, chains := asked(t, closing(), request(true), false, func(env *testsuite.TestWorkflowEnvironment) { env.CancelWorkflow() })
	require.Contains(t, result(t, env).Reason, "cancelled")
	require.Empty(t, chains)
}

func TestARequestKeepsItsRefusalsThroughAContinueAsNew(t *testing.T) {
	env, _ := asked(t, closing(), request(true), false, func(env *testsuite.TestWorkflowEnvironment) {
		for range workflows.MaxRefusals + 5 {
			env.SignalWorkflow(workflows.SignalAnswer, "bad")
		}
		env.RegisterDelayedCallback(func() {
			env.SetContinueAsNewSuggested(true)
			env.SignalWorkflow(workflows.SignalAnswer, "bad")
		}, time.Minute)
	})
	var again *continueAsNew
	require.True(t, asContinueAsNew(env.GetWorkflowError(), &again))
	require.Len(t, next[workflows.HelpRequestIn](t, again).Refusals, workflows.MaxRefusals)
}
