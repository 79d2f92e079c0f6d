package activities

import (
	"fmt"
	"slices"
	"strings"

	"redeye/domain/fault"
	"redeye/domain/memory"
	"redeye/domain/run"
)

// Threads are opened and closed when the run ends. Until then the session knows which are
// open: those that the run was told, and its own.

func (s *session) openThread(a run.ThreadOpenArgs) (made, error) {
	safe := run.ThreadOpenArgs{Text: s.redactor.Safe(a.Text, run.ReasonBytes)}
	if err := memory.Screen(a.Text); err != nil {
		return made{args: safe}, err
	}
	if safe.Text != a.Text {
		return made{args: safe}, unkeepable()
	}
	if len(s.threads) >= memory.MaxOpen {
		return made{args: safe}, fault.Invalidf("%d threads are open, which is the most; close one first: %s", len(s.threads), strings.Join(s.threads, ", "))
	}
	id := s.in.Run.ThreadID(s.made)
	s.threads, s.moved = append(s.threads, id), s.moved+1
	return made{safe, fmt.Sprintf("Noted as %s. Your later runs are told it until one closes it, for %d days at most.", id, s.memory.ThreadDays)}, nil
}

func (s *session) closeThread(a run.ThreadCloseArgs) (made, error) {
	a.Thread, a.Note = s.line(a.Thread), s.line(a.Note)
	at := slices.Index(s.threads, a.Thread)
	switch {
	case at < 0 && len(s.threads) == 0:
		return made{args: a}, fault.Invalidf("you have no open thread %q: none is open", a.Thread)
	case at < 0:
		return made{args: a}, fault.Invalidf("you have no open thread %q; open are: %s", a.Thread, strings.Join(s.threads, ", "))
	}
	s.threads, s.moved = slices.Delete(s.threads, at, at+1), s.moved+1
	return made{a, "Closed. Your later runs are not told it any more."}, nil
}
