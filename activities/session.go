package activities

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/learning"
	"redeye/domain/run"
	"redeye/domain/text"
)

// session is one attempt's desk: it decides each tool call at once, by the same rules
// that its chain will decide by, and keeps the record of it.
type session struct {
	in      RunAgentIn
	attempt int
	peers   []run.Peer
	rules   learning.Rules
	memory  *factory.Memory // nil: the run has none
	store   Runs
	now     func() time.Time
	onFatal func()

	mu       sync.Mutex
	redactor *text.Redactor
	made     int        // calls so far
	pending  []run.Call // of them, those not in the database yet
	closed   bool
	fatal    string // the request that ends this run

	headline string
	sends    []run.Send
	unsent   []run.Unsent
	requests []run.Request
	learned  int
	threads  []string // open ones
	moved    int      // threads that it opened and closed
}

func (t *attempt) newSession(onFatal func()) *session {
	s := &session{
		in:       t.in,
		attempt:  t.started.Attempt,
		peers:    t.peers(),
		rules:    t.factory.Learnings,
		store:    t.Runs,
		now:      t.Now,
		onFatal:  onFatal,
		redactor: text.NewRedactor(),
		threads:  slices.Clone(t.started.Threads),
	}
	if t.factory.Genome.Memory {
		memory := t.factory.Memory.OrDefault()
		s.memory = &memory
	}
	return s
}

// peers are the agents the run has a route to, with what the factory says of them.
func (t *attempt) peers() []run.Peer {
	peers := make([]run.Peer, 0, len(t.in.Allowance.To))
	for _, name := range t.in.Allowance.To {
		peers = append(peers, run.Peer{Name: name, About: t.factory.Agents[name].About})
	}
	return peers
}

// redact sets what knows the agent's secrets, before the agent starts.
func (s *session) redact(r *text.Redactor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.redactor = r
}

// Calls counts the calls made so far.
func (s *session) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.made
}

// Memory reports whether the run has one.
func (s *session) Memory() bool { return s.memory != nil }

// Call decides and records one tool call.
func (s *session) Call(_ context.Context, tool string, args json.RawMessage) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.open(); err != nil {
		return "", err
	}
	s.made++
	made, err := s.decide(tool, args)
	call := run.Call{Seq: s.made, Tool: s.line(tool), At: s.now(), Args: made.record(), Reply: made.reply}
	if err != nil {
		call.Refused, call.Reply = true, s.redactor.Safe(err.Error(), run.ReasonBytes)
		err = fault.Invalidf("%s", call.Reply)
	}
	s.pending = append(s.pending, call)
	return call.Reply, err
}

func (s *session) open() error {
	switch {
	case s.closed:
		return fault.Conflictf("run %s has ended; its tools ended with it", s.in.Run)
	case s.fatal != "":
		return fault.Conflictf("run %s has filed the fatal request %s and ends now; a person's answer will start a new one", s.in.Run, s.fatal)
	case s.made >= run.MaxCalls:
		return fault.Conflictf("run %s has made %d tool calls, which is the most one run may make", s.in.Run, run.MaxCalls)
	}
	return nil
}

// recordEvery is how long a call may wait for the database: a lost worker loses no more.
const recordEvery = 250 * time.Millisecond

// keepRecording writes calls to the database as they come, until the returned function
// is called. What it could not write by then is written with the attempt's end.
func (s *session) keepRecording(ctx context.Context) func() {
	ctx, cancel := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() {
		tick := time.NewTicker(recordEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				s.recordPending(ctx)
			}
		}
	})
	return func() {
		cancel()
		done.Wait()
	}
}

// recordPending writes what is pending. A call that did not get through stays pending:
// writing one twice changes nothing.
func (s *session) recordPending(ctx context.Context) {
	s.mu.Lock()
	calls := s.pending
	s.mu.Unlock()
	if len(calls) == 0 || s.store.RecordCalls(ctx, s.in.Run, s.attempt, calls) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = s.pending[len(calls):]
}
