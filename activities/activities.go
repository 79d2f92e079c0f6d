// Package activities is where workflows touch the world: one verb a method, every one
// idempotent by a key that is the same on each attempt. A method's name is its wire name.
package activities

import (
	"context"
	"time"

	"redeye/domain/alert"
	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/help"
	"redeye/domain/night"
	"redeye/domain/run"
)

// Activities holds what the activities work with. Every field is required.
type Activities struct {
	Chains   Chains
	Runs     Runs
	Requests Requests
	Nights   Nights
	Genomes  Genomes
	Records  Records
	Outbox   Outbox
	Webhook  Webhook
	Agents   Runner
	Tools    Tools
	// Getenv reads the worker's environment, for the variables a factory lets agents have.
	Getenv func(string) string
	Now    func() time.Time
}

// Chains keeps chains and the factory snapshots they run on.
type Chains interface {
	// Factory returns a snapshot; fault.NotFound if there is none of that digest.
	Factory(ctx context.Context, digest string) (factory.Factory, error)
	// Advance writes a step in one transaction. Writing it again changes nothing.
	Advance(ctx context.Context, h chain.Header, s chain.Step, now time.Time) error
}

// Runs keeps the attempts of runs.
type Runs interface {
	// StartAttempt opens the next attempt of a run, or returns the one it opened before
	// under the same key. Earlier attempts that never ended are recorded interrupted.
	StartAttempt(ctx context.Context, id run.ID, key string, now time.Time) (run.Started, error)
	// RecordCalls adds tool calls to an attempt. Known ones are left as they are.
	RecordCalls(ctx context.Context, id run.ID, attempt int, calls []run.Call) error
	// EndAttempt closes an attempt with its last calls, result and output. It returns
	// fault.Conflict if the attempt has been ended otherwise, as by a later attempt.
	EndAttempt(ctx context.Context, id run.ID, attempt int, end run.Ending, now time.Time) error
	// ReleaseAttempt closes an attempt that its worker gave up on request: it counts
	// as no interruption.
	ReleaseAttempt(ctx context.Context, id run.ID, attempt int, reason string, now time.Time) error
}

// Requests keeps help requests and how they were closed.
type Requests interface {
	// AnswerRequest closes a request with an answer that domain/help accepts. Calling it
	// again with the same key returns the same; with another one it returns how the request
	// stands closed and fault.Conflict that tells who closed it, when, and which chain
	// that started.
	AnswerRequest(ctx context.Context, id, key string, answer help.Answer, now time.Time) (help.Closed, error)
	// ResolveRequest closes a request without an answer, under the same rules.
	ResolveRequest(ctx context.Context, id, key string, resolution help.Resolution, now time.Time) (help.Closed, error)
	// LinkedChain returns the start of the chain that the recorded answer to a request calls for.
	LinkedChain(ctx context.Context, id string) (chain.Start, error)
}

// Nights keeps what nights did.
type Nights interface {
	// OpenNight puts a night on record, and returns the digest of the factory it goes by;
	// empty if there is none. Opening one again returns the same.
	OpenNight(ctx context.Context, key time.Time, manual bool, now time.Time) (factory string, err error)
	// NightCounts sums what a phase has done in a night, over all of its tries.
	NightCounts(ctx context.Context, key time.Time, phase night.Phase) (night.Counts, error)
	// CloseNight keeps a night's report, in place of an earlier one.
	CloseNight(ctx context.Context, r night.Report, spans []night.Span, now time.Time) error
}

// Genomes do the night's work on genomes, a page at a time: one transaction, and
// idempotent by the night, the phase and the workspace.
type Genomes interface {
	RescreenPage(ctx context.Context, p night.Page) (night.Progress, error)
	ConsolidatePage(ctx context.Context, p night.Page) (night.Progress, error)
	VerdictsPage(ctx context.Context, p night.Page) (night.Progress, error)
	FamiliesPage(ctx context.Context, p night.Page) (night.Progress, error)
	CompetencePage(ctx context.Context, p night.Page) (night.Progress, error)
}

// Records do the night's work on what is kept of runs. Their pages are idempotent too, or
// since what is deleted is gone.
type Records interface {
	ThreadsPage(ctx context.Context, p night.Page) (night.Progress, error)
	EpisodesPage(ctx context.Context, p night.Page) (night.Progress, error)
	ScorecardsPage(ctx context.Context, p night.Page) (night.Progress, error)
	RetentionPage(ctx context.Context, p night.Page) (night.Progress, error)
	AlertsPage(ctx context.Context, p night.Page) (night.Progress, error)
}

// Outbox keeps alerts until somebody has taken them.
type Outbox interface {
	// RaisedBy returns the alerts that a night raised.
	RaisedBy(ctx context.Context, key time.Time) ([]alert.Record, error)
	// Unposted returns where alerts go, and at most limit of those that nobody has taken,
	// the oldest first; none if they go nowhere.
	Unposted(ctx context.Context, limit int) (alert.Mail, error)
	// MarkPosted has an alert taken.
	MarkPosted(ctx context.Context, id string, now time.Time) error
}

// Webhook posts alerts.
type Webhook interface {
	// Post returns nil if the receiver took the alert, signed by the secret. It takes ten
	// seconds at most.
	Post(ctx context.Context, address string, secret []byte, a alert.Alert, now time.Time) error
}

// Runner runs one agent process, or whatever stands for it.
type Runner interface {
	// Run returns when the agent and everything it started has ended. A cancelled context
	// stops the agent: SIGTERM, the brief's grace, SIGKILL. It has no error of its own:
	// an agent that cannot be started is an Exit with the reason.
	Run(ctx context.Context, brief run.Brief, desk run.Desk) run.Exit
}

// Tools gives one attempt access to its desk.
type Tools interface {
	// Open makes a token for the desk. Close revokes it and waits for calls under way.
	Open(desk run.Desk) (access run.Access, close func(), err error)
}
