package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// local finds PostgreSQL's programs as dev does, and fails the test where there are none.
func local(t *testing.T) string {
	t.Helper()
	f := finder{
		installed: installedPostgres,
		download:  func(ctx context.Context) (string, error) { return downloadPostgres(ctx, os.Stderr) },
		major:     majorVersion,
	}
	bin, err := f.find(t.Context(), "")
	require.NoError(t, err)
	return bin
}

// folder is a data folder that the account which runs PostgreSQL can pass through.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "redeye-dev-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o711))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return dir
}

func begin(t *testing.T, dir, bin string) (*cluster, *service) {
	t.Helper()
	c, err := newCluster(t.Context(), filepath.Join(dir, "postgres"), filepath.Join(dir, "log"), io.Discard)
	require.NoError(t, err)
	s, err := c.start(t.Context(), bin)
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.stop() })
	return c, s
}

func query(t *testing.T, c *cluster, sql string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.url(databaseName))
	require.NoError(t, err)
	defer conn.Close(context.Background())
	require.NoError(t, conn.QueryRow(t.Context(), sql).Scan(&n))
	return n
}

func TestClusterKeepsItsDataBetweenStarts(t *testing.T) {
	dir, bin := folder(t), local(t)
	c, s := begin(t, dir, bin)
	require.Equal(t, 1, query(t, c, `WITH made AS (SELECT 1) SELECT count(*) FROM made`))
	query(t, c, `SELECT 1 FROM (SELECT lo_create(4711)) AS made`)
	require.NoError(t, s.stop())
	require.NoError(t, s.err, "a fast shutdown ends with 0")

	c, _ = begin(t, dir, bin)
	require.Equal(t, 1, query(t, c, `SELECT count(*) FROM pg_largeobject_metadata WHERE oid = 4711`))
	require.Equal(t, 1, query(t, c, `SELECT count(*) FROM pg_settings WHERE name = 'fsync' AND setting = 'on'`))
}

func TestClusterIsRecovered(t *testing.T) {
	bin := local(t)
	cases := map[string]func(t *testing.T, c *cluster, s *service){
		"from a server that still runs": func(*testing.T, *cluster, *service) {},
		"from a server that was killed": func(t *testing.T, _ *cluster, s *service) {
			require.NoError(t, s.cmd.Process.Kill())
			<-s.gone
		},
		"from a stale lock file": func(t *testing.T, c *cluster, s *service) {
			require.NoError(t, s.stop())
			pid := filepath.Join(c.data(), "postmaster.pid")
			require.NoError(t, os.WriteFile(pid, []byte("999999\n"+c.data()+"\n0\n1\n\n127.0.0.1\n"), 0o600))
			if c.account.name != "" {
				require.NoError(t, os.Chown(pid, int(c.account.uid), int(c.account.gid)))
			}
		},
		"from an initdb that was killed": func(t *testing.T, c *cluster, s *service) {
			require.NoError(t, s.stop())
			require.NoError(t, os.Remove(filepath.Join(c.data(), "PG_VERSION")))
		},
	}
	for name, spoil := range cases {
		t.Run(name, func(t *testing.T) {
			dir := folder(t)
			c, s := begin(t, dir, bin)
			spoil(t, c, s)
			again, _ := begin(t, dir, bin)
			require.Equal(t, 1, query(t, again, `SELECT 1`))
			select {
			case <-s.gone:
			case <-time.After(time.Minute):
				t.Fatal("the earlier server still runs")
			}
		})
	}
}

func TestClusterMovesToWhereItsAccountCanReach(t *testing.T) {
	if os.Geteuid() != 0 {
		dir := folder(t)
		c, err := newCluster(t.Context(), filepath.Join(dir, "postgres"), "", io.Discard)
		require.NoError(t, err)
		require.Equal(t, filepath.Join(dir, "postgres"), c.home, "the caller reaches what is the caller's")
		return
	}
	closed := t.TempDir() // nobody but root passes
	require.NoError(t, os.Chmod(closed, 0o700))
	var said saying
	c, err := newCluster(t.Context(), filepath.Join(closed, "postgres"), "", &said)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(c.home)) })
	require.True(t, c.account.reaches(t.Context(), c.home))
	require.Contains(t, said.String(), c.home)

	again, err := newCluster(t.Context(), filepath.Join(closed, "postgres"), "", io.Discard)
	require.NoError(t, err)
	require.Equal(t, c.home, again.home, "the next start finds it")
}
