package workflows

import (
	"encoding/json"
	"errors"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"redeye/activities"
	"redeye/domain/chain"
	"redeye/domain/run"
	"redeye/domain/text"
)

// Chain runs one chain of agents (specification, section 2). It completes when the chain
// finished or ended on a fatal request, fails with the reason when its last run broke, and
// is cancelled when a person cancelled it.
//
// Each run is one coroutine: run the agent, let the domain decide, write the step, begin
// what follows. All state is one value, which a continue-as-new takes along.
func Chain(ctx workflow.Context, in ChainIn) (ChainOut, error) {
	f := &flow{}
	if err := workflow.SetQueryHandler(ctx, QueryStatus, f.status); err != nil {
		return ChainOut{}, err
	}
	workflow.Go(ctx, f.hearPeople)
	if err := f.open(ctx, in); err != nil {
		return ChainOut{}, err
	}
	if err := workflow.Await(uncancelled(ctx), f.landed); err != nil {
		return ChainOut{}, err
	}
	return f.close(ctx)
}

// flow is a chain under way.
type flow struct {
	chain.Chain
	flying int        // runs with a coroutine
	held   bool       // begun runs wait for the next execution
	end    *chain.End // set by the step that ends the chain
	err    error      // what the chain cannot go on from
}

func (f *flow) status() (ChainStatus, error) { return f.Chain, nil }

func (f *flow) landed() bool { return f.flying == 0 || f.err != nil }

// open begins the first run, or goes on with those that a continue-as-new brought along.
func (f *flow) open(ctx workflow.Context, in ChainIn) error {
	if in.Resume != nil {
		f.Chain = *in.Resume
		f.launch(ctx, f.Running)
		return nil
	}
	f.Header = in.Start.Header
	return f.take(ctx, chain.Started{Start: in.Start})
}

// take lets the domain decide what an event makes of the chain, writes the step, files
// the requests in it and launches the runs it began.
func (f *flow) take(ctx workflow.Context, e chain.Event) error {
	next, step, err := chain.Next(f.Chain, e)
	if err != nil {
		return err
	}
	f.Chain = next
	workflow.SetCurrentDetails(ctx, chainDetails(next))
	if step.Empty() {
		return nil
	}
	if err := advance(uncancelled(ctx), f.Header, step); err != nil {
		return err
	}
	if err := f.fileRequests(uncancelled(ctx), step.Finish); err != nil {
		return err
	}
	if step.End != nil {
		f.end = step.End
	}
	f.launch(ctx, next.Running[len(next.Running)-len(step.Begin):])
	return nil
}

// launch gives each run its coroutine. A history grown too long holds them back: they
// start in the next execution.
func (f *flow) launch(ctx workflow.Context, runs []chain.Running) {
	if workflow.GetInfo(ctx).GetContinueAsNewSuggested() && ctx.Err() == nil {
		f.held = true
		return
	}
	for _, r := range runs {
		f.flying++
		workflow.Go(ctx, func(ctx workflow.Context) { f.fly(ctx, r) })
	}
}

// fly takes one run from its agent to its landing.
func (f *flow) fly(ctx workflow.Context, r chain.Running) {
	defer func() { f.flying-- }()
	result := f.runAgent(ctx, r)
	if ctx.Err() != nil && !f.Halting {
		f.err = errors.Join(f.err, f.take(ctx, chain.CancelRequested{}))
	}
	landed := chain.Landed{Finish: chain.Finish{Run: r.Run, Result: result}}
	f.err = errors.Join(f.err, f.take(ctx, landed))
}

// runAgent returns a result in any case: an agent that could not be run has failed.
func (f *flow) runAgent(ctx workflow.Context, r chain.Running) run.Result {
	in := activities.RunAgentIn{Run: r.Run, Factory: f.Factory, Allowance: f.Allowance(r)}
	result, err := runAgent(ctx, f.Plan.Seats[r.To], summary(r), in)
	switch {
	case err == nil:
		return result
	case temporal.IsCanceledError(err) || ctx.Err() != nil:
		return run.Result{Outcome: run.Halted, Reason: "its chain was cancelled"}
	default:
		return run.Result{Outcome: run.Failed, Reason: "its agent could not be run: " + reason(err)}
	}
}

func (f *flow) fileRequests(ctx workflow.Context, done *chain.Finish) error {
	if done == nil {
		return nil
	}
	for _, q := range done.Result.Requests {
		err := startHelpRequest(ctx, HelpRequestIn{
			Request: q.ID, Chain: f.ID, Run: string(done.Run),
			Workspace: f.Workspace, Agent: done.Agent, Pipeline: f.Pipeline,
			Category: q.Category, Summary: q.Summary, Fatal: q.Fatal, FiledAt: workflow.Now(ctx),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// hearPeople takes in which requests of the chain were closed, for as long as it runs.
func (f *flow) hearPeople(ctx workflow.Context) {
	closed := workflow.GetSignalChannel(ctx, SignalRequestClosed)
	for {
		var raw converter.RawValue
		closed.Receive(ctx, &raw)
		f.hear(ctx, raw)
	}
}

// hearTheRest takes in what has come and was not received yet: nothing may be lost to
// the end of this execution.
func (f *flow) hearTheRest(ctx workflow.Context) {
	closed := workflow.GetSignalChannel(ctx, SignalRequestClosed)
	for closed.Len() > 0 {
		var raw converter.RawValue
		closed.ReceiveAsync(&raw)
		f.hear(ctx, raw)
	}
}

func (f *flow) hear(ctx workflow.Context, raw converter.RawValue) {
	var in RequestClosedIn
	if err := json.Unmarshal(raw.Payload().GetData(), &in); err != nil {
		workflow.GetLogger(ctx).Warn("a signal that is not a request's was ignored", "signal", SignalRequestClosed, "error", err)
		return
	}
	f.err = errors.Join(f.err, f.take(ctx, chain.RequestClosed(in)))
}

// close ends this execution: with the chain, or with a further one that goes on.
func (f *flow) close(ctx workflow.Context) (ChainOut, error) {
	f.hearTheRest(ctx)
	if f.held && ctx.Err() != nil {
		f.dropHeld(ctx)
	}
	switch {
	case f.err != nil:
		return ChainOut{}, f.err
	case f.end == nil:
		return ChainOut{}, workflow.NewContinueAsNewError(ctx, Chain, ChainIn{Resume: &f.Chain})
	}
	continuedBy, err := f.startAnswered(uncancelled(ctx))
	if err != nil {
		return ChainOut{}, err
	}
	state := AttributeState.ValueSet(string(f.State()))
	if err := workflow.UpsertTypedSearchAttributes(ctx, state); err != nil {
		return ChainOut{}, err
	}
	return f.out(continuedBy)
}

// dropHeld lands the held runs of a cancelled chain, which no further execution may start.
func (f *flow) dropHeld(ctx workflow.Context) {
	for f.err == nil && len(f.Running) > 0 {
		f.flying++
		f.fly(ctx, f.Running[0])
	}
}

// startAnswered starts the linked chain of every answer that reached no run of this one,
// until no further answer has come meanwhile.
func (f *flow) startAnswered(ctx workflow.Context) ([]string, error) {
	var ids []string
	for ; len(f.Answered) > 0; f.hearTheRest(ctx) {
		start, err := linkedChain(ctx, f.Answered[0].ID)
		if err != nil {
			return nil, err
		}
		if err := startChain(ctx, start); err != nil {
			return nil, err
		}
		f.Answered = f.Answered[1:]
		ids = append(ids, start.ID)
	}
	return ids, nil
}

func (f *flow) out(continuedBy []string) (ChainOut, error) {
	switch f.end.How {
	case chain.Cancelled:
		return ChainOut{}, workflow.ErrCanceled
	case chain.Failed:
		return ChainOut{}, temporal.NewNonRetryableApplicationError(f.end.Reason, string(chain.Failed), nil)
	case chain.Completed:
	}
	last := f.Recent[len(f.Recent)-1]
	return ChainOut{
		State: f.State(), Runs: f.Begun, Headline: last.Headline,
		Request: f.Fatal, ContinuedBy: continuedBy,
	}, nil
}

// uncancelled is a context for what must be written also when the chain was cancelled.
func uncancelled(ctx workflow.Context) workflow.Context {
	ctx, _ = workflow.NewDisconnectedContext(ctx)
	return ctx
}

func summary(r chain.Running) string {
	s := r.To
	if r.Headline != "" {
		s += ": " + r.Headline
	}
	return text.Cut(s, summaryBytes)
}

// reason is the innermost error of an activity, without the wrapping that repeats its name.
func reason(err error) string {
	var application *temporal.ApplicationError
	if errors.As(err, &application) {
		return text.Cut(application.Message(), run.ReasonBytes)
	}
	return text.Cut(err.Error(), run.ReasonBytes)
}
