package alert

import (
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strings"
	"time"
)

// Rule says what an alert is about.
type Rule string

// The rules.
const (
	Injection   Rule = "injection"    // the screen caught a text
	HarmStop    Rule = "harm_stop"    // a gene did harm, and was retired
	AcceptRate  Rule = "accept_rate"  // fewer outputs are accepted, beyond chance
	OpenRequest Rule = "open_request" // a fatal request waits for more than a day
	FuelUnknown Rule = "fuel_unknown" // fuel is metered, and runs had no known cost
	PhaseFailed Rule = "phase_failed" // of a night
	NoNight     Rule = "no_night"     // none began for 26 hours
)

// Rules are all of them, in the order in which they are shown.
func Rules() []Rule {
	return []Rule{Injection, HarmStop, AcceptRate, OpenRequest, FuelUnknown, PhaseFailed, NoNight}
}

// Alert is something that a person should know of.
type Alert struct {
	ID string `json:"id"`
	// Cause is why there is this alert: there is one for each, ever.
	Cause string `json:"cause"`
	Rule  Rule   `json:"rule"`
	// Workspace and Agent are whose it is; empty where it concerns all.
	Workspace string    `json:"workspace"`
	Agent     string    `json:"agent"`
	Text      string    `json:"text"` // says where to look
	RaisedAt  time.Time `json:"raised_at"`
}

// Record is an alert with what became of it.
type Record struct {
	Alert
	PostedAt       *time.Time `json:"posted_at,omitempty"`
	AcknowledgedAt *time.Time `json:"acknowledged_at,omitempty"`
	AcknowledgedBy string     `json:"acknowledged_by,omitempty"`
}

// of makes the alert of a cause, which is the rule and what it is about.
func (r Rule) of(asOf time.Time, workspace, agent, text string, about ...string) Alert {
	cause := strings.Join(append([]string{string(r)}, about...), "/")
	sum := sha256.Sum256([]byte(cause))
	return Alert{
		ID:    "a." + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10])),
		Cause: cause, Rule: r, Workspace: workspace, Agent: agent, Text: text, RaisedAt: asOf.UTC(),
	}
}

// Found is what a night looks at. Lists are in any order.
type Found struct {
	Caught    []Caught
	Harmful   []Harmful
	Rates     []Rates
	Requests  []Request
	Unmetered []Unmetered
	Failures  []Failure
}

// Raise makes alerts of what a night found, in the order of their causes, each cause once.
func Raise(f Found, asOf time.Time) []Alert {
	alerts := slices.Concat(
		raise(f.Caught, asOf), raise(f.Harmful, asOf), raise(f.Rates, asOf),
		raise(f.Requests, asOf), raise(f.Unmetered, asOf), raise(f.Failures, asOf),
	)
	slices.SortStableFunc(alerts, func(a, b Alert) int { return strings.Compare(a.Cause, b.Cause) })
	return slices.CompactFunc(alerts, func(a, b Alert) bool { return a.Cause == b.Cause })
}

// finding is one thing that was found; it is an alert, or it is none.
type finding interface {
	alert(asOf time.Time) (a Alert, is bool)
}

func raise[F finding](found []F, asOf time.Time) []Alert {
	var alerts []Alert
	for _, f := range found {
		if a, is := f.alert(asOf); is {
			alerts = append(alerts, a)
		}
	}
	return alerts
}

// Mail is what is to be posted.
type Mail struct {
	Address string
	Secret  []byte // signs it
	Alerts  []Alert
}
