package chain

import (
	"slices"

	"redeye/domain/fault"
	"redeye/domain/run"
)

// shown bounds the landed runs and refused flights that a chain keeps to be shown; the
// database has them all.
const shown = 10

// Next is the whole rule of a chain: what an event makes of it, and the step to be
// written for that. It leaves the given chain as it is. An event that is not legal now
// is a fault.Conflict which says what was.
//
// Whoever follows it starts every run of Step.Begin and one HelpRequest for every
// request of Step.Finish once the step is written, and closes after Step.End.
func Next(c Chain, e Event) (Chain, Step, error) {
	m := move{Chain: c.clone()}
	var err error
	switch e := e.(type) {
	case Started:
		err = m.start(e.Start)
	case Landed:
		err = m.land(e.Finish)
	case RequestClosed:
		m.close(e)
	case CancelRequested:
		m.Halting = true
	}
	if err != nil {
		return c, Step{}, err
	}
	return m.Chain, m.step, nil
}

// move is a chain on its way to the next state.
type move struct {
	Chain
	step Step
}

func (m *move) start(s Start) error {
	if m.Begun > 0 || m.Refused > 0 {
		return fault.Conflictf("chain %s: started twice; it has begun %d runs", m.ID, m.Begun)
	}
	m.Header, m.Plan = s.Header, s.Plan
	entry := Flight{To: s.Entry, Headline: s.Headline, Hop: 1, Path: []string{s.Entry}}
	if reason := m.allowance(entry.Hop - 1).declared(s.Entry); reason != "" {
		m.refuse(entry, reason)
		m.end(Failed, reason)
		return nil
	}
	b := Begin{Flight: entry, Body: s.Body, Routes: s.Plan.Routes}
	if s.Continues != nil {
		b.Answers = []string{s.Continues.Request}
	}
	m.begin(b)
	return nil
}

func (m *move) land(f Finish) error {
	at := slices.IndexFunc(m.Running, func(r Running) bool { return r.Run == f.Run })
	if at < 0 {
		return fault.Conflictf("chain %s: run %s ended but is not running; running: %v", m.ID, f.Run, m.runningIDs())
	}
	r := m.Running[at]
	f.Agent = r.To
	m.Running = slices.Delete(m.Running, at, at+1)
	m.step.Finish = &f
	m.book(f)
	m.fly(r, f.Result)
	m.endIfDone()
	return nil
}

// book takes down what a landed run cost, said and asked.
func (m *move) book(f Finish) {
	m.Landed++
	if f.Result.Cost == nil {
		m.UnknownCosts++
	} else {
		m.Spent += *f.Result.Cost
	}
	landed := LandedRun{
		Run: f.Run, Agent: f.Agent, Outcome: f.Result.Outcome,
		Headline: f.Result.Headline, Reason: f.Result.Reason, Cost: f.Result.Cost,
	}
	for _, q := range f.Result.Requests {
		m.Open = append(m.Open, OpenRequest{Request: q, Agent: f.Agent})
		if q.Fatal {
			landed.Fatal = q.ID
		}
	}
	if landed.Fatal != "" && m.Fatal == "" {
		m.Fatal = landed.Fatal
	}
	m.Recent = last(append(m.Recent, landed))
}

// fly begins or refuses the flights of a landed run. Those its agent was refused while
// it ran are on record as refused too.
func (m *move) fly(r Running, result run.Result) {
	for _, u := range result.Unsent {
		m.refuse(m.flight(r, result.Attempt, u.Send), u.Reason)
	}
	for i, s := range result.Sends {
		f := m.flight(r, result.Attempt, s)
		if reason := m.grounded(r, result, f, i); reason != "" {
			m.refuse(f, reason)
			continue
		}
		m.begin(Begin{Flight: f})
	}
}

func (m *move) flight(r Running, attempt int, s run.Send) Flight {
	return Flight{
		To: s.To, Headline: s.Headline,
		From: &Sender{Run: r.Run, Attempt: attempt, Seq: s.Seq},
		Hop:  r.Hop + 1,
		Path: append(slices.Clone(r.Path), s.To),
	}
}

func (m *move) begin(b Begin) {
	m.Begun++
	b.Run = run.NewID(m.ID, m.Begun)
	for _, q := range m.Answered {
		if q.Agent == b.To {
			b.Answers = append(b.Answers, q.ID)
		}
	}
	m.Answered = slices.DeleteFunc(m.Answered, func(q OpenRequest) bool { return q.Agent == b.To })
	m.step.Begin = append(m.step.Begin, b)
	m.Running = append(m.Running, Running{Run: b.Run, To: b.To, Hop: b.Hop, Path: b.Path, Headline: b.Headline})
}

func (m *move) refuse(f Flight, reason string) {
	m.Refused++
	r := Refused{Number: m.Refused, Flight: f, Reason: reason}
	m.step.Refused = append(m.step.Refused, r)
	m.LastRefused = last(append(m.LastRefused, r))
}

// close takes a request off the open ones. Its answer waits for the asking agent's next
// run, but for a fatal request's: that starts a chain of its own at once.
func (m *move) close(e RequestClosed) {
	at := slices.IndexFunc(m.Open, func(q OpenRequest) bool { return q.ID == e.Request })
	if at < 0 {
		return
	}
	q := m.Open[at]
	m.Open = slices.Delete(m.Open, at, at+1)
	if e.Answered && !q.Fatal {
		m.Answered = append(m.Answered, q)
	}
}

func (m *move) endIfDone() {
	if len(m.Running) > 0 {
		return
	}
	l := m.Recent[len(m.Recent)-1]
	switch {
	case m.Halting:
		m.end(Cancelled, "cancelled by a person")
	case m.Fatal != "":
		m.end(Completed, "ended on the fatal request "+m.Fatal)
	case l.Outcome.Broken():
		m.end(Failed, l.Sentence())
	default:
		m.end(Completed, "")
	}
}

func (m *move) end(how Ending, reason string) {
	m.step.End = &End{How: how, Reason: reason}
}

// last keeps the newest entries of a list that only shows.
func last[T any](list []T) []T {
	return list[max(0, len(list)-shown):]
}
