package main

import (
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
)

// begin starts a server on free ports.
func begin(t *testing.T, args ...string) (options, *server) {
	t.Helper()
	ports, err := freePorts(loopback, 2)
	require.NoError(t, err)
	o, err := parse(append(args, "--port", strconv.Itoa(ports[0]), "--ui-port", strconv.Itoa(ports[1]), "--log-level", "never"), io.Discard)
	require.NoError(t, err)
	s, err := start(o)
	require.NoError(t, err)
	return o, s
}

func signalled(t *testing.T, o options, act func(c client.Client)) {
	t.Helper()
	c, err := client.Dial(client.Options{HostPort: o.address(), Namespace: "other"})
	require.NoError(t, err)
	defer c.Close()
	act(c)
}

func TestServerKeepsWorkflowsInItsFileAndShowsTheUI(t *testing.T) {
	file := filepath.Join(t.TempDir(), "temporal.db")
	args := []string{"--db-filename", file, "--namespace", "other", "--sqlite-pragma", "journal_mode=wal"}

	o, s := begin(t, args...)
	signalled(t, o, func(c client.Client) {
		_, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: "kept", TaskQueue: "none"}, "Nothing")
		require.NoError(t, err)
	})
	page, err := http.Get("http://" + o.uiAddress() + "/")
	require.NoError(t, err)
	require.NoError(t, page.Body.Close())
	require.Equal(t, http.StatusOK, page.StatusCode)
	require.NoError(t, s.stop())

	o, s = begin(t, args...)
	signalled(t, o, func(c client.Client) {
		_, err := c.DescribeWorkflowExecution(t.Context(), "kept", "")
		require.NoError(t, err)
	})
	require.NoError(t, s.stop())
}

func TestTakenPortIsNamed(t *testing.T) {
	l, err := net.Listen("tcp", hostPort(loopback, 0))
	require.NoError(t, err)
	defer l.Close() //nolint:errcheck // the test is over
	began := time.Now()
	o, err := parse([]string{"--port", strconv.Itoa(l.Addr().(*net.TCPAddr).Port), "--headless"}, io.Discard)
	require.NoError(t, err)
	_, err = start(o)
	require.ErrorContains(t, err, "--port: "+l.Addr().String())
	require.Less(t, time.Since(began), 10*time.Second, "at once, not after the server's own patience")
}
