package activities

import (
	"context"
	"time"

	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/help"
)

// AnswerRequestIn is a person's answer to a request.
type AnswerRequestIn struct {
	Request string      `json:"request"`
	Key     string      `json:"key"` // the same on every attempt of one reply
	Answer  help.Answer `json:"answer"`
}

// ResolveRequestIn is a person's word that a request needs no answer.
type ResolveRequestIn struct {
	Request    string          `json:"request"`
	Key        string          `json:"key"`
	Resolution help.Resolution `json:"resolution"`
}

// CloseRequestOut is how a request stands closed.
type CloseRequestOut struct {
	Closed help.Closed `json:"closed"`
	// Refused is why this reply did not close it: another had. Empty if this one did.
	Refused string `json:"refused,omitempty"`
}

// AnswerRequest closes a request with an answer. It is idempotent by the key.
func (a *Activities) AnswerRequest(ctx context.Context, in AnswerRequestIn) (CloseRequestOut, error) {
	return a.closeRequest(ctx, func(now time.Time) (help.Closed, error) {
		return a.Requests.AnswerRequest(ctx, in.Request, in.Key, in.Answer, now)
	})
}

// ResolveRequest closes a request without an answer. It is idempotent by the key.
func (a *Activities) ResolveRequest(ctx context.Context, in ResolveRequestIn) (CloseRequestOut, error) {
	return a.closeRequest(ctx, func(now time.Time) (help.Closed, error) {
		return a.Requests.ResolveRequest(ctx, in.Request, in.Key, in.Resolution, now)
	})
}

// closeRequest returns the standing closure also to the reply that came second: a worker
// may have died between the database's commit and Temporal's, and the workflow then
// learns from the next reply that its request is closed.
func (a *Activities) closeRequest(ctx context.Context, write func(time.Time) (help.Closed, error)) (CloseRequestOut, error) {
	closed, err := write(a.Now())
	if fault.KindOf(err) == fault.Conflict && closed.By != "" {
		return CloseRequestOut{Closed: closed, Refused: err.Error()}, nil
	}
	return CloseRequestOut{Closed: closed}, failure(ctx, err)
}

// LinkedChainIn names an answered request.
type LinkedChainIn struct {
	Request string `json:"request"`
}

// LinkedChainOut is the chain its answer calls for.
type LinkedChainOut struct {
	Start chain.Start `json:"start"`
}

// LinkedChain reads what the chain that continues an answered request starts with.
func (a *Activities) LinkedChain(ctx context.Context, in LinkedChainIn) (LinkedChainOut, error) {
	start, err := a.Requests.LinkedChain(ctx, in.Request)
	return LinkedChainOut{Start: start}, failure(ctx, err)
}
