package workflows

import (
	"errors"
	"fmt"
	"slices"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"redeye/activities"
	"redeye/domain/fault"
	"redeye/domain/help"
)

// HelpRequest waits for a person (specification, section 3). It takes an answer or a
// resolution, each as an update and as a signal, and completes with the first that is
// acceptable. Everything else is told to its sender, or kept to be read.
func HelpRequest(ctx workflow.Context, in HelpRequestIn) (HelpRequestOut, error) {
	r := &request{in: in, refusals: in.Refusals, turn: workflow.NewMutex(ctx)}
	if err := r.listen(ctx); err != nil {
		return HelpRequestOut{}, err
	}
	for r.closed == nil && !r.outgrown(ctx) {
		if err := workflow.Await(ctx, func() bool { return r.closed != nil || r.err != nil || len(mail(ctx)) > 0 }); err != nil {
			r.withdraw(uncancelled(ctx))
		}
		r.readMail(ctx)
	}
	return r.leave(ctx)
}

// request is a help request under way.
type request struct {
	in       HelpRequestIn
	closed   *HelpRequestOut
	refusals []RefusedReply
	err      error          // what the request cannot go on from
	turn     workflow.Mutex // one reply at a time
	signals  int            // handled so far; part of the idempotency key of each
}

// reply is one way to close a request: with an answer or with a resolution. Its payload
// is taken raw, since a field misspelt would otherwise decode to an empty answer.
type reply struct {
	name  string
	check func(payload []byte) error
	close func(ctx workflow.Context, request, key string, payload []byte) (activities.CloseRequestOut, error)
}

// replies are the ways to close a request, by the name of their update and signal.
func replies() []reply {
	return []reply{replyWith(UpdateAnswer, help.DecodeAnswer, answerRequest), replyWith(UpdateResolve, help.DecodeResolution, resolveRequest)}
}

func replyWith[T any](
	name string,
	decode func([]byte) (T, error),
	close func(ctx workflow.Context, request, key string, in T) (activities.CloseRequestOut, error),
) reply {
	return reply{
		name:  name,
		check: func(payload []byte) error { _, err := decode(payload); return err },
		close: func(ctx workflow.Context, request, key string, payload []byte) (activities.CloseRequestOut, error) {
			in, err := decode(payload)
			if err != nil {
				return activities.CloseRequestOut{}, err
			}
			return close(ctx, request, key, in)
		},
	}
}

func (r *request) listen(ctx workflow.Context) error {
	workflow.SetCurrentDetails(ctx, requestDetails(r.in, r.closed, r.refusals))
	err := workflow.SetQueryHandler(ctx, QueryStatus, func() (RequestStatus, error) {
		return RequestStatus{Open: r.closed == nil, Closed: r.closed, Refusals: r.refusals}, nil
	})
	for _, p := range replies() {
		err = errors.Join(err, r.takeUpdates(ctx, p))
	}
	return err
}

// takeUpdates tells the sender of an update yes, or why not.
func (r *request) takeUpdates(ctx workflow.Context, p reply) error {
	handler := func(ctx workflow.Context, raw converter.RawValue) (HelpRequestOut, error) {
		key := "update/" + workflow.GetCurrentUpdateInfo(ctx).ID
		if err := r.handle(ctx, p, key, raw.Payload().GetData()); err != nil {
			return HelpRequestOut{}, refusal(err)
		}
		return *r.closed, nil
	}
	validator := func(raw converter.RawValue) error {
		if err := r.stillOpen(); err != nil {
			return refusal(err)
		}
		return refusal(p.check(raw.Payload().GetData()))
	}
	return workflow.SetUpdateHandlerWithOptions(ctx, p.name, handler, workflow.UpdateHandlerOptions{Validator: validator})
}

// handle closes the request with one reply. A reply that comes while another is handled
// waits for its turn, and is then too late. An error says why the reply closed nothing.
func (r *request) handle(ctx workflow.Context, p reply, key string, payload []byte) error {
	if err := r.turn.Lock(uncancelled(ctx)); err != nil {
		return err
	}
	defer r.turn.Unlock()
	if err := r.stillOpen(); err != nil {
		return err
	}
	out, err := p.close(uncancelled(ctx), r.in.Request, key, payload)
	if err != nil {
		return err
	}
	if err := r.settle(uncancelled(ctx), out.Closed); err != nil {
		r.err = err
		return err
	}
	if out.Refused != "" {
		return fault.Conflictf("%s", out.Refused)
	}
	return nil
}

func (r *request) stillOpen() error {
	if r.closed == nil {
		return nil
	}
	return help.AlreadyClosed(r.in.Request, r.closed.Closed)
}

// settle acts on how the request was closed. An answer goes into the chain that asked,
// where that is still open and the request was not fatal; else it starts the linked chain.
func (r *request) settle(ctx workflow.Context, closed help.Closed) error {
	told := r.tellChain(ctx, closed)
	out := HelpRequestOut{Closed: closed, Delivered: told && closed.Answered() && !r.in.Fatal}
	if closed.Answered() && !out.Delivered {
		start, err := linkedChain(ctx, r.in.Request)
		if err != nil {
			return err
		}
		if err := startChain(ctx, start); err != nil {
			return err
		}
	}
	r.closed = &out
	workflow.SetCurrentDetails(ctx, requestDetails(r.in, r.closed, r.refusals))
	return nil
}

// tellChain reports whether the chain that asked was still open to hear of it.
func (r *request) tellChain(ctx workflow.Context, closed help.Closed) bool {
	in := RequestClosedIn{Request: r.in.Request, Answered: closed.Answered()}
	return workflow.SignalExternalWorkflow(ctx, r.in.Chain, "", SignalRequestClosed, in).Get(ctx, nil) == nil
}

// readMail handles every waiting signal. Nobody waits for a reply to one: what is refused
// is kept to be read.
func (r *request) readMail(ctx workflow.Context) {
	for names := mail(ctx); len(names) > 0; names = mail(ctx) {
		for _, name := range names {
			var raw converter.RawValue
			workflow.GetSignalChannel(ctx, name).ReceiveAsync(&raw)
			if err := r.readSignal(ctx, name, raw.Payload().GetData()); err != nil {
				r.refuse(ctx, name, err)
			}
		}
	}
}

func (r *request) readSignal(ctx workflow.Context, name string, payload []byte) error {
	r.signals++
	key := fmt.Sprintf("signal/%s/%d", workflow.GetInfo(ctx).WorkflowExecution.RunID, r.signals)
	for _, p := range replies() {
		if p.name == name {
			return r.handle(ctx, p, key, payload)
		}
	}
	return fault.Invalidf("there is no signal %q; send %s or %s", name, SignalAnswer, SignalResolve)
}

// mail names the signals that wait, of whatever name, in one order on every replay.
func mail(ctx workflow.Context) []string {
	names := workflow.GetUnhandledSignalNames(ctx)
	slices.Sort(names)
	return names
}

func (r *request) refuse(ctx workflow.Context, name string, err error) {
	r.refusals = append(r.refusals, RefusedReply{At: workflow.Now(ctx), Name: "signal " + name, Reason: reason(err)})
	r.refusals = r.refusals[max(0, len(r.refusals)-MaxRefusals):]
	workflow.SetCurrentDetails(ctx, requestDetails(r.in, r.closed, r.refusals))
	workflow.GetLogger(ctx).Info("a reply was refused", "request_id", r.in.Request, "name", name, "reason", reason(err))
}

// withdraw resolves a request whose workflow was cancelled: nobody can answer it any more.
func (r *request) withdraw(ctx workflow.Context) {
	resolution := help.Resolution{Reason: "its workflow was cancelled"}
	out, err := resolveRequest(ctx, r.in.Request, "cancel/"+workflow.GetInfo(ctx).WorkflowExecution.RunID, resolution)
	if err == nil {
		err = r.settle(ctx, out.Closed)
	}
	r.err = errors.Join(r.err, err)
}

func (r *request) outgrown(ctx workflow.Context) bool {
	return r.err != nil || workflow.GetInfo(ctx).GetContinueAsNewSuggested()
}

// leave ends this execution once everybody has had a reply.
func (r *request) leave(ctx workflow.Context) (HelpRequestOut, error) {
	ctx = uncancelled(ctx)
	if err := workflow.Await(ctx, func() bool { return workflow.AllHandlersFinished(ctx) }); err != nil {
		return HelpRequestOut{}, err
	}
	r.readMail(ctx)
	switch {
	case r.closed != nil:
		return *r.closed, nil
	case r.err != nil:
		return HelpRequestOut{}, r.err
	}
	r.in.Refusals = r.refusals
	return HelpRequestOut{}, workflow.NewContinueAsNewError(ctx, HelpRequest, r.in)
}

// whereTo tells a person what became of an answer.
func (o HelpRequestOut) whereTo() string {
	if o.Delivered {
		return fmt.Sprintf("The answer went into the open chain; if its agent does not run again there, chain `%s` starts.", o.Chain)
	}
	return fmt.Sprintf("The answer started chain `%s`.", o.Chain)
}

// refusal is an error as the sender of an update gets it: its kind is the type.
func refusal(err error) error {
	if err == nil {
		return nil
	}
	var application *temporal.ApplicationError
	if errors.As(err, &application) {
		return application
	}
	return temporal.NewNonRetryableApplicationError(reason(err), string(fault.KindOf(err)), nil)
}
