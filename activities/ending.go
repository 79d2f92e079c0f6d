package activities

import (
	"redeye/domain/factory"
	"redeye/domain/run"
)

// outputBytes bounds a stored stream: the runner keeps half a megabyte, and redaction may lengthen it.
const outputBytes = 1 << 20

// ending closes the desk and sums the attempt up. Everything in it is safe to store.
func (s *session) ending(exit run.Exit, runner factory.Runner) run.Ending {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	exit.Stdout = s.redactor.Safe(exit.Stdout, outputBytes)
	exit.Stderr = s.redactor.Safe(exit.Stderr, outputBytes)
	output, cost := run.ReadOutput(run.Output{Format: runner.Output, ResultKey: runner.ResultKey, CostKey: runner.CostKey}, exit.Stdout)
	if s.headline == "" {
		s.headline = s.otherHeadline(output)
	}
	outcome, reason := s.judge(exit)
	return run.Ending{
		Result: run.Result{
			Attempt: s.attempt, Outcome: outcome, Reason: s.redactor.Safe(reason, run.ReasonBytes),
			Headline: s.headline, Cost: cost,
			Sends: s.sends, Unsent: s.unsent, Requests: s.requests, Learned: s.learned, Threads: s.moved,
		},
		Stdout: exit.Stdout,
		Stderr: exit.Stderr,
		Calls:  s.pending,
	}
}

// otherHeadline is that of a run which reported none: what it asked, where that ended it,
// else the first line it printed.
func (s *session) otherHeadline(output string) string {
	for _, q := range s.requests {
		if q.Fatal {
			return q.Summary
		}
	}
	return s.line(output)
}

// judge is the outcome of the run. A fatal request ends it whatever the process did.
func (s *session) judge(exit run.Exit) (run.Outcome, string) {
	switch {
	case s.fatal != "":
		return run.Halted, endedBy(s.fatal)
	case exit.Ended == run.EndedStopped:
		return run.Halted, "its chain was cancelled"
	}
	return run.Judge(exit)
}

func endedBy(request string) string { return "ended by its fatal request " + request }
