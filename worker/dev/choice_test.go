package main

import (
	"context"
	"errors"
	"net"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWherePostgresComesFrom(t *testing.T) {
	versions := map[string]string{"/pg15": "15", "/pg17": "17", "/got17": "17", "/broken": ""}
	cases := map[string]struct {
		installed  []string
		got        string   // what a download yields; empty: it fails
		packaged   []string // what is installed after the package; nil: the caller may not
		want       string   // version of the data
		bin, fault string
	}{
		"the first installed":                 {installed: []string{"/pg15", "/pg17"}, bin: "/pg15"},
		"one that runs":                       {installed: []string{"/broken", "/pg17"}, bin: "/pg17"},
		"one that can open the data":          {installed: []string{"/pg17", "/pg15"}, want: "15", bin: "/pg15"},
		"else a download":                     {got: "/got17", packaged: []string{"/pg15"}, bin: "/got17"},
		"a download for the data":             {installed: []string{"/pg15"}, got: "/got17", want: "17", bin: "/got17"},
		"else the package":                    {packaged: []string{"/pg15"}, bin: "/pg15"},
		"the package, as a download is newer": {got: "/got17", packaged: []string{"/pg15"}, want: "15", bin: "/pg15"},
		"else what to do":                     {fault: "set DATABASE_URL, or run: "},
		"what the data needs":                 {installed: []string{"/pg17"}, want: "14", fault: "no PostgreSQL 14, which wrote the data here"},
		"the package fails":                   {packaged: []string{}, fault: "no network"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			installed := c.installed
			f := finder{
				installed: func() []string { return installed },
				major:     func(bin string) string { return versions[bin] },
				download: func(context.Context) (string, error) {
					if c.got == "" {
						return "", errors.New("no network")
					}
					return c.got, nil
				},
			}
			if c.packaged != nil {
				f.install = func(context.Context) error { installed = c.packaged; return nil }
			}
			bin, err := f.find(t.Context(), c.want)
			if c.fault != "" {
				require.ErrorContains(t, err, c.fault)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.bin, bin)
		})
	}
}

func TestWhereTemporalComesFrom(t *testing.T) {
	bin := stubs(t, map[string]string{"devserver": ""})
	none := func(string) (string, error) { return "", exec.ErrNotFound }
	cli := func(string) (string, error) { return "/usr/bin/temporal", nil }

	program, err := temporalProgram(cli, environment{bin: bin})
	require.NoError(t, err)
	require.Equal(t, []string{"/usr/bin/temporal", "server", "start-dev"}, program)

	program, err = temporalProgram(none, environment{bin: bin})
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(bin, "devserver")}, program)

	_, err = temporalProgram(none, environment{bin: t.TempDir()})
	require.ErrorContains(t, err, "devserver is missing")
}

func TestATakenPortIsLeftAlone(t *testing.T) {
	l, err := net.Listen("tcp", hostPort(0))
	require.NoError(t, err)
	taken := l.Addr().(*net.TCPAddr).Port
	other, err := freePort(taken)
	require.NoError(t, err)
	require.NotEqual(t, taken, other)

	require.NoError(t, l.Close())
	same, err := freePort(taken)
	require.NoError(t, err)
	require.Equal(t, taken, same)
}

func TestEnvironment(t *testing.T) {
	e := environment{bin: "/b", database: "d", temporal: "t", workdir: "w"}
	theirs := []string{"PATH=/usr/bin", "HOME=/h", "TEMPORAL_API_KEY=k", "TEMPORAL_NAMESPACE=n"}

	got := e.over(theirs)
	require.Subset(t, got, []string{"HOME=/h", "TEMPORAL_API_KEY=k", "TEMPORAL_NAMESPACE=n", "DATABASE_URL=d"})
	require.Equal(t, "/b:/usr/bin", value(got, "PATH"))

	e.ownTemporal = true
	got = e.over(theirs)
	require.NotContains(t, got, "TEMPORAL_API_KEY=k", "a key of another server")
	require.Equal(t, "default", value(got, "TEMPORAL_NAMESPACE"))
	require.Equal(t, `'it'\''s'`, quote("it's"))
}
