package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"go.temporal.io/sdk/client"

	"redeye/domain/night"
	"redeye/workflows"
)

// nightEvent is one thing that happened in a followed night. Exactly one of its details is
// set, as Event says.
type nightEvent struct {
	Event nightEventName     `json:"event"`
	Phase *night.PhaseReport `json:"phase,omitempty"`
	Span  *night.Span        `json:"span,omitempty"` // the phase's
	Night *nightLine         `json:"night,omitempty"`
}

// nightEventName says what happened.
type nightEventName string

const (
	phaseEnded nightEventName = "phase_ended"
	nightEnded nightEventName = "night_ended"
)

// followNight prints a night's phases as they end, and how the night did.
func (a *app) followNight(ctx context.Context, run client.WorkflowRun, key time.Time) error {
	done := make(chan error, 1)
	go func() { done <- run.Get(ctx, nil) }()
	ticker := time.NewTicker(followEvery)
	defer ticker.Stop()
	told := 0
	for {
		select {
		case err := <-done:
			if err != nil {
				return a.left(ctx, key, err)
			}
			return a.tellEnd(ctx, key, told)
		case <-ticker.C:
		}
		var err error
		if told, err = a.tellPhases(a.nightSoFar(ctx, run), told); err != nil {
			return err
		}
	}
}

// nightSoFar asks a night which phases have had their turn: none, while no worker answers.
func (a *app) nightSoFar(ctx context.Context, run client.WorkflowRun) workflows.NightStatus {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	var status workflows.NightStatus
	value, err := a.temporal.QueryWorkflow(ctx, run.GetID(), run.GetRunID(), workflows.QueryStatus)
	if err != nil || value.Get(&status) != nil {
		return workflows.NightStatus{}
	}
	return status
}

// tellPhases prints the phases after those that are told, and returns how many are then.
func (a *app) tellPhases(s workflows.NightStatus, told int) (int, error) {
	for ; told < len(s.Report.Phases); told++ {
		if err := a.tellNight(nightEvent{Event: phaseEnded, Phase: &s.Report.Phases[told], Span: &s.Spans[told]}); err != nil {
			return told, err
		}
	}
	return told, nil
}

// tellEnd prints what is left to tell once a night is over. It is an error that it is not
// whole.
func (a *app) tellEnd(ctx context.Context, key time.Time, told int) error {
	record, err := a.db.Night(ctx, key)
	if err != nil {
		return err
	}
	if record.Report != nil {
		if _, err := a.tellPhases(workflows.NightStatus{Report: *record.Report, Spans: record.Spans}, told); err != nil {
			return err
		}
	}
	line := nightLine{record, stateOf(record, time.Now())}
	if err := a.tellNight(nightEvent{Event: nightEnded, Night: &line}); err != nil {
		return err
	}
	return line.verdict()
}

func (a *app) tellNight(e nightEvent) error {
	line := newPalette(a.out).nightLine(e)
	if a.json {
		encoded, err := json.Marshal(e)
		if err != nil {
			return err
		}
		line = string(encoded)
	}
	_, err := fmt.Fprintln(a.out, line)
	return err
}

func (p palette) nightLine(e nightEvent) string {
	if e.Phase != nil {
		return fmt.Sprintf("%s  %-12s %s  %s, took %s", p.faint.Render(timeOfDay(e.Span.EndedAt)), e.Phase.Phase,
			p.phase(e.Phase.Status), e.Phase.Did(), e.Span.Took())
	}
	at := e.Night.StartedAt
	if e.Night.EndedAt != nil {
		at = *e.Night.EndedAt
	}
	return fmt.Sprintf("%s  night %s: %s\n%9s all of it: starter night show %s",
		p.faint.Render(timeOfDay(at)), nightKey(e.Night.Night), p.night(e.Night.State), "", nightKey(e.Night.Night))
}

func (p palette) phase(s night.Status) string {
	style := p.good
	if s == night.Failed {
		style = p.bad
	}
	if s == night.Off {
		style = p.faint
	}
	return style.Render(fmt.Sprintf("%-7s", s))
}

func (p palette) night(s nightState) string {
	if s == nightFinished {
		return p.good.Render(string(s))
	}
	return p.bad.Render(string(s))
}
