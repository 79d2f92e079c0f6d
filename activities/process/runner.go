package process

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"redeye/domain/run"
	"redeye/domain/text"
)

// Runner runs agents as processes. Every field is required.
type Runner struct {
	Workdir string   // absolute; a runner's dir is within it
	Base    []string // the environment every agent gets, as NAME=value
	Log     *slog.Logger
}

// Run runs one attempt and returns when its process and everything that process started
// has ended. A cancelled context stops it: SIGTERM, the brief's grace, SIGKILL. A stream
// is returned as it came; one too long to keep is redacted around the place where its
// middle is left out, because a part of a secret is recognised by nobody any more.
func (r *Runner) Run(ctx context.Context, brief run.Brief, desk run.Desk) run.Exit {
	if ctx.Err() != nil {
		return run.Exit{Code: -1, Ended: run.EndedStopped, Reason: stopped}
	}
	s, err := r.prepare(brief)
	if err != nil {
		return notStarted(err)
	}
	defer s.remove()
	a, err := start(s)
	if err != nil {
		return notStarted(err)
	}
	ended, reason := a.watch(ctx, brief, desk)
	exit := a.exit(redactor(brief))
	if ended != run.EndedItself {
		exit.Ended, exit.Reason = ended, reason
	}
	r.Log.Debug("an agent has ended", "run_id", brief.Run, "attempt", brief.Attempt, "code", exit.Code, "ended", exit.Ended)
	return exit
}

// redactor knows what an agent may know: its token and the variables it was allowed.
func redactor(b run.Brief) func(string) string {
	secrets := []string{b.Access.Token}
	for _, entry := range b.Env {
		_, value, _ := strings.Cut(entry, "=")
		secrets = append(secrets, value)
	}
	r := text.NewRedactor(secrets...)
	return func(s string) string { return r.Redact(text.Clean(s)) }
}

// stopped is the reason of a run whose context was cancelled.
const stopped = "it was stopped"

func notStarted(err error) run.Exit {
	return run.Exit{Code: -1, Ended: run.EndedNotStarted, Reason: err.Error()}
}

// watch waits for the agent's end, or asks for it when one of its limits is reached.
func (a *agent) watch(ctx context.Context, brief run.Brief, desk run.Desk) (run.Ended, string) {
	timeout := time.NewTimer(brief.Timeout)
	defer timeout.Stop()
	idle := newIdleness(brief.IdleTimeout, a, desk)
	defer idle.stop()
	for {
		select {
		case <-a.ended:
			return run.EndedItself, ""
		case <-ctx.Done():
			a.stop()
			return run.EndedStopped, stopped
		case <-timeout.C:
			a.stop()
			return run.EndedTimeout, fmt.Sprintf("it ran for longer than its timeout of %s", brief.Timeout)
		case now := <-idle.tick:
			if idle.reached(now) {
				a.stop()
				return run.EndedIdleTimeout, fmt.Sprintf("no output and no tool call for %s, its idle timeout", brief.IdleTimeout)
			}
		}
	}
}

// idleness watches for how long an agent has neither written nor called.
type idleness struct {
	limit  time.Duration
	agent  *agent
	desk   run.Desk
	ticker *time.Ticker
	tick   <-chan time.Time // nil without a limit: never ready
	signs  int64            // of life, so far
	since  time.Time
}

func newIdleness(limit time.Duration, a *agent, desk run.Desk) *idleness {
	i := &idleness{limit: limit, agent: a, desk: desk, since: time.Now()}
	if limit > 0 {
		i.ticker = time.NewTicker(max(10*time.Millisecond, min(limit/10, time.Second)))
		i.tick = i.ticker.C
	}
	return i
}

func (i *idleness) stop() {
	if i.ticker != nil {
		i.ticker.Stop()
	}
}

func (i *idleness) reached(now time.Time) bool {
	signs := i.agent.stdout.written() + i.agent.stderr.written() + int64(i.desk.Calls())
	if signs != i.signs {
		i.signs, i.since = signs, now
	}
	return now.Sub(i.since) >= i.limit
}
