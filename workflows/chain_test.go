package workflows_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"redeye/activities"
	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/run"
	"redeye/workflows"
)

// world is what the workflows touch, kept in memory: each story says what its agents do,
// and looks at what was written.
type world struct {
	mu    sync.Mutex
	agent func(ctx context.Context, in activities.RunAgentIn) (run.Result, error)
	ran   []run.ID
	steps []chain.Step
	// advance fails a step, if it is set and returns an error.
	advance func(activities.AdvanceIn) error
	// answer and resolve close a request.
	answer  func(activities.AnswerRequestIn) (activities.CloseRequestOut, error)
	resolve func(activities.ResolveRequestIn) (activities.CloseRequestOut, error)
}

func (w *world) Advance(_ context.Context, in activities.AdvanceIn) (activities.AdvanceOut, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.advance != nil {
		if err := w.advance(in); err != nil {
			return activities.AdvanceOut{}, err
		}
	}
	w.steps = append(w.steps, in.Step)
	return activities.AdvanceOut{}, nil
}

func (w *world) RunAgent(ctx context.Context, in activities.RunAgentIn) (run.Result, error) {
	w.mu.Lock()
	w.ran = append(w.ran, in.Run)
	w.mu.Unlock()
	return w.agent(ctx, in)
}

func (w *world) AnswerRequest(_ context.Context, in activities.AnswerRequestIn) (activities.CloseRequestOut, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.answer(in)
}

func (w *world) ResolveRequest(_ context.Context, in activities.ResolveRequestIn) (activities.CloseRequestOut, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.resolve(in)
}

func (w *world) LinkedChain(_ context.Context, in activities.LinkedChainIn) (activities.LinkedChainOut, error) {
	s := start()
	s.ID = "linked-" + in.Request
	s.Continues = &chain.Link{Chain: "notes-1", Request: in.Request}
	return activities.LinkedChainOut{Start: s}, nil
}

func (w *world) end() *chain.End {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.steps {
		if s.End != nil {
			return s.End
		}
	}
	return nil
}

func environment(w *world) *testsuite.TestWorkflowEnvironment {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	env := suite.NewTestWorkflowEnvironment()
	env.RegisterActivity(w)
	env.RegisterWorkflow(workflows.Chain)
	env.RegisterWorkflow(workflows.HelpRequest)
	env.SetTestTimeout(20 * time.Second)
	return env
}

func start(change ...func(*chain.Start)) chain.Start {
	s := chain.Start{
		Header: chain.Header{ID: "notes-1", Workspace: "default", Pipeline: "notes", Factory: "digest"},
		Plan: chain.Plan{
			Limits: chain.DefaultLimits(),
			Seats:  map[string]chain.Seat{"a": {Longest: time.Minute}, "b": {Longest: time.Minute}},
			Routes: map[string][]string{"a": {"b"}, "b": {"a"}},
		},
		Entry: "a", Headline: "go",
	}
	for _, f := range change {
		f(&s)
	}
	return s
}

func sends(to ...string) run.Result {
	r := run.Result{Attempt: 1, Outcome: run.Succeeded, Headline: "done"}
	for i, name := range to {
		r.Sends = append(r.Sends, run.Send{Seq: i + 1, To: name})
	}
	return r
}

// handOver lets each run send to the other agent, for so many runs.
func handOver(runs int) func(context.Context, activities.RunAgentIn) (run.Result, error) {
	next := map[string]string{"a": "b", "b": "a"}
	return func(_ context.Context, in activities.RunAgentIn) (run.Result, error) {
		if in.Run.Number() >= runs {
			return sends(), nil
		}
		return sends(next[in.Allowance.Agent]), nil
	}
}

func status(t *testing.T, env *testsuite.TestWorkflowEnvironment) workflows.ChainStatus {
	t.Helper()
	v, err := env.QueryWorkflow(workflows.QueryStatus)
	require.NoError(t, err)
	var s workflows.ChainStatus
	require.NoError(t, v.Get(&s))
	return s
}

func TestAChainRunsItsAgentsInTurnAndCompletes(t *testing.T) {
	w := &world{agent: handOver(3)}
	env := environment(w)
	env.ExecuteWorkflow(workflows.Chain, workflows.ChainIn{Start: start()})

	require.True(t, env.IsWorkflowCompleted())
	require.NoError(t, env.GetWorkflowError())
	var out workflows.ChainOut
	require.NoError(t, env.GetWorkflowResult(&out))
	require.Equal(t, workflows.ChainOut{State: chain.Finished, Runs: 3, Headline: "done"}, out)
	require.Equal(t, []run.ID{"notes-1.1", "notes-1.2", "notes-1.3"}, w.ran)
	require.Len(t, w.steps, 4, "the start and three landings, one step each")
	require.Equal(t, &chain.End{How: chain.Completed}, w.end())
	s := status(t, env)
	require.Equal(t, chain.Finished, s.State())
	require.Len(t, s.Recent, 3)
}

func TestFlightsOfOneRunRunAtOnce(t *testing.T) {
	var together sync.WaitGroup
	together.Add(2)
	w := &world{agent: func(_ context.Context, in activities.RunAgentIn) (run.Result, error) {
		if in.Allowance.Agent == "a" {
			return sends("b", "b"), nil
		}
		together.Done()
		together.Wait()
		return sends(), nil
	}}
	env := environment(w)
	env.ExecuteWorkflow(workflows.Chain, workflows.ChainIn{Start: start()})
	require.NoError(t, env.GetWorkflowError())
	require.Len(t, w.ran, 3)
}

func TestAChainWhoseLastRunBrokeFailsWithTheReason(t *testing.T) {
	w := &world{agent: func(context.Context, activities.RunAgentIn) (run.Result, error) {
		return run.Result{Attempt: 1, Outcome: run.Failed, Reason: "exit code 7"}, nil
	}}
	env := environment(w)
	env.ExecuteWorkflow(workflows.Chain, workflows.ChainIn{Start: start()})
	require.ErrorContains(t, env.GetWorkflowError(), "run notes-1.1 of a failed: exit code 7")
	require.Equal(t, chain.Failed, w.end().How)
}

func TestAnAgentThatCannotBeRunIsAFailedRun(t *testing.T) {
	w := &world{agent: func(context.Context, activities.RunAgentIn) (run.Result, error) {
		return run.Result{}, temporal.NewNonRetryableApplicationError("no such snapshot", string(fault.NotFound), nil)
	}}
	env := environment(w)
	env.ExecuteWorkflow(workflows.Chain, workflows.ChainIn{Start: start()})
	require.ErrorContains(t, env.GetWorkflowError(), "its agent could not be run: no such snapshot")
	require.Equal(t, run.Failed, w.steps[1].Finish.Result.Outcome)
}

func TestALostDatabaseIsWaitedForAndNoAgentRunsTwice(t *testing.T) {
	failures := 0
	w := &world{agent: handOver(2)}
	w.advance = func(in activities.AdvanceIn) error {
		if in.Step.Finish != nil && failures < 40 {
			failures++
			return temporal.NewApplicationError("connection refused", string(fault.Unavailable))
		}
		return nil
	}
	env := environment(w)
	env.ExecuteWorkflow(workflows.Chain, workflows.ChainIn{Start: start()})
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, 40, failures)
	require.Equal(t, []run.ID{"notes-1.1", "notes-1.2"}, w.ran)
}

func TestACancelledChainStopsItsAgentsAndRecordsIt(t *testing.T) {
	w := &world{}
	env := environment(w)
	w.agent = func(_ context.Context, in activities.RunAgentIn) (run.Result, error) {
		if in.Allowance.Agent == "a" {
			return sends("b"), nil
		}
		env.CancelWorkflow()
		return run.Result{Attempt: 1, Outcome: run.Halted, Reason: "its chain was cancelled"}, nil
	}
	env.ExecuteWorkflow(workflows.Chain, workflows.ChainIn{Start: start()})
	require.True(t, temporal.IsCanceledError(env.GetWorkflowError()))
	require.Equal(t, chain.Cancelled, w.end().How)
	require.Equal(t, chain.Halted, status(t, env).State())
}

func TestAFatalRequestEndsTheChainAndOutlivesIt(t *testing.T) {
	w := &world{agent: func(context.Context, activities.RunAgentIn) (run.Result, error) {
		return run.Result{
			Attempt: 1, Outcome: run.Halted,
			Requests: []run.Request{{ID: "notes-1.1.h1", Category: "decision", Summary: "Which version?", Fatal: true}},
		}, nil
	}}
	env := environment(w)
	var filed workflows.HelpRequestIn
	env.OnWorkflow(workflows.HelpRequest, mockAny, mockAny).Return(func(_ workflowContext, in workflows.HelpRequestIn) (workflows.HelpRequestOut, error) {
		filed = in
		return workflows.HelpRequestOut{}, nil
	})
	env.ExecuteWorkflow(workflows.Chain, workflows.ChainIn{Start: start()})
	var out workflows.ChainOut
	require.NoError(t, env.GetWorkflowResult(&out))
	require.Equal(t, chain.AwaitingHuman, out.State)
	require.Equal(t, "notes-1.1.h1", out.Request)
	require.Equal(t, "a", filed.Agent)
	require.True(t, filed.Fatal)
}

func TestAnAnswerThatReachesNoRunStartsTheLinkedChain(t *testing.T) {
	w := &world{agent: func(_ context.Context, in activities.RunAgentIn) (run.Result, error) {
		r := sends("b")
		if in.Allowance.Agent == "a" {
			r.Requests = []run.Request{{ID: "q", Category: "other", Summary: "?"}}
			return r, nil
		}
		return sends(), nil
	}}
	env := environment(w)
	env.OnWorkflow(workflows.HelpRequest, mockAny, mockAny).Return(workflows.HelpRequestOut{}, nil)
	var linked []string
	env.OnWorkflow(workflows.Chain, mockAny, mockAny).Return(func(_ workflowContext, in workflows.ChainIn) (workflows.ChainOut, error) {
		linked = append(linked, in.Start.ID)
		return workflows.ChainOut{}, nil
	})
	w.advance = func(in activities.AdvanceIn) error {
		if in.Step.Finish != nil && in.Step.Finish.Agent == "b" {
			env.SignalWorkflow(workflows.SignalRequestClosed, workflows.RequestClosedIn{Request: "q", Answered: true})
		}
		return nil
	}
	env.ExecuteWorkflow(chainItself, workflows.ChainIn{Start: start()})
	var out workflows.ChainOut
	require.NoError(t, env.GetWorkflowResult(&out))
	require.Equal(t, []string{"linked-q"}, out.ContinuedBy)
	require.Equal(t, []string{"linked-q"}, linked)
}

// The same story, cut by a continue-as-new after each number of rounds, ends the same.
func TestAContinueAsNewLosesNothing(t *testing.T) {
	for rounds := 1; rounds <= 3; rounds++ {
		t.Run(fmt.Sprint(rounds), func(t *testing.T) {
			w := &world{agent: handOver(6)}
			in := workflows.ChainIn{Start: start()}
			for executions := 1; ; executions++ {
				env := environment(w)
				landed := 0
				w.advance = func(s activities.AdvanceIn) error {
					if s.Step.Finish != nil {
						landed++
					}
					env.SetContinueAsNewSuggested(landed >= rounds)
					return nil
				}
				env.ExecuteWorkflow(workflows.Chain, in)
				var again *continueAsNew
				if !asContinueAsNew(env.GetWorkflowError(), &again) {
					require.NoError(t, env.GetWorkflowError())
					require.Equal(t, (6+rounds-1)/rounds, executions)
					break
				}
				in = next[workflows.ChainIn](t, again)
			}
			require.Len(t, w.ran, 6)
			require.Len(t, w.steps, 7)
			require.Equal(t, &chain.End{How: chain.Completed}, w.end())
		})
	}
}
