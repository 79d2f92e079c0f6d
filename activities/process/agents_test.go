package process_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"redeye/activities/process"
	"redeye/domain/run"
)

// The test program is the supervisor, and the agents too: the variable names which.
func TestMain(m *testing.M) {
	process.Supervise()
	if mode := os.Getenv("TEST_AGENT"); mode != "" {
		agents[mode]()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var agents = map[string]func(){
	"echo": func() {
		b, _ := os.ReadFile("/dev/stdin")
		fmt.Printf("%s|%s", b, strings.Join(os.Args[1:], "|"))
	},
	"environment": func() { fmt.Print(strings.Join(os.Environ(), "\n")) },
	"flood": func() {
		line := strings.Repeat("x", 4999) + "\n"
		fmt.Print("begin\n")
		for range 10_000 {
			fmt.Print(line)
		}
		fmt.Print("end\n")
	},
	"longline": func() { fmt.Print(strings.Repeat("y", 5_000_000)) },
	"broken":   func() { fmt.Print("caf\xc3 \xff \x00") },
	"silent":   func() { time.Sleep(time.Hour) },
	"stubborn": func() {
		term := make(chan os.Signal, 1)
		signal.Notify(term, syscall.SIGTERM)
		ready()
		<-term
		fmt.Println("ignored")
		time.Sleep(time.Hour)
	},
	"polite": func() {
		term := make(chan os.Signal, 1)
		signal.Notify(term, syscall.SIGTERM)
		ready()
		<-term
		fmt.Println("bye")
		select {
		case <-term:
			fmt.Println("cut short")
		case <-time.After(200 * time.Millisecond):
		}
	},
	"fork": func() {
		spawn("silent", true)
		fmt.Println("forked")
	},
	"double fork": func() {
		_ = spawn("fork", true).Wait()
		fmt.Println("forked twice")
	},
	"leave stubborn": func() {
		record("agent", os.Getpid())
		spawn("stubborn", true)
		for !exists(filepath.Join(os.Getenv("TEST_DIR"), "ready")) {
			time.Sleep(time.Millisecond)
		}
	},
	"tree": func() {
		spawn("silent", true)
		spawn("silent", false)
		ready()
		time.Sleep(time.Hour)
	},
	"leave polite": func() {
		term := make(chan os.Signal, 1)
		signal.Notify(term, syscall.SIGTERM)
		spawn("polite", false)
		<-term
	},
	"regicide": func() {
		fmt.Print(os.Args[1])
		spawn("silent", false)
		_ = syscall.Kill(os.Getppid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
	},
	"leaky": func() {
		inLine, _ := strconv.Atoi(os.Args[1])
		line := strings.Repeat(os.Getenv("SECRET"), inLine) + "\n"
		fmt.Print(strings.Repeat(line, 1_000_000/len(line)+1))
	},
	"stderr": func() {
		fmt.Fprint(os.Stderr, strings.Repeat(strings.Repeat("e", 99)+"\n", 50_000)+"the last words\n")
		os.Exit(7)
	},
	"deaf": func() { _ = os.Stdin.Close(); fmt.Print("did not listen") },
	"shot": func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL); time.Sleep(time.Hour) },
	// worker runs an agent as a worker does, until it is killed.
	"worker": func() {
		exit := runner(os.Getenv("TEST_DIR")).Run(context.Background(), brief("tree", "{mcp}"), desk(noCalls))
		fmt.Print(exit.Reason)
	},
}

// spawn starts another agent that holds this one's output, in a session of its own or not.
func spawn(mode string, setsid bool) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "TEST_AGENT="+mode)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: setsid}
	if err := c.Start(); err != nil {
		panic(err)
	}
	record("spawned", c.Process.Pid)
	return c
}

// record notes a process where the test finds it.
func record(role string, pid int) {
	_ = os.WriteFile(filepath.Join(os.Getenv("TEST_DIR"), role+"."+strconv.Itoa(pid)), nil, 0o600)
}

// recorded lists the processes noted under dir, of one role or of any.
func recorded(dir, role string) []int {
	names, _ := filepath.Glob(filepath.Join(dir, role+".[0-9]*"))
	var pids []int
	for _, name := range names {
		pid, err := strconv.Atoi(strings.TrimPrefix(filepath.Ext(name), "."))
		if err != nil {
			panic(err)
		}
		pids = append(pids, pid)
	}
	return pids
}

// ready tells the test that the agent is where it waits to be stopped.
func ready() { _ = os.WriteFile(filepath.Join(os.Getenv("TEST_DIR"), "ready"), nil, 0o600) }

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// alive reports whether a process lives. One that has ended, and that nobody has reaped, does not.
func alive(pid int) bool {
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil {
		return !strings.Contains(string(stat), ") Z ")
	}
	return syscall.Kill(pid, 0) == nil && !exists("/proc/self")
}

// desk counts the calls that its function says were made.
type desk func() int

func (desk) Call(context.Context, string, json.RawMessage) (string, error) { return "", nil }

func (d desk) Calls() int { return d() }

func (desk) Memory() bool { return false }

func noCalls() int { return 0 }

func runner(dir string) *process.Runner {
	return &process.Runner{
		Workdir: dir, Log: slog.New(slog.DiscardHandler),
		Base: []string{"PATH=" + os.Getenv("PATH"), "HOME=/nowhere", "TEST_DIR=" + dir},
	}
}

func brief(mode string, args ...string) run.Brief {
	program, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return run.Brief{
		Run: "notes-1.1", Attempt: 1, Agent: "a", Prompt: "the prompt",
		Command: append([]string{program}, args...),
		Env:     []string{"TEST_AGENT=" + mode},
		Timeout: time.Minute, Grace: 300 * time.Millisecond,
		Access: run.Access{URL: "http://127.0.0.1:1/mcp", Token: "secret-token"},
	}
}
