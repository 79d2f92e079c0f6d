package e2e_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
)

// bin holds the built worker and starter.
var bin string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "redeye-e2e-")
	if err != nil {
		panic(err)
	}
	bin = dir
	code := 1
	build := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "redeye/worker", "redeye/starter")
	build.Stderr = os.Stderr
	if build.Run() == nil {
		code = m.Run()
	}
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// stack is one user's Redeye: a database and a task queue of its own on the servers that
// DATABASE_URL and TEMPORAL_ADDRESS name.
type stack struct {
	t        *testing.T
	dir      string // the factory's folder, where agents run
	database string
	queue    string // the task queue
	env      []string
}

func newStack(t *testing.T) *stack {
	t.Helper()
	t.Parallel()
	admin := os.Getenv("DATABASE_URL")
	if admin == "" || os.Getenv("TEMPORAL_ADDRESS") == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("DATABASE_URL and TEMPORAL_ADDRESS are not set; run: make test")
		}
		t.Skip("needs PostgreSQL and Temporal; run: make test")
	}
	s := &stack{
		t: t, dir: t.TempDir(), database: createDatabase(t, admin),
		queue: "e2e-" + strings.ToLower(rand.Text()[:10]),
	}
	s.env = append(os.Environ(),
		"DATABASE_URL="+s.database,
		"REDEYE_WORKDIR="+s.dir,
		"REDEYE_TASK_QUEUE="+s.queue,
	)
	return s
}

// createDatabase makes a database that is dropped with the test.
func createDatabase(t *testing.T, admin string) string {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, admin)
	require.NoError(t, err)
	name := "e2e_" + strings.ToLower(rand.Text()[:10])
	_, err = conn.Exec(ctx, "CREATE DATABASE "+name)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := conn.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)")
		require.NoError(t, err)
		require.NoError(t, conn.Close(ctx))
	})
	u, err := url.Parse(admin)
	require.NoError(t, err)
	u.Path = "/" + name
	return u.String()
}

// factory writes factory.toml; each agent is a shell script.
func (s *stack) factory(toml string, agents map[string]string) {
	s.t.Helper()
	var b strings.Builder
	b.WriteString("name = \"e2e\"\n" + toml)
	for name, script := range agents {
		s.file(name+".md", "You are "+name+".\n")
		s.file(name+".sh", script)
		fmt.Fprintf(&b, "\n[agents.%s]\nprompt = %q\nrunner = %q\n", name, name+".md", name)
		if !strings.Contains(toml, "[runners."+name+"]") {
			fmt.Fprintf(&b, "\n[runners.%s]\ncommand = [\"sh\", %q]\n", name, name+".sh")
		}
	}
	s.file("factory.toml", b.String())
	s.starter("factory", "apply", filepath.Join(s.dir, "factory.toml"))
}

func (s *stack) file(name, text string) {
	s.t.Helper()
	require.NoError(s.t, os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644))
}

// worker is one worker process.
type worker struct {
	t    *testing.T
	cmd  *exec.Cmd
	log  *bytes.Buffer
	gone chan struct{}
}

// worker starts a worker and waits until it serves.
func (s *stack) worker(env ...string) *worker {
	s.t.Helper()
	w := &worker{t: s.t, cmd: exec.Command(filepath.Join(bin, "worker")), log: &bytes.Buffer{}, gone: make(chan struct{})}
	w.cmd.Env = append(append([]string{}, s.env...), env...)
	w.cmd.Stderr = w.log
	require.NoError(s.t, w.cmd.Start())
	go func() {
		_ = w.cmd.Wait()
		close(w.gone)
	}()
	s.t.Cleanup(func() {
		w.kill()
		if s.t.Failed() {
			s.t.Logf("worker's log:\n%s", w.log)
		}
	})
	s.eventually("the worker serves", 60*time.Second, func() bool {
		return s.command(nil, filepath.Join(bin, "worker"), "check").Run() == nil
	})
	return w
}

// kill ends the worker as kill -9 does.
func (w *worker) kill() { w.signal(syscall.SIGKILL) }

// stop asks the worker to stop, and waits.
func (w *worker) stop() { w.signal(syscall.SIGTERM) }

func (w *worker) signal(sig syscall.Signal) {
	_ = w.cmd.Process.Signal(sig)
	<-w.gone
}

// result is what a command said.
type result struct {
	code        int
	out, errout string
}

func (s *stack) command(stdin *strings.Reader, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env, c.Dir = s.env, s.dir
	if stdin != nil {
		c.Stdin = stdin
	}
	return c
}

// try runs the starter, whatever its exit code.
func (s *stack) try(args ...string) result {
	c := s.command(nil, filepath.Join(bin, "starter"), args...)
	var out, errout bytes.Buffer
	c.Stdout, c.Stderr = &out, &errout
	_ = c.Run()
	return result{c.ProcessState.ExitCode(), out.String(), errout.String()}
}

// starter runs the starter, which must succeed, and returns what it printed.
func (s *stack) starter(args ...string) string {
	s.t.Helper()
	r := s.try(args...)
	require.Zero(s.t, r.code, "starter %v\n%s%s", args, r.out, r.errout)
	return r.out
}

// read runs the starter with --json and decodes what it printed.
func read[T any](s *stack, args ...string) T {
	s.t.Helper()
	var v T
	out := s.starter(append(args, "--json")...)
	require.NoError(s.t, json.Unmarshal([]byte(out), &v), out)
	return v
}

// shown is the little of a chain, a run or a request that the stories here look at.
type shown struct {
	ID       string `json:"id"`
	State    string `json:"state"`
	Agent    string `json:"agent"`
	Outcome  string `json:"outcome"`
	Reason   string `json:"reason"`
	Headline string `json:"headline"`
	Cost     *int64 `json:"cost"`
	Prompt   string `json:"prompt"`
	Flags    map[string]bool
	Closed   *struct{ By, Chain, Answer string } `json:"closed"`
	Attempts []struct {
		Outcome, Notice, Stdout, Stderr string
		Calls                           []struct{ Tool string }
	} `json:"attempts"`
	Told []struct{ Learning, Text, State string } `json:"told"`
}

// start starts a chain and returns its ID.
func (s *stack) start(args ...string) string {
	s.t.Helper()
	return read[shown](s, append([]string{"chain", "start"}, args...)...).ID
}

// ends waits for the chain to be in a state that is not working.
func (s *stack) ends(chain string, within time.Duration) string {
	s.t.Helper()
	var state string
	s.eventually("chain "+chain+" ends", within, func() bool {
		state = read[struct{ State string }](s, "chain", "show", chain).State
		return state != "working"
	})
	return state
}

func (s *stack) runs(chain string) []shown {
	s.t.Helper()
	runs := read[[]shown](s, "run", "list", "--chain", chain)
	for i, j := 0, len(runs)-1; i < j; i, j = i+1, j-1 {
		runs[i], runs[j] = runs[j], runs[i]
	}
	return runs
}

func (s *stack) requests(args ...string) []shown {
	s.t.Helper()
	return read[[]shown](s, append([]string{"request", "list", "--all"}, args...)...)
}

func (s *stack) run(id string) shown {
	s.t.Helper()
	return read[shown](s, "run", "show", id, "--prompt", "--output", "--calls")
}

// temporal is a client of the same server.
func (s *stack) temporal() client.Client {
	s.t.Helper()
	c, err := client.Dial(client.Options{HostPort: os.Getenv("TEMPORAL_ADDRESS")})
	require.NoError(s.t, err)
	s.t.Cleanup(c.Close)
	return c
}

// eventually polls, because what it waits for is another process's doing.
func (s *stack) eventually(what string, within time.Duration, true func() bool) {
	s.t.Helper()
	deadline := time.After(within)
	for !true() {
		select {
		case <-deadline:
			require.FailNow(s.t, "in vain: "+what, "waited for %s", within)
		case <-time.After(200 * time.Millisecond):
		}
	}
}
