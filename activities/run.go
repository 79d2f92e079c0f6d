package activities

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/sdk/activity"

	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/run"
	"redeye/domain/text"
)

// RunAgentIn is one begun run. Its prompt waits in the database.
type RunAgentIn struct {
	Run     run.ID `json:"run"`
	Factory string `json:"factory"` // digest of the chain's snapshot
	// Allowance is what the run may send as things stood when it began.
	Allowance chain.Allowance `json:"allowance"`
}

// RunAgent runs one agent once and returns what came of it. An agent that ran and failed
// is a result, not an error: an error means that no agent ran, or that this worker gave
// its attempt up. It is idempotent by the run: what an earlier attempt ended with is
// returned, and one whose worker was lost is started again, at most max_recovery_attempts
// times, and told so.
func (a *Activities) RunAgent(ctx context.Context, in RunAgentIn) (run.Result, error) {
	defer keepAlive(ctx)()
	f, err := a.Chains.Factory(ctx, in.Factory)
	if err != nil {
		return run.Result{}, failure(ctx, err)
	}
	started, err := a.Runs.StartAttempt(ctx, in.Run, attemptKey(ctx), a.Now())
	if err != nil {
		return run.Result{}, failure(ctx, err)
	}
	if started.Result != nil {
		return *started.Result, nil
	}
	t := &attempt{Activities: a, in: in, factory: f, started: started}
	if result, ok := t.settled(); ok {
		return t.end(ctx, run.Ending{Result: result})
	}
	return t.run(ctx)
}

// attemptKey is the same when Temporal delivers one attempt twice, and differs between attempts.
func attemptKey(ctx context.Context) string {
	info := activity.GetInfo(ctx)
	return fmt.Sprintf("%s/%s/%d", info.WorkflowExecution.RunID, info.ActivityID, info.Attempt)
}

// heartbeatEvery is a third of workflows' heartbeat timeout.
const heartbeatEvery = 10 * time.Second

// keepAlive heartbeats from now until the returned function is called: while an agent
// works, and while its result waits for the database. The first is due after one interval:
// sent at once, it would cost every run a write at the server, and prove nothing.
func keepAlive(ctx context.Context) func() {
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(heartbeatEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				activity.RecordHeartbeat(ctx)
			}
		}
	}()
	return func() { close(done) }
}

// attempt is one attempt at a run.
type attempt struct {
	*Activities
	in      RunAgentIn
	factory factory.Factory
	started run.Started
}

// settled returns the result of a run that must not be started again: it has been
// interrupted too often, or the attempt whose worker was lost had already filed the
// request that ends it.
func (t *attempt) settled() (run.Result, bool) {
	if t.started.Last != nil {
		if result, ok := asked(t.in.Run, *t.started.Last); ok {
			return result, true
		}
	}
	most := t.factory.Limits.MaxRecoveryAttempts
	if t.started.Interrupted <= most {
		return run.Result{}, false
	}
	return run.Result{
		Attempt: t.started.Attempt,
		Outcome: run.Interrupted,
		Reason:  fmt.Sprintf("its worker was lost %d times, and max_recovery_attempts is %d", t.started.Interrupted, most),
	}, true
}

// What can stop an agent beside its own time limits.
var (
	errFatal    = errors.New("it filed a fatal request")
	errStopping = errors.New("its worker stops")
)

// fatalGrace is how long an agent may still write after a fatal request, before SIGTERM.
const fatalGrace = 3 * time.Second

func (t *attempt) run(ctx context.Context) (run.Result, error) {
	agentCtx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer onWorkerStop(ctx, func() { stop(errStopping) })()

	desk := t.newSession(func() { time.AfterFunc(fatalGrace, func() { stop(errFatal) }) })
	access, closeTools, err := t.Tools.Open(desk)
	if err != nil {
		return run.Result{}, failure(ctx, err)
	}
	brief, secrets := t.brief(access)
	desk.redact(text.NewRedactor(secrets...))

	stopRecording := desk.keepRecording(ctx)
	exit := t.Agents.Run(agentCtx, brief, desk)
	closeTools()
	stopRecording()

	cause := context.Cause(agentCtx)
	if exit.Ended == run.EndedStopped && errors.Is(cause, errStopping) && desk.fatal == "" {
		return run.Result{}, t.giveUp(ctx)
	}
	return t.end(ctx, desk.ending(exit, t.factory.Runners[t.factory.Agents[t.in.Allowance.Agent].Runner]))
}

// brief is what the runner needs, and the secrets that the agent gets to know by it.
func (t *attempt) brief(access run.Access) (run.Brief, []string) {
	agent := t.in.Allowance.Agent
	b := t.factory.Brief(agent)
	b.Run, b.Attempt, b.Agent, b.Access = t.in.Run, t.started.Attempt, agent, access
	b.Prompt = t.started.Prompt
	if notice := t.notice(); notice != "" {
		b.Prompt += "\n\n" + notice
	}
	b.Budget = t.budget(agent)
	secrets := []string{access.Token}
	var env []string
	for _, name := range b.Env {
		if value := t.Getenv(name); value != "" {
			env = append(env, name+"="+value)
			secrets = append(secrets, value)
		}
	}
	b.Env = env
	return b, secrets
}

func (t *attempt) notice() string {
	if t.started.Last == nil {
		return ""
	}
	return run.Notice(*t.started.Last, t.started.Interrupted)
}

// budget is the lesser of the agent's own and what is left of the chain's fuel.
func (t *attempt) budget(agent string) *run.Money {
	own, left := t.factory.Agents[agent].Budget, t.in.Allowance.FuelLeft()
	if own == nil || left != nil && *left < *own {
		return left
	}
	return own
}

// end stores how the attempt ended. A finished agent has been paid for, so this waits for
// the database as long as the worker lives, which is the one place where an activity
// retries by itself: an error would have Temporal run the agent again.
func (t *attempt) end(ctx context.Context, ending run.Ending) (run.Result, error) {
	ending.Notice = t.notice()
	err := patiently(ctx, func(ctx context.Context) error {
		return t.Runs.EndAttempt(ctx, t.in.Run, t.started.Attempt, ending, t.Now())
	})
	return ending.Result, failure(ctx, err)
}

// giveUp hands the run back so that another worker starts it again.
func (t *attempt) giveUp(ctx context.Context) error {
	const reason = "its worker was stopped"
	err := patiently(ctx, func(ctx context.Context) error {
		return t.Runs.ReleaseAttempt(ctx, t.in.Run, t.started.Attempt, reason, t.Now())
	})
	if err != nil {
		return failure(ctx, err)
	}
	return failure(ctx, fault.Unavailablef(reason))
}
