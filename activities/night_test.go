package activities_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"redeye/activities"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/night"
)

var key = time.Date(2026, 12, 1, 2, 30, 0, 0, time.UTC)

// pages hands out workspaces w0, w1 and so on, one a page, and can fail at one.
type pages struct {
	activities.Nights
	last   int
	failAt string
	meet   func(ctx context.Context) // what each page meets with
	stop   chan struct{}             // the worker's
	asked  []night.Page
}

func (s *pages) page(ctx context.Context, p night.Page) (night.Progress, error) {
	s.asked = append(s.asked, p)
	if s.meet != nil {
		s.meet(ctx)
	}
	if p.After == s.failAt && s.failAt != "" {
		return night.Progress{}, fault.Unavailablef("no connection")
	}
	n := 0
	if p.After != "" {
		_, _ = fmt.Sscanf(p.After, "w%d", &n)
		n++
	}
	return night.Progress{Cursor: fmt.Sprintf("w%d", n), Done: n == s.last}, nil
}

func (s *pages) RescreenPage(ctx context.Context, p night.Page) (night.Progress, error) {
	return s.page(ctx, p)
}

func (s *pages) ConsolidatePage(ctx context.Context, p night.Page) (night.Progress, error) {
	return s.page(ctx, p)
}

func (s *pages) VerdictsPage(ctx context.Context, p night.Page) (night.Progress, error) {
	return s.page(ctx, p)
}

func (s *pages) FamiliesPage(ctx context.Context, p night.Page) (night.Progress, error) {
	return s.page(ctx, p)
}

func (s *pages) CompetencePage(ctx context.Context, p night.Page) (night.Progress, error) {
	return s.page(ctx, p)
}

func (s *pages) ThreadsPage(ctx context.Context, p night.Page) (night.Progress, error) {
	return s.page(ctx, p)
}

func (s *pages) EpisodesPage(ctx context.Context, p night.Page) (night.Progress, error) {
	return s.page(ctx, p)
}

func (s *pages) ScorecardsPage(ctx context.Context, p night.Page) (night.Progress, error) {
	return s.page(ctx, p)
}

func (s *pages) RetentionPage(ctx context.Context, p night.Page) (night.Progress, error) {
	return s.page(ctx, p)
}

func (s *pages) AlertsPage(ctx context.Context, p night.Page) (night.Progress, error) {
	return s.page(ctx, p)
}

func (s *pages) NightCounts(context.Context, time.Time, night.Phase) (night.Counts, error) {
	return night.Counts{"pages": len(s.asked)}, nil
}

func (s *pages) afters() (after []string) {
	for _, p := range s.asked {
		after = append(after, p.After)
	}
	return after
}

type phaseMethod func(*activities.Activities, context.Context, activities.PhaseIn) (activities.PhaseOut, error)

func (s *pages) run(t *testing.T, f factory.Factory, method phaseMethod, in activities.PhaseIn, cursor ...string) (activities.PhaseOut, error) {
	t.Helper()
	env := (&testsuite.WorkflowTestSuite{}).NewTestActivityEnvironment()
	if s.stop != nil {
		env.SetWorkerStopChannel(s.stop)
	}
	for _, c := range cursor {
		env.SetHeartbeatDetails(c)
	}
	a := &activities.Activities{Nights: s, Genomes: s, Records: s, Outbox: &outbox{}, Chains: shelf{f}, Now: time.Now}
	do := func(ctx context.Context, in activities.PhaseIn) (activities.PhaseOut, error) {
		return method(a, ctx, in)
	}
	env.RegisterActivity(do)
	var out activities.PhaseOut
	value, err := env.ExecuteActivity(do, in)
	if err == nil {
		require.NoError(t, value.Get(&out))
	}
	return out, err
}

var in = activities.PhaseIn{Night: key, Factory: "f1"}

func TestAPhaseWalksEveryPage(t *testing.T) {
	s := &pages{last: 2}
	out, err := s.run(t, factory.Factory{}, (*activities.Activities).Rescreen, in)
	require.NoError(t, err)
	require.Equal(t, activities.PhaseOut{Status: night.Done, Counts: night.Counts{"pages": 3}}, out)
	require.Equal(t, []string{"", "w0", "w1"}, s.afters())
	require.Equal(t, night.Page{Night: key, Factory: "f1", Size: night.PageSize, Rows: night.PageRows}, s.asked[0])
}

func TestATryGoesOnWhereTheLastOneStopped(t *testing.T) {
	s := &pages{last: 3}
	_, err := s.run(t, factory.Factory{}, (*activities.Activities).Retention, in, "w1")
	require.NoError(t, err)
	require.Equal(t, []string{"w1", "w2"}, s.afters())
}

func TestAPageThatFailsEndsTheTry(t *testing.T) {
	s := &pages{last: 3, failAt: "w1"}
	_, err := s.run(t, factory.Factory{}, (*activities.Activities).Rescreen, in)
	require.ErrorContains(t, err, "no connection")
	require.Equal(t, []string{"", "w0", "w1"}, s.afters())
}

func TestPhasesAreOffUnlessTheirFlagsAreOn(t *testing.T) {
	for name, c := range map[string]struct {
		method phaseMethod
		flag   factory.Genome
	}{
		"consolidate": {(*activities.Activities).Consolidate, factory.Genome{Consolidation: true}},
		"verdicts":    {(*activities.Activities).Verdicts, factory.Genome{LeaveOneOut: true}},
		"families":    {(*activities.Activities).Families, factory.Genome{Families: true}},
		"competence":  {(*activities.Activities).Competence, factory.Genome{Competence: true}},
		"threads":     {(*activities.Activities).Threads, factory.Genome{Memory: true}},
		"episodes":    {(*activities.Activities).Episodes, factory.Genome{Memory: true}},
		"scorecards":  {(*activities.Activities).Scorecards, factory.Genome{Scorecards: true}},
		"alerts":      {(*activities.Activities).Alerts, factory.Genome{Alerts: true}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, off := range []activities.PhaseIn{in, {Night: key}} {
				s := &pages{}
				out, err := s.run(t, factory.Factory{}, c.method, off)
				require.NoError(t, err)
				require.Equal(t, activities.PhaseOut{Status: night.Off}, out)
				require.Empty(t, s.asked)
			}
			s := &pages{}
			out, err := s.run(t, factory.Factory{Genome: c.flag}, c.method, in)
			require.NoError(t, err)
			require.Equal(t, night.Done, out.Status)
		})
	}
}

func TestAPhaseIsToldWhatHasFailedBeforeIt(t *testing.T) {
	s := &pages{}
	failed := []night.Failure{{Phase: night.Consolidate, Error: "no connection"}}
	_, err := s.run(t, factory.Factory{Genome: factory.Genome{Alerts: true}}, (*activities.Activities).Alerts,
		activities.PhaseIn{Night: key, Factory: "f1", Failed: failed})
	require.NoError(t, err)
	require.Equal(t, failed, s.asked[0].Failed)
}

func TestAPanicIsAnErrorThatCanBeReported(t *testing.T) {
	s := &pages{meet: func(context.Context) { panic("no gene \xff\x00 of that ID") }}
	_, err := s.run(t, factory.Factory{}, (*activities.Activities).Rescreen, in)
	var application *temporal.ApplicationError
	require.ErrorAs(t, err, &application)
	require.Equal(t, "it panicked: no gene \uFFFD of that ID", application.Message())
	require.True(t, application.NonRetryable())
	require.Len(t, s.asked, 1)
}

func TestAPageMayNotOutlastItsHeartbeat(t *testing.T) {
	s := &pages{meet: func(ctx context.Context) {
		deadline, ok := ctx.Deadline()
		require.True(t, ok)
		require.Less(t, time.Until(deadline), time.Minute)
	}}
	_, err := s.run(t, factory.Factory{}, (*activities.Activities).Rescreen, in)
	require.NoError(t, err)
}

func TestAWorkerThatStopsLeavesTheRestToAnother(t *testing.T) {
	s := &pages{last: 3, stop: make(chan struct{})}
	close(s.stop)
	_, err := s.run(t, factory.Factory{}, (*activities.Activities).Rescreen, in)
	var application *temporal.ApplicationError
	require.ErrorAs(t, err, &application)
	require.False(t, application.NonRetryable())
	require.Equal(t, []string{""}, s.afters(), "the page under way was finished")
}

func TestRetentionDeletesManyAtATime(t *testing.T) {
	s := &pages{}
	_, err := s.run(t, factory.Factory{}, (*activities.Activities).Retention, in)
	require.NoError(t, err)
	require.Equal(t, night.PageDeletes, s.asked[0].Size)
}
