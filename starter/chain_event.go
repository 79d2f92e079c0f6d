package main

import (
	"slices"
	"time"

	"redeye/domain/chain"
	"redeye/domain/help"
	"redeye/domain/run"
)

// event is one thing that happened in a followed chain. Exactly one of its details is
// set, as Event says.
type event struct {
	Event   eventName      `json:"event"`
	At      time.Time      `json:"at,omitzero"`
	Run     *run.Record    `json:"run,omitempty"`
	Request *help.Record   `json:"request,omitempty"`
	Refused *chain.Refused `json:"refused,omitempty"`
	Chain   *chainLine     `json:"chain,omitempty"`
}

// eventName says what happened.
type eventName string

const (
	runBegan      eventName = "run_began"
	runEnded      eventName = "run_ended"
	requestFiled  eventName = "request_filed"
	flightRefused eventName = "flight_refused"
	chainEnded    eventName = "chain_ended"
)

// news is what happened between two looks at a chain, in the order in which it did.
func news(before, now chainDetail) []event {
	var events []event
	for _, r := range now.RunRecords {
		old := find(before.RunRecords, func(o run.Record) bool { return o.ID == r.ID })
		if old == nil {
			events = append(events, event{Event: runBegan, At: r.BeganAt, Run: &r})
		}
		if r.EndedAt != nil && (old == nil || old.EndedAt == nil) {
			events = append(events, event{Event: runEnded, At: *r.EndedAt, Run: &r})
		}
	}
	for _, r := range now.Requests {
		if find(before.Requests, func(o help.Record) bool { return o.ID == r.ID }) == nil {
			events = append(events, event{Event: requestFiled, At: r.FiledAt, Request: &r})
		}
	}
	for _, r := range now.Refusals {
		if find(before.Refusals, func(o chain.Refused) bool { return o.Number == r.Number }) == nil {
			events = append(events, event{Event: flightRefused, At: refusedAt(now, r), Refused: &r})
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return a.At.Compare(b.At) })
	if now.State != chain.Working && before.State != now.State {
		events = append(events, event{Event: chainEnded, At: endOf(now), Chain: &now.chainLine})
	}
	return events
}

// refusedAt is when a flight was refused: at the end of the run that sent it.
func refusedAt(d chainDetail, r chain.Refused) time.Time {
	if r.From == nil {
		return d.StartedAt
	}
	sender := find(d.RunRecords, func(o run.Record) bool { return o.ID == r.From.Run })
	if sender == nil || sender.EndedAt == nil {
		return d.StartedAt
	}
	return *sender.EndedAt
}

func endOf(d chainDetail) time.Time {
	if d.EndedAt == nil {
		return time.Time{}
	}
	return *d.EndedAt
}

// find returns the first element that is wanted; nil if there is none.
func find[T any](list []T, wanted func(T) bool) *T {
	i := slices.IndexFunc(list, wanted)
	if i < 0 {
		return nil
	}
	return &list[i]
}
