package activities

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"redeye/domain/fault"
	"redeye/domain/help"
	"redeye/domain/learning"
	"redeye/domain/run"
	"redeye/domain/text"
)

// made is a tool call on its way into the record: its arguments without secrets, and
// what the agent is told.
type made struct {
	args  any
	reply string
}

// record writes the arguments as JSON. They are plain structs or a string: they always marshal.
func (m made) record() string {
	b, _ := json.Marshal(m.args)
	return string(b)
}

// maxRequests bounds what one run may ask of people: nobody answers more.
const maxRequests = 20

// decide makes one call. An error is the reason why it has no effect.
func (s *session) decide(tool string, args json.RawMessage) (made, error) {
	if s.Memory() && tool == run.ToolThreadOpen {
		return with(s, args, s.openThread)
	}
	if s.Memory() && tool == run.ToolThreadClose {
		return with(s, args, s.closeThread)
	}
	switch tool {
	case run.ToolSend:
		return with(s, args, s.send)
	case run.ToolPeers:
		return with(s, args, s.listPeers)
	case run.ToolHelp:
		return with(s, args, s.help)
	case run.ToolLearn:
		return with(s, args, s.learn)
	case run.ToolReport:
		return with(s, args, s.report)
	case run.ToolStatus:
		return with(s, args, s.status)
	}
	var names []string
	for _, t := range run.Tools(s.Memory()) {
		names = append(names, t.Name)
	}
	return s.raw(args), fault.Invalidf("there is no tool %q; the tools are: %s", tool, strings.Join(names, ", "))
}

// with reads the arguments strictly and makes the call. Arguments that cannot be read are
// recorded as they came.
func with[Args any](s *session, raw json.RawMessage, call func(Args) (made, error)) (made, error) {
	var args Args
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = json.RawMessage("{}")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&args); err != nil {
		return s.raw(raw), fault.Invalidf("the arguments cannot be read: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return call(args)
}

func (s *session) raw(args json.RawMessage) made {
	return made{args: s.redactor.Safe(string(args), run.ReasonBytes)}
}

func (s *session) send(a run.SendArgs) (made, error) {
	a.To, a.Headline = s.line(a.To), s.line(a.Headline)
	if len(a.Body) > run.BodyBytes {
		a.Body = ""
		return made{args: a}, fault.Invalidf("the body is longer than %d bytes; write it to a file and send the file's name", run.BodyBytes)
	}
	// Redaction may lengthen a text, never to twice its size.
	a.Body = s.redactor.Safe(a.Body, 2*run.BodyBytes)
	send := run.Send{Seq: s.made, To: a.To, Headline: a.Headline}
	if reason := s.in.Allowance.Refusal(a.To, len(s.sends)); reason != "" {
		if len(s.unsent) < run.MaxUnsent {
			s.unsent = append(s.unsent, run.Unsent{Send: send, Reason: reason})
		}
		return made{args: a}, fault.Invalidf("%s", reason)
	}
	s.sends = append(s.sends, send)
	return made{a, fmt.Sprintf("Taken. It starts a run of %s when your run has ended.", a.To)}, nil
}

func (s *session) help(a run.HelpArgs) (made, error) {
	category, err := help.ParseCategory(a.Category)
	a.Summary = s.redactor.Safe(a.Summary, help.TextBytes)
	a.Detail = s.redactor.Safe(a.Detail, help.TextBytes)
	a.Category = s.line(a.Category)
	switch {
	case err != nil:
		return made{args: a}, err
	case strings.TrimSpace(a.Summary) == "":
		return made{args: a}, fault.Invalidf("the summary is empty; put the question into it, in a sentence")
	case len(s.requests) >= maxRequests:
		return made{args: a}, fault.Invalidf("this run has filed %d requests, which is the most one run may file", maxRequests)
	}
	a.Category = string(category)
	request := run.Request{
		ID: s.in.Run.RequestID(s.made), Seq: s.made,
		Category: a.Category, Summary: s.line(a.Summary), Fatal: a.Fatal,
	}
	s.requests = append(s.requests, request)
	if !a.Fatal {
		return made{a, fmt.Sprintf("Filed as %s. Go on without an answer as well as you can.", request.ID)}, nil
	}
	s.fatal = request.ID
	s.onFatal()
	return made{a, fmt.Sprintf("Filed as %s. Your run ends now: stop, and send nothing more. A person's answer will start a new run.", request.ID)}, nil
}

func (s *session) learn(a run.LearnArgs) (made, error) {
	safe := run.LearnArgs{Text: s.redactor.Safe(a.Text, run.ReasonBytes)}
	if err := learning.Screen(a.Text, s.rules); err != nil {
		return made{args: safe}, err
	}
	if safe.Text != a.Text {
		return made{args: safe}, unkeepable()
	}
	s.learned++
	return made{safe, "Noted. Your later runs are told it, for a while."}, nil
}

func unkeepable() error {
	return fault.Invalidf("the text holds a secret or characters that cannot be kept; say it in plain words, without them")
}

func (s *session) report(a run.ReportArgs) (made, error) {
	a.Headline = s.line(a.Headline)
	if a.Headline == "" {
		return made{args: a}, fault.Invalidf("the headline is empty; say in one line what this run has done")
	}
	s.headline = a.Headline
	return made{a, "Noted."}, nil
}

func (s *session) listPeers(a run.NoArgs) (made, error) {
	if len(s.peers) == 0 {
		return made{a, "You have a route to no agent: your work ends the line."}, nil
	}
	var b strings.Builder
	for _, p := range s.peers {
		fmt.Fprintf(&b, "%s: %s\n", p.Name, p.About)
	}
	return made{a, b.String()}, nil
}

func (s *session) status(a run.NoArgs) (made, error) {
	have := s.in.Allowance
	fuel := "not metered"
	if left := have.FuelLeft(); left != nil {
		fuel = fmt.Sprintf("%s of %s", *left, *have.Limits.Fuel)
	}
	return made{a, fmt.Sprintf("run %s, attempt %d\nhops: this is %d of %d\nruns: %d of %d begun\nfuel left: %s\nflights sent: %d of %d\n",
		s.in.Run, s.attempt, have.Hops, have.Limits.MaxHops, have.Runs, have.Limits.MaxRuns, fuel, len(s.sends), have.Limits.FanOut)}, nil
}

// line is a text as one short line that may leave the worker.
func (s *session) line(t string) string {
	return headline(s.redactor.Safe(t, run.BodyBytes))
}

// headline cuts a safe text to one short line.
func headline(safe string) string {
	return text.Cut(text.FirstLine(safe), run.HeadlineBytes)
}

// asked returns the result of a run whose lost attempt had filed the fatal request that
// ends it: people may have it before them already. Its learnings stand with it.
func asked(id run.ID, lost run.Attempt) (run.Result, bool) {
	result := run.Result{Attempt: lost.Number, Outcome: run.Halted}
	fatal := false
	for _, c := range lost.Calls {
		switch {
		case c.Refused:
		case c.Tool == run.ToolLearn:
			result.Learned++
		case c.Tool == run.ToolThreadOpen, c.Tool == run.ToolThreadClose:
			result.Threads++
		case c.Tool == run.ToolHelp:
			var a run.HelpArgs
			if json.Unmarshal([]byte(c.Args), &a) != nil {
				continue
			}
			request := run.Request{ID: id.RequestID(c.Seq), Seq: c.Seq, Category: a.Category, Summary: headline(a.Summary), Fatal: a.Fatal}
			result.Requests = append(result.Requests, request)
			fatal = fatal || a.Fatal
		}
	}
	if !fatal {
		return run.Result{}, false
	}
	at := slices.IndexFunc(result.Requests, func(q run.Request) bool { return q.Fatal })
	result.Reason = endedBy(result.Requests[at].ID)
	return result, true
}
