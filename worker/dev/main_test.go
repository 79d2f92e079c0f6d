package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type saying = strings.Builder

// stubs puts programs of the given names into a folder of their own.
func stubs(t *testing.T, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, script := range scripts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	return dir
}

func TestParse(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("factory.toml", nil, 0o600))
	cases := map[string]struct {
		args  []string
		want  options
		fault string
	}{
		"nothing":         {want: options{data: filepath.Join(dir, ".redeye")}},
		"a command":       {args: []string{"--no-worker", "--", "go", "test", "-v"}, want: options{data: filepath.Join(dir, ".redeye"), noWorker: true, command: []string{"go", "test", "-v"}}},
		"a factory":       {args: []string{"--factory", "factory.toml", "--data", "/d"}, want: options{data: "/d", factory: filepath.Join(dir, "factory.toml")}},
		"no such factory": {args: []string{"--factory", "no.toml"}, fault: "no.toml"},
		"no one to apply": {args: []string{"--factory", "factory.toml", "--no-worker"}, fault: "exclude each other"},
		"an unknown flag": {args: []string{"--wrong"}, fault: "wrong"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := parse(c.args, &saying{})
			if c.fault != "" {
				require.ErrorContains(t, err, c.fault)
				return
			}
			require.NoError(t, err)
			require.Equal(t, strings.Join(c.want.command, " "), strings.Join(got.command, " "))
			c.want.command, got.command = nil, nil // empty and nil are the same here
			require.Equal(t, c.want, got)
		})
	}
}

// outer are servers of the caller's, so that a stack starts none.
func outer(t *testing.T) {
	t.Helper()
	t.Setenv("DATABASE_URL", "postgres://their/db")
	t.Setenv("TEMPORAL_ADDRESS", "their:7233")
	t.Setenv("TEMPORAL_NAMESPACE", "theirs")
}

func TestCommandGetsTheSettingsAndItsExitCodeIsReturned(t *testing.T) {
	outer(t)
	t.Chdir(t.TempDir())
	cwd, err := os.Getwd()
	require.NoError(t, err)
	var out saying
	err = run(t.Context(), []string{
		"--no-worker", "--throwaway", "--", "sh", "-c",
		`echo "$DATABASE_URL $TEMPORAL_ADDRESS $TEMPORAL_NAMESPACE $REDEYE_WORKDIR"; exit 7`,
	}, &out, &saying{})
	require.Equal(t, exitCode(7), err)
	require.Equal(t, "postgres://their/db their:7233 theirs "+cwd+"\n", out.String())
	require.NoDirExists(t, ".redeye", "--throwaway leaves nothing")
}

func TestOneDevADataFolder(t *testing.T) {
	dir := t.TempDir()
	first, err := lock(dir)
	require.NoError(t, err)
	_, err = lock(dir)
	require.ErrorContains(t, err, "another dev uses the data folder "+dir)
	require.NoError(t, first.Close())
	second, err := lock(dir)
	require.NoError(t, err)
	require.NoError(t, second.Close())
}

// fakeStack is a stack whose programs are scripts.
func fakeStack(t *testing.T, command []string, scripts map[string]string) (*stack, *saying) {
	t.Helper()
	outer(t)
	var talk saying
	s, err := newStack(options{data: t.TempDir(), command: command, factory: filepath.Join(t.TempDir(), "factory.toml")}, &talk)
	require.NoError(t, err)
	s.bin = stubs(t, scripts)
	t.Cleanup(func() { require.NoError(t, s.down()) })
	return s, &talk
}

const serving = `case "$1" in check) exit 0;; esac; trap 'exit 0' TERM; while :; do sleep 0.05; done`

func TestPartsThatFail(t *testing.T) {
	cases := map[string]struct {
		scripts map[string]string
		want    []string
	}{
		"a worker that ends":     {map[string]string{"worker": `case "$1" in check) exit 1;; esac; echo no schema; exit 3`}, []string{"the worker ended by itself: exit status 3", "no schema"}},
		"a worker not built":     {nil, []string{"worker is missing", "make build"}},
		"a factory with a fault": {map[string]string{"worker": serving, "starter": `echo "line 3: unknown key"; exit 2`}, []string{"starter factory", "line 3: unknown key"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s, _ := fakeStack(t, nil, c.scripts)
			err := s.up(t.Context())
			for _, want := range c.want {
				require.ErrorContains(t, err, want)
			}
		})
	}
}

func TestAPartThatEndsEndsTheCommand(t *testing.T) {
	s, _ := fakeStack(t, []string{"sh", "-c", `kill -9 "$(cat "$REDEYE_WORKDIR/pid")"; exec sleep 60`}, map[string]string{
		"worker": `pid="$REDEYE_WORKDIR/pid"
			case "$1" in check) test -s "$pid"; exit;; esac
			echo working >&2; echo $$ > "$pid"; ` + serving,
		"starter": "exit 0",
	})
	require.NoError(t, s.up(t.Context()))
	err := s.runCommand(t.Context(), &saying{})
	require.ErrorContains(t, err, "the worker ended by itself: signal: killed")
	require.ErrorContains(t, err, "working")
}

func TestTheEnvironmentCanBeSourced(t *testing.T) {
	s, _ := fakeStack(t, []string{"sh", "-c", `PATH=/bin:/usr/bin; unset DATABASE_URL; . "$1"; test "$DATABASE_URL" = postgres://their/db && starter`, "sh"},
		map[string]string{"worker": serving, "starter": "exit 0"})
	s.command = append(s.command, filepath.Join(s.data, "env"))
	require.NoError(t, s.up(t.Context()))
	require.NoError(t, s.runCommand(t.Context(), &saying{}))
}
