package activities

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"

	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/night"
	"redeye/domain/run"
	"redeye/domain/text"
)

// OpenNightIn is a night that begins.
type OpenNightIn struct {
	Night  time.Time `json:"night"` // its key
	Manual bool      `json:"manual"`
}

// OpenNightOut is what a night goes by.
type OpenNightOut struct {
	Factory string `json:"factory,omitempty"` // digest; empty if there is none
}

// OpenNight puts a night on record. It is idempotent by its key.
func (a *Activities) OpenNight(ctx context.Context, in OpenNightIn) (OpenNightOut, error) {
	digest, err := a.Nights.OpenNight(ctx, in.Night, in.Manual, a.Now())
	return OpenNightOut{Factory: digest}, failure(ctx, err)
}

// CloseNightIn is a night's report.
type CloseNightIn struct {
	Report night.Report `json:"report"`
	Spans  []night.Span `json:"spans"`
}

// CloseNightOut is empty.
type CloseNightOut struct{}

// CloseNight keeps a night's report.
func (a *Activities) CloseNight(ctx context.Context, in CloseNightIn) (CloseNightOut, error) {
	return CloseNightOut{}, failure(ctx, a.Nights.CloseNight(ctx, in.Report, in.Spans, a.Now()))
}

// PhaseIn is one phase's turn in a night.
type PhaseIn struct {
	Night   time.Time `json:"night"`
	Factory string    `json:"factory,omitempty"`
	// Failed are the phases that have failed before it.
	Failed []night.Failure `json:"failed,omitempty"`
}

// PhaseOut is what came of it.
type PhaseOut struct {
	Status night.Status `json:"status"`
	Counts night.Counts `json:"counts,omitempty"`
}

// Rescreen takes revoked evidence from genes, and screens the live ones again.
func (a *Activities) Rescreen(ctx context.Context, in PhaseIn) (PhaseOut, error) {
	return a.turn(ctx, in, phase{name: night.Rescreen, page: a.Genomes.RescreenPage, size: night.PageSize})
}

// Consolidate makes genes of observations, if the factory has it on.
func (a *Activities) Consolidate(ctx context.Context, in PhaseIn) (PhaseOut, error) {
	on := func(g factory.Genome) bool { return g.Consolidation }
	return a.turn(ctx, in, phase{name: night.Consolidate, flag: on, page: a.Genomes.ConsolidatePage, size: night.PageSize})
}

// Verdicts judges genes by the runs that were left without one.
func (a *Activities) Verdicts(ctx context.Context, in PhaseIn) (PhaseOut, error) {
	on := func(g factory.Genome) bool { return g.LeaveOneOut }
	return a.turn(ctx, in, phase{name: night.Verdicts, flag: on, page: a.Genomes.VerdictsPage, size: night.PageSize})
}

// Families proposes to share what several agents have learned.
func (a *Activities) Families(ctx context.Context, in PhaseIn) (PhaseOut, error) {
	on := func(g factory.Genome) bool { return g.Families }
	return a.turn(ctx, in, phase{name: night.Families, flag: on, page: a.Genomes.FamiliesPage, size: night.PageSize})
}

// Competence counts what was accepted and rejected.
func (a *Activities) Competence(ctx context.Context, in PhaseIn) (PhaseOut, error) {
	on := func(g factory.Genome) bool { return g.Competence }
	return a.turn(ctx, in, phase{name: night.Competence, flag: on, page: a.Genomes.CompetencePage, size: night.PageSize})
}

// Threads has open threads expire.
func (a *Activities) Threads(ctx context.Context, in PhaseIn) (PhaseOut, error) {
	on := func(g factory.Genome) bool { return g.Memory }
	return a.turn(ctx, in, phase{name: night.Threads, flag: on, page: a.Records.ThreadsPage, size: night.PageDeletes})
}

// Episodes deletes old episodes.
func (a *Activities) Episodes(ctx context.Context, in PhaseIn) (PhaseOut, error) {
	on := func(g factory.Genome) bool { return g.Memory }
	return a.turn(ctx, in, phase{name: night.Episodes, flag: on, page: a.Records.EpisodesPage, size: night.PageDeletes})
}

// Scorecards makes the cards of the days that are over.
func (a *Activities) Scorecards(ctx context.Context, in PhaseIn) (PhaseOut, error) {
	on := func(g factory.Genome) bool { return g.Scorecards }
	return a.turn(ctx, in, phase{name: night.Scorecards, flag: on, page: a.Records.ScorecardsPage, size: night.PageSize})
}

// Retention deletes history, and what nobody is told any more.
func (a *Activities) Retention(ctx context.Context, in PhaseIn) (PhaseOut, error) {
	return a.turn(ctx, in, phase{name: night.Retention, page: a.Records.RetentionPage, size: night.PageDeletes})
}

// phase is how one phase is done.
type phase struct {
	name night.Phase
	flag func(factory.Genome) bool // nil: always on
	page func(context.Context, night.Page) (night.Progress, error)
	size int
}

// turn gives a phase its turn, unless its flag is off. A panic is an error whose text can be
// reported, whatever bytes it has.
func (a *Activities) turn(ctx context.Context, in PhaseIn, ph phase) (out PhaseOut, err error) {
	defer func() {
		if p := recover(); p != nil {
			activity.GetLogger(ctx).Error("a phase of the night panicked", "phase", ph.name, "stack", string(debug.Stack()))
			out, err = PhaseOut{}, panicked(p)
		}
	}()
	on, err := a.isOn(ctx, in, ph)
	if err != nil || !on {
		return PhaseOut{Status: night.Off}, failure(ctx, err)
	}
	if err := a.walk(ctx, in, ph); err != nil {
		return PhaseOut{}, err
	}
	counts, err := a.Nights.NightCounts(ctx, in.Night, ph.name)
	return PhaseOut{Status: night.Done, Counts: counts}, failure(ctx, err)
}

// panicked is a fault in Redeye: trying again would meet it again.
func panicked(p any) error {
	message := text.NewRedactor().Safe(fmt.Sprint("it panicked: ", p), run.ReasonBytes)
	return temporal.NewNonRetryableApplicationError(message, string(fault.Internal), nil)
}

// isOn asks the night's factory. Without one every flag is off.
func (a *Activities) isOn(ctx context.Context, in PhaseIn, ph phase) (bool, error) {
	if ph.flag == nil {
		return true, nil
	}
	if in.Factory == "" {
		return false, nil
	}
	f, err := a.Chains.Factory(ctx, in.Factory)
	return err == nil && ph.flag(f.Genome), err
}

// pageLongest is less than workflows' heartbeat timeout for phases: a page that hangs has
// let go of its locks before the next try begins.
const pageLongest = 50 * time.Second

// walk does a phase page by page. Each page is a heartbeat with the cursor after it, so
// that a try goes on where the last one stopped. A worker that is asked to stop leaves the
// rest to another.
func (a *Activities) walk(ctx context.Context, in PhaseIn, ph phase) error {
	p := night.Page{Night: in.Night, Factory: in.Factory, After: cursor(ctx), Failed: in.Failed, Size: ph.size, Rows: night.PageRows}
	for {
		progress, err := bounded(ctx, ph, p)
		if err != nil || progress.Done {
			return failure(ctx, err)
		}
		p.After = progress.Cursor
		activity.RecordHeartbeat(ctx, p.After)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-activity.GetWorkerStopChannel(ctx):
			return failure(ctx, fault.Unavailablef("its worker was stopped"))
		default:
		}
	}
}

func bounded(ctx context.Context, ph phase, p night.Page) (night.Progress, error) {
	ctx, cancel := context.WithTimeout(ctx, pageLongest)
	defer cancel()
	return ph.page(ctx, p)
}

// cursor is where the last try stopped; empty for the first.
func cursor(ctx context.Context) (after string) {
	if activity.HasHeartbeatDetails(ctx) && activity.GetHeartbeatDetails(ctx, &after) != nil {
		return ""
	}
	return after
}
