package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/mocks"

	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/genome"
	"redeye/domain/night"
	"redeye/workflows"
)

// half is half past two on a day of October 2026.
func half(day int) time.Time { return time.Date(2026, 10, day, 2, 30, 0, 0, time.UTC) }

// aNight is a night in which consolidation did something and, if it failed, retention failed.
func aNight(key time.Time, failed bool) night.Record {
	span := func(from, to int) night.Span {
		return night.Span{StartedAt: key.Add(time.Duration(from) * time.Second), EndedAt: key.Add(time.Duration(to) * time.Second)}
	}
	report := night.Report{Night: key, Factory: "0123456789abcdef", Phases: []night.PhaseReport{
		{Phase: night.Rescreen, Status: night.Done}, {Phase: night.Consolidate, Status: night.Done}, {Phase: night.Retention, Status: night.Done},
	}}
	report.Phases[0].Status = night.Off
	report.Phases[1].Counts = night.Counts{"births": 2, "refusals": 1, "refreshes": 0}
	if failed {
		report.Phases[2].Status, report.Phases[2].Error = night.Failed, "it took too long: heartbeat"
	}
	ended := key.Add(4 * time.Second)
	return night.Record{Night: key, StartedAt: key, EndedAt: &ended, Status: report.Status(), Report: &report, Spans: []night.Span{span(0, 1), span(1, 3), span(3, 4)}}
}

func TestNightPage(t *testing.T) {
	r := aNight(half(3), true)
	r.Refusals = []night.Refusal{
		{Workspace: "acme", Refused: genome.Refused{
			Refusal: genome.Refusal{Reason: genome.Fact, Because: "holds an amount"},
			Agent:   "editor", Text: "say that it costs 5 €", Observations: []string{"a.1.o1", "a.2.o1"},
		}},
		{Workspace: "acme", Refused: genome.Refused{
			Refusal: genome.Refusal{Reason: genome.Duplicate, Because: "says what a gene of the customer's says", Gene: "g.b"},
			Agent:   "editor", Text: "sign as a team", Observations: []string{"a.3.o1"},
		}},
	}
	l := nightLine{r, stateOf(r, noon)}
	require.Equal(t, `night    2026-10-03T02:30:00Z
state    partial
by       schedule
factory  0123456789ab
started  2026-10-03 02:30:00Z
ended    2026-10-03 02:30:04Z

PHASE        STATUS  TOOK  WHAT
rescreen     off     1s    its flag is off
consolidate  done    2s    births 2, refusals 1
retention    failed  1s    it took too long: heartbeat

refused
  editor in acme: say that it costs 5 €
    fact: it holds an amount; from a.1.o1, a.2.o1
  editor in acme: sign as a team
    duplicate: it says what a gene of the customer's says (g.b); from a.3.o1

run it again: starter night run --again 2026-10-03T02:30:00Z
`, written(func(p *page) { writeNight(p, l) }))
	err := l.verdict()
	require.EqualError(t, err, "night 2026-10-03T02:30:00Z is partial; run it again: starter night run --again 2026-10-03T02:30:00Z")
	require.Equal(t, 6, exitCode(err))
}

func TestANightThatIsUnderWayPage(t *testing.T) {
	r := night.Record{Night: half(3), StartedAt: half(3), Manual: true}
	l := nightLine{r, stateOf(r, half(3).Add(time.Minute))}
	require.Equal(t, `night    2026-10-03T02:30:00Z
state    under way
by       hand
started  2026-10-03 02:30:00Z
`, written(func(p *page) { writeNight(p, l) }))
	require.NoError(t, l.verdict())
}

func TestANightThatLeftNoReportInItsTimeNeverEnded(t *testing.T) {
	r := night.Record{Night: half(3), StartedAt: half(3)}
	require.Equal(t, nightUnderWay, stateOf(r, half(3).Add(workflows.NightLongest)))
	late := nightLine{r, stateOf(r, half(3).Add(workflows.NightLongest+time.Second))}
	require.Equal(t, nightNeverEnded, late.State)
	require.EqualError(t, late.verdict(), "night 2026-10-03T02:30:00Z never ended; run it again: starter night run --again 2026-10-03T02:30:00Z")
	require.NoError(t, nightLine{State: nightFinished}.verdict())
}

func TestNightsPage(t *testing.T) {
	require.Equal(t, "no night has been yet; run one: starter night run\n", written(func(p *page) { writeNights(p, nil) }))
	manual := aNight(noon, false)
	manual.Manual = true
	records := []night.Record{manual, aNight(half(3), true), aNight(half(1), false)}
	lines := withMissed(records, factory.Night{}.OrDefault(), half(4).Add(time.Hour))
	require.Equal(t, `NIGHT                 STATE     BY        STARTED               TOOK  PHASES
2026-10-04T02:30:00Z  due       -         -                     -     -
2026-10-03T12:00:00Z  finished  hand      2026-10-03 12:00:00Z  4s    births 2, refusals 1
2026-10-03T02:30:00Z  partial   schedule  2026-10-03 02:30:00Z  4s    failed: retention
2026-10-02T02:30:00Z  missed    -         -                     -     -
2026-10-01T02:30:00Z  finished  schedule  2026-10-01 02:30:00Z  4s    births 2, refusals 1

run one that was missed, or is not whole: starter night run --again KEY
`, written(func(p *page) { writeNights(p, lines) }))
	whole := withMissed([]night.Record{aNight(half(1), false)}, factory.Night{}.OrDefault(), half(1).Add(time.Hour))
	require.NotContains(t, written(func(p *page) { writeNights(p, whole) }), "--again")
}

func TestMissedNights(t *testing.T) {
	byHand := func(key time.Time) night.Record { return night.Record{Night: key, StartedAt: key, Manual: true} }
	scheduled := func(key time.Time) night.Record { return night.Record{Night: key, StartedAt: key} }
	for name, tc := range map[string]struct {
		records []night.Record
		promise factory.Night
		now     time.Time
		missed  []time.Time
	}{
		"nothing is known before the first night": {now: half(9)},
		"all were":                          {records: []night.Record{scheduled(half(3)), scheduled(half(2))}, now: half(3).Add(time.Hour)},
		"one was not":                       {records: []night.Record{scheduled(half(3)), scheduled(half(1))}, now: half(3), missed: []time.Time{half(2)}},
		"a night by hand makes up for none": {records: []night.Record{byHand(half(2).Add(time.Hour)), scheduled(half(1))}, now: half(2).Add(catchUp), missed: []time.Time{half(2)}},
		"a night that was missed and run again is none":           {records: []night.Record{byHand(half(2)), scheduled(half(1))}, now: half(2).Add(catchUp)},
		"one that still may begin is due":                         {records: []night.Record{scheduled(half(1))}, now: half(2).Add(catchUp - time.Second)},
		"under another time for nights, a day had its night then": {records: []night.Record{scheduled(half(3)), scheduled(half(2))}, promise: factory.Night{Time: "23:00"}, now: half(3).Add(time.Hour)},
	} {
		t.Run(name, func(t *testing.T) {
			var missed []time.Time
			for _, l := range withMissed(tc.records, tc.promise.OrDefault(), tc.now) {
				if l.State == nightMissed {
					missed = append(missed, l.Night)
				}
			}
			require.Equal(t, tc.missed, missed)
		})
	}
}

func TestANightByHandIsKeyedByTheSecond(t *testing.T) {
	for now, want := range map[time.Time]time.Time{noon: noon, noon.Add(time.Nanosecond): at(1), noon.Add(1500 * time.Millisecond): at(2)} {
		key, err := nightOptions{}.key(now)
		require.NoError(t, err)
		require.Equal(t, want, key)
		require.False(t, now.After(key), "what was observed before is in it")
		again, err := nightOptions{again: nightKey(key)}.key(now)
		require.NoError(t, err, "it can be run again at once")
		require.Equal(t, key, again)
	}
	key, err := nightOptions{again: "2026-10-03T04:30:00+02:00"}.key(noon)
	require.NoError(t, err)
	require.Equal(t, half(3), key)
}

// takesNight has the mock's Temporal take a night.
func takesNight(c *mocks.Client, reuse enumspb.WorkflowIdReusePolicy, run client.WorkflowRun, err error) {
	key := half(3)
	c.On("ExecuteWorkflow", mock.Anything, mock.MatchedBy(func(o client.StartWorkflowOptions) bool {
		return o.ID == "night-2026-10-03T02:30:00Z" && o.TaskQueue == "redeye" && o.WorkflowExecutionTimeout == workflows.NightLongest &&
			o.WorkflowIDReusePolicy == reuse && o.WorkflowExecutionErrorWhenAlreadyStarted
	}), "Night", workflows.NightIn{Night: &key, Manual: true}).Return(run, err).Once()
}

func TestANightThatRunsCannotBeStarted(t *testing.T) {
	for _, tc := range []struct {
		options nightOptions
		reuse   enumspb.WorkflowIdReusePolicy
		want    string
	}{
		{
			nightOptions{again: "it"},
			enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
			"night 2026-10-03T02:30:00Z is under way already; see: starter night show 2026-10-03T02:30:00Z",
		},
		{
			nightOptions{},
			enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
			"there is a night 2026-10-03T02:30:00Z already; run another one a second from now, or that one with --again",
		},
	} {
		a, c, _ := withTemporal(t)
		takesNight(c, tc.reuse, nil, serviceerror.NewWorkflowExecutionAlreadyStarted("runs", "", ""))
		_, err := a.startNight(context.Background(), half(3), tc.options.reuse())
		require.EqualError(t, err, tc.want)
		require.Equal(t, fault.Conflict, fault.KindOf(err))
	}
}

func TestAWaitThatAPersonEndsIsNoError(t *testing.T) {
	var talk bytes.Buffer
	a := &app{err: &talk}
	ctx, cancel := context.WithCancel(context.Background())
	require.EqualError(t, a.left(ctx, noon, errors.New("it timed out")), "it timed out")
	cancel()
	require.NoError(t, a.left(ctx, noon, ctx.Err()))
	require.Equal(t, "no longer waiting; night 2026-10-03T12:00:00Z goes on, see: starter night show 2026-10-03T12:00:00Z\n", talk.String())
}

func TestPhasesAreToldOnce(t *testing.T) {
	var out bytes.Buffer
	a := &app{out: &out}
	r := aNight(half(3), true)
	told := 0
	for n := range len(r.Spans) + 1 {
		for range 2 {
			var err error
			told, err = a.tellPhases(workflows.NightStatus{Report: night.Report{Phases: r.Report.Phases[:n]}, Spans: r.Spans[:n]}, told)
			require.NoError(t, err)
		}
	}
	require.Equal(t, 3, told)
	require.Equal(t, `02:30:01  rescreen     off      its flag is off, took 1s
02:30:03  consolidate  done     births 2, refusals 1, took 2s
02:30:04  retention    failed   it took too long: heartbeat, took 1s
`, out.String())
	// A worker that does not answer takes nothing back.
	told, err := a.tellPhases(workflows.NightStatus{}, told)
	require.NoError(t, err)
	require.Equal(t, 3, told)
}

func TestANightIsAskedForItsPhases(t *testing.T) {
	a, c, _ := withTemporal(t)
	run := mocks.NewWorkflowRun(t)
	run.On("GetID").Return("n")
	run.On("GetRunID").Return("r")
	value := mocks.NewEncodedValue(t)
	value.On("Get", mock.Anything).Run(func(args mock.Arguments) {
		r := aNight(half(3), false)
		*args.Get(0).(*workflows.NightStatus) = workflows.NightStatus{Report: *r.Report, Spans: r.Spans}
	}).Return(nil)
	c.On("QueryWorkflow", mock.Anything, "n", "r", "status").Return(value, nil).Once()
	require.Len(t, a.nightSoFar(context.Background(), run).Report.Phases, 3)
	c.On("QueryWorkflow", mock.Anything, "n", "r", "status").Return(nil, serviceerror.NewUnavailable("no poller"))
	require.Empty(t, a.nightSoFar(context.Background(), run).Report.Phases)
}

// endedNight is a night's workflow that has ended, with an error or without.
func endedNight(t *testing.T, err error) client.WorkflowRun {
	run := mocks.NewWorkflowRun(t)
	run.On("GetID").Return("night-2026-10-03T02:30:00Z").Maybe()
	run.On("Get", mock.Anything, nil).Return(err).Maybe()
	return run
}

// rested puts a night on record as its workflow does.
func (d *desk) rested(r night.Record) {
	d.Helper()
	_, err := d.db.OpenNight(d.Context(), r.Night, r.Manual, r.StartedAt)
	require.NoError(d, err)
	if r.Report != nil {
		require.NoError(d, d.db.CloseNight(d.Context(), *r.Report, r.Spans, *r.EndedAt))
	}
}

func TestARunNightIsReported(t *testing.T) {
	d := newDesk(t, factory.Genome{})
	d.rested(aNight(half(3), true))
	const failure = "error: night 2026-10-03T02:30:00Z is partial; run it again: starter night run --again 2026-10-03T02:30:00Z\n"
	c := mocks.NewClient(t)
	run := func(args ...string) said {
		takesNight(c, nightOptions{again: "it"}.reuse(), endedNight(t, nil), nil)
		return d.with(&app{temporal: c}, "", append([]string{"night", "run", "--again", "2026-10-03T02:30:00Z"}, args...)...)
	}
	got := run()
	require.Equal(t, 6, got.code)
	require.Equal(t, "started night 2026-10-03T02:30:00Z\n"+failure, got.stderr)
	require.Contains(t, got.stdout, "\nretention    failed  1s    it took too long: heartbeat\n")

	got = run("--follow")
	require.Equal(t, said{6, `02:30:01  rescreen     off      its flag is off, took 1s
02:30:03  consolidate  done     births 2, refusals 1, took 2s
02:30:04  retention    failed   it took too long: heartbeat, took 1s
02:30:04  night 2026-10-03T02:30:00Z: partial
          all of it: starter night show 2026-10-03T02:30:00Z
`, "started night 2026-10-03T02:30:00Z\n" + failure}, got)

	got = run("--follow", "--json")
	require.Equal(t, 4, strings.Count(got.stdout, "\n"))
	require.Contains(t, got.stdout, `{"event":"phase_ended","phase":{"phase":"rescreen","status":"off"},"span":{"started_at":"2026-10-03T02:30:00Z",`)
	require.Contains(t, got.stdout, `{"event":"night_ended","night":{"night":"2026-10-03T02:30:00Z",`)
	require.Contains(t, got.stderr, `{"error":{"kind":"partial","message":"night 2026-10-03T02:30:00Z is partial;`)

	require.Equal(t, said{0, `started night 2026-10-03T02:30:00Z
see what came of it: starter night show 2026-10-03T02:30:00Z
`, ""}, run("--no-wait"))
	require.Equal(t, said{0, `{
  "night": "2026-10-03T02:30:00Z",
  "workflow": "night-2026-10-03T02:30:00Z"
}
`, ""}, run("--no-wait", "--json"))
}

func TestANightThatFailsAltogetherIsAnError(t *testing.T) {
	d := newDesk(t, factory.Genome{})
	for _, args := range [][]string{{}, {"--follow"}} {
		c := mocks.NewClient(t)
		takesNight(c, nightOptions{again: "it"}.reuse(), endedNight(t, errors.New("it was terminated")), nil)
		got := d.with(&app{temporal: c}, "", append([]string{"night", "run", "--again", "2026-10-03T02:30:00Z"}, args...)...)
		require.Equal(t, said{1, "", "started night 2026-10-03T02:30:00Z\nerror: it was terminated\n"}, got)
	}
}

func TestNightsAreShownAndListed(t *testing.T) {
	d := newDesk(t, factory.Genome{})
	require.Equal(t, said{3, "", "error: there has been no night yet\n"}, d.says("", "night", "show"))
	require.Equal(t, "no night has been yet; run one: starter night run\n", d.ok("night", "list"))
	d.rested(aNight(half(2), true))
	d.rested(aNight(half(3), false))
	require.Contains(t, d.with(&app{}, "", "night", "show").stdout, "night    2026-10-03T02:30:00Z\nstate    finished\n", "the last one")
	got := d.with(&app{}, "", "night", "show", "2026-10-02T02:30:00Z")
	require.Equal(t, 6, got.code)
	require.Contains(t, got.stdout, "state    partial\n")
	require.Equal(t, said{3, "", "error: there was no night at TIME\n"}, d.says("", "night", "show", "2026-10-01T02:30:00Z"))
	var line nightLine
	d.reads(&line, "night", "show")
	require.Equal(t, nightFinished, line.State)
	require.Len(t, line.Report.Phases, 3)

	var lines []nightLine
	d.reads(&lines, "night", "list")
	were := lines[len(lines)-2:]
	require.Equal(t, half(3), were[0].Night)
	require.Equal(t, nightPartial, were[1].State)
	d.reads(&lines, "night", "list", "--limit", "1")
	require.Equal(t, half(3), lines[len(lines)-1].Night)
}

// The factory's [night] is what is promised.
func TestNightsAreMissedByTheCurrentFactory(t *testing.T) {
	d := newDesk(t, factory.Genome{})
	d.rested(aNight(half(1), false))
	lines, err := (&app{db: d.db}).nightLines(t.Context(), 0, half(3))
	require.NoError(t, err)
	require.Len(t, lines, 3, "02:30 in UTC, unless it is said")
	_, f, err := d.db.CurrentFactory(t.Context())
	require.NoError(t, err)
	f.Night = factory.Night{Time: "16:00", Timezone: "Asia/Tokyo"}
	_, _, err = d.db.ApplyFactory(t.Context(), f, "ann", noon)
	require.NoError(t, err)
	lines, err = (&app{db: d.db}).nightLines(t.Context(), 0, half(3))
	require.NoError(t, err)
	require.Len(t, lines, 2)
	require.Equal(t, time.Date(2026, 10, 2, 7, 0, 0, 0, time.UTC), lines[0].Night)
	require.Equal(t, nightMissed, lines[0].State)
}
