package main

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/activities/postgres/postgrestest"
	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/learning"
	"redeye/domain/night"
	"redeye/domain/run"
)

// desk is a person at the command line, with a database of their own and no Temporal.
type desk struct {
	*testing.T
	db     *postgres.DB
	digest string
}

func newDesk(t *testing.T, rules factory.Genome) *desk {
	t.Parallel()
	d := &desk{T: t, db: postgrestest.New(t)}
	d.applies(rules)
	return d
}

func (d *desk) applies(rules factory.Genome) {
	d.Helper()
	digest, _, err := d.db.ApplyFactory(d.Context(), factory.Factory{
		Name: "notes", Limits: chain.DefaultLimits(), Learnings: learning.Defaults(), Genome: rules,
		Runners:   map[string]factory.Runner{"sh": {Command: []string{"sh"}}},
		Agents:    map[string]factory.Agent{"editor": {Prompt: "You edit.", Runner: "sh"}, "critic": {Prompt: "You judge.", Runner: "sh"}},
		Pipelines: map[string]factory.Pipeline{"notes": {Entry: "editor"}},
	}, "ann", noon)
	require.NoError(d, err)
	d.digest = digest
}

// says is one invocation; what it wrote is without times, since commands go by the clock.
func (d *desk) says(stdin string, args ...string) said {
	d.Helper()
	got := d.with(&app{}, stdin, args...)
	return said{got.code, clockless(got.stdout), clockless(got.stderr)}
}

// with is one invocation of an app that may have a Temporal.
func (d *desk) with(a *app, stdin string, args ...string) said {
	d.Helper()
	var stdout, stderr bytes.Buffer
	a.db, a.in, a.out, a.err, a.getenv = d.db, strings.NewReader(stdin), &stdout, &stderr, func(string) string { return "" }
	err := a.invoke(d.Context(), args)
	return said{exitCode(err), stdout.String(), stderr.String()}
}

// ok is an invocation that must succeed; what it wrote.
func (d *desk) ok(args ...string) string {
	d.Helper()
	got := d.says("", args...)
	require.Zero(d, got.code, got.stderr)
	return got.stdout
}

// columns is ok for a table: without times, its columns are as far apart as they are wide.
func (d *desk) columns(args ...string) string {
	d.Helper()
	return regexp.MustCompile(`(TIME|OPENED|ENDED) +`).ReplaceAllStringFunc(d.ok(args...), func(cell string) string {
		return (strings.TrimSpace(cell) + strings.Repeat(" ", 8))[:8]
	})
}

// reads decodes the JSON of an invocation that must succeed.
func (d *desk) reads(into any, args ...string) {
	d.Helper()
	got := d.with(&app{}, "", append(args, "--json")...)
	require.Zero(d, got.code, got.stderr)
	require.NoError(d, json.Unmarshal([]byte(got.stdout), into))
}

// clockless is a text with its times blotted out.
func clockless(s string) string {
	return regexp.MustCompile(`\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?Z`).ReplaceAllString(s, "TIME")
}

// ran plays a chain of one run of the editor, which prints something.
func (d *desk) ran(id, stdout string) string { return d.ranOf("editor", id, stdout) }

func (d *desk) ranOf(agent, id, stdout string) string {
	d.Helper()
	c := d.beginsAt(agent, id)
	first := run.NewID(id, 1)
	_, err := d.db.StartAttempt(d.Context(), first, "key", noon)
	require.NoError(d, err)
	result := run.Result{Attempt: 1, Outcome: run.Succeeded}
	require.NoError(d, d.db.EndAttempt(d.Context(), first, 1, run.Ending{Result: result, Stdout: stdout}, noon))
	d.next(c, chain.Landed{Finish: chain.Finish{Run: first, Result: result}})
	return string(first)
}

func (d *desk) begins(id string) chain.Chain { return d.beginsAt("editor", id) }

func (d *desk) beginsAt(agent, id string) chain.Chain {
	d.Helper()
	return d.next(chain.Chain{}, chain.Started{Start: chain.Start{
		Header: chain.Header{ID: id, Workspace: "default", Pipeline: "notes", Factory: d.digest},
		Plan:   chain.Plan{Limits: chain.DefaultLimits(), Seats: map[string]chain.Seat{"editor": {}, "critic": {}}},
		Entry:  agent, Headline: "go", Body: "the work",
	}})
}

func (d *desk) next(c chain.Chain, e chain.Event) chain.Chain {
	d.Helper()
	c, step, err := chain.Next(c, e)
	require.NoError(d, err)
	require.NoError(d, d.db.Advance(d.Context(), c.Header, step, time.Now()))
	return c
}

// sleeps has a night consolidate.
func (d *desk) sleeps() {
	d.Helper()
	d.works((*postgres.DB).ConsolidatePage)
}

// works does a phase of a night, now.
func (d *desk) works(page func(*postgres.DB, context.Context, night.Page) (night.Progress, error)) {
	d.Helper()
	key := time.Now().UTC().Truncate(time.Second).Add(time.Second)
	digest, err := d.db.OpenNight(d.Context(), key, true, key)
	require.NoError(d, err)
	progress, err := page(d.db, d.Context(), night.Page{Night: key, Factory: digest, Size: night.PageSize})
	require.NoError(d, err)
	require.True(d, progress.Done)
}
