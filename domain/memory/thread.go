package memory

import (
	"time"

	"redeye/domain/fault"
	"redeye/domain/learning"
)

// State is where a thread is in its life.
type State string

// The three states. Nothing leads out of the last two.
const (
	Open    State = "open"
	Closed  State = "closed"
	Expired State = "expired"
)

// Limits of threads (ours).
const (
	// MaxCharacters bounds a thread's text, as a learning's.
	MaxCharacters = 400
	// MaxOpen is how many open threads a run is told, the oldest first, and with how many it
	// may leave its agent.
	MaxOpen = 25
)

// Thread is a matter that an agent left open, for its later runs.
type Thread struct {
	ID       string     `json:"id"` // of the run and the call that opened it
	Text     string     `json:"text"`
	State    State      `json:"state"`
	OpenedBy string     `json:"opened_by"` // the run
	OpenedAt time.Time  `json:"opened_at"`
	EndedBy  string     `json:"ended_by,omitempty"` // a run, a person or a night
	EndedAt  *time.Time `json:"ended_at,omitempty"`
	Note     string     `json:"note,omitempty"` // of whoever closed it
}

// ThreadRecord is a thread with whose it is.
type ThreadRecord struct {
	Thread
	Workspace string `json:"workspace"`
	Agent     string `json:"agent"`
}

// Close is the thread after somebody settled it. One that has ended is fault.Conflict.
func (t Thread) Close(by, note string, at time.Time) (Thread, error) {
	if t.State != Open {
		return Thread{}, fault.Conflictf("thread %s was already %s by %s at %s", t.ID, t.State, t.EndedBy, t.EndedAt.UTC().Format(time.RFC3339))
	}
	t.State, t.EndedBy, t.EndedAt, t.Note = Closed, by, &at, note
	return t, nil
}

// Screen refuses a text that may not become a thread, by the screen of learnings: later runs
// are told it. The error is fault.Invalid and says why, and what is acceptable.
func Screen(text string) error {
	reason := learning.Objection(text, learning.Rules{MaxCharacters: MaxCharacters})
	if reason == "" {
		return nil
	}
	return fault.Invalidf("the thread %s. A thread is one line of plain words about what is left to do, at most %d characters, "+
		"without markup, links, secrets, names of Redeye's tools, or anything that tells a reader what to obey", reason, MaxCharacters)
}
