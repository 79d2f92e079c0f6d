package factory_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/run"
)

func TestStart(t *testing.T) {
	f := load(t, full)
	got, err := f.Start("d1", "main", map[string]bool{"may_publish": true})
	require.NoError(t, err)
	require.Equal(t, chain.Start{
		Header: chain.Header{Pipeline: "main", Flags: map[string]bool{"may_publish": true, "loud": true}, Factory: "d1"},
		Plan:   f.Plan("main"),
		Entry:  "editor",
	}, got)
	require.False(t, f.Pipelines["main"].Flags["may_publish"], "the defaults are left alone")

	got, err = f.Start("d1", "other", nil)
	require.NoError(t, err)
	require.NotNil(t, got.Flags, "no flags are known flags")
}

func TestStartRefuses(t *testing.T) {
	f := load(t, full)
	_, err := f.Start("d1", "main", map[string]bool{"quiet": true})
	require.Equal(t, fault.Invalid, fault.KindOf(err))
	require.EqualError(t, err, `pipeline main declares no flag "quiet"; it declares: loud, may_publish`)
	_, err = f.Start("d1", "other", map[string]bool{"loud": true})
	require.EqualError(t, err, `pipeline other declares no flag "loud"; it declares: none`)
	_, err = f.Start("d1", "mian", nil)
	require.Equal(t, fault.NotFound, fault.KindOf(err))
	require.EqualError(t, err, `factory notes has no pipeline "mian"; it has: main, other`)
}

func TestPlan(t *testing.T) {
	f := load(t, full)
	got := f.Plan("main")
	require.Equal(t, f.Limits, got.Limits)
	require.Equal(t, map[string]chain.Seat{
		"editor":    {TaskQueue: "gpu", Longest: 15*time.Minute + 4*time.Second},
		"publisher": {Longest: 20*time.Minute + 4*time.Second},
	}, got.Seats)
	require.Equal(t, map[string][]string{"editor": {"editor", "publisher"}, "publisher": {"editor"}}, got.Routes)
	require.Equal(t, map[string][]string{"editor": {"editor"}, "publisher": {"editor"}}, f.Plan("other").Routes)
}

func TestPeers(t *testing.T) {
	f := load(t, full)
	require.Equal(t, []run.Peer{{Name: "editor", About: "edits"}, {Name: "publisher", About: "publishes"}}, f.Peers("main", "editor"))
	require.Equal(t, []run.Peer{{Name: "editor", About: "edits"}}, f.Peers("other", "editor"))
	require.Empty(t, f.Peers("main", "nobody"))
}

func TestBriefIsTheAgentOverItsRunner(t *testing.T) {
	f := load(t, full)
	require.Equal(t, run.Brief{
		Agent: "editor", Model: "large", Command: f.Runners["cli"].Command, Dir: "work",
		Env:     []string{"CLI_KEY", "EXTRA", "HOME_OF"},
		Timeout: 15 * time.Minute, IdleTimeout: 2 * time.Minute, Grace: 4 * time.Second,
	}, f.Brief("editor"))
	publisher := f.Brief("publisher")
	require.Equal(t, 20*time.Minute, publisher.Timeout)
	require.Equal(t, 3*time.Minute, publisher.IdleTimeout)
	require.Equal(t, []string{"CLI_KEY", "HOME_OF"}, publisher.Env)
}
