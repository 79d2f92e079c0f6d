package process

import (
	"bufio"
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// supervisorMark is the variable that makes this program a supervisor.
const supervisorMark = "REDEYE_SUPERVISOR"

// stopCommand asks a supervisor to stop its agent.
const stopCommand = "stop\n"

// leftoverGrace is the most that processes which an agent left behind get between SIGTERM
// and SIGKILL: nobody waits for them.
const leftoverGrace = 2 * time.Second

// killEvery is how often SIGKILL is repeated: who forks meanwhile is caught by the next one.
const killEvery = 50 * time.Millisecond

// Supervise makes this process a supervisor if a Runner started it as one, and then never
// returns. A program that uses a Runner calls it before anything else.
func Supervise() {
	if os.Getenv(supervisorMark) == "" {
		return
	}
	supervise()
	os.Exit(0)
}

// supervise starts the agent it is told of, and ends when nothing of it lives.
func supervise() {
	// The agent is tied to the thread that starts it: it dies when that ends.
	runtime.LockOSThread()
	ignoreSignals()
	adoptOrphans()
	syscall.CloseOnExec(controlFD)
	syscall.CloseOnExec(reportFD)
	control := bufio.NewReader(os.NewFile(controlFD, "control"))
	reports := json.NewEncoder(os.NewFile(reportFD, "report"))

	var s spec
	line, err := control.ReadBytes('\n')
	if err != nil || json.Unmarshal(line, &s) != nil {
		return
	}
	defer s.remove()
	pid, err := syscall.ForkExec(s.Path, s.Argv, &syscall.ProcAttr{
		Dir: s.Dir, Env: s.Env, Files: []uintptr{0, 1, 2}, Sys: agentAttributes(),
	})
	if err != nil {
		_ = reports.Encode(report{Code: -1, Error: "cannot start " + s.Path + ": " + err.Error()})
		return
	}
	closeStandardStreams()
	g := guard{agent: pid, grace: s.Grace, kill: time.NewTimer(math.MaxInt64)}
	g.watch(reap(pid), listen(control), func(r report) { _ = reports.Encode(r) })
}

// ignoreSignals lets the worker alone end a supervisor: its signals are for the worker.
// They are taken rather than ignored, because an agent would inherit that.
func ignoreSignals() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
}

// closeStandardStreams leaves them to the agent: they end when its last process ends.
func closeStandardStreams() {
	_, _, _ = os.Stdin.Close(), os.Stdout.Close(), os.Stderr.Close()
}

// guard ends the agent and everything below it.
type guard struct {
	agent      int // its process
	grace      time.Duration
	terminated bool        // SIGTERM was sent: a second one would cut a clean end short
	kill       *time.Timer // when SIGKILL is due
	killAt     time.Time   // the same; zero while it is not due at all
}

// watch returns when nothing lives. The agent's end is told at once; what it left behind
// may take longer. A worker that is gone, because it was killed, leaves no time at all.
func (g *guard) watch(ended <-chan report, stops <-chan struct{}, tell func(report)) {
	for {
		select {
		case r, ok := <-ended:
			if !ok {
				return
			}
			tell(r)
			g.end(min(g.grace, leftoverGrace))
		case _, ok := <-stops:
			if ok {
				g.end(g.grace)
				continue
			}
			stops = nil
			g.killWithin(0)
		case <-g.kill.C:
			signalBelow(g.agent, syscall.SIGKILL)
			g.kill.Reset(killEvery)
		}
	}
}

func (g *guard) end(within time.Duration) {
	if !g.terminated {
		g.terminated = true
		signalBelow(g.agent, syscall.SIGTERM)
	}
	g.killWithin(within)
}

// killWithin may bring SIGKILL forward, and never puts it off.
func (g *guard) killWithin(d time.Duration) {
	at := time.Now().Add(d)
	if g.killAt.IsZero() || at.Before(g.killAt) {
		g.killAt = at
		g.kill.Reset(d)
	}
}

// listen passes the worker's stops on. The pipe's end is the worker's.
func listen(control *bufio.Reader) <-chan struct{} {
	stops := make(chan struct{})
	go func() {
		defer close(stops)
		for {
			if _, err := control.ReadString('\n'); err != nil {
				return
			}
			stops <- struct{}{}
		}
	}()
	return stops
}

// reap waits for every process below this one, orphans included. It passes on how the
// agent ended, and closes when there is no process left.
func reap(agent int) <-chan report {
	ended := make(chan report, 1)
	go func() {
		defer close(ended)
		for {
			var status syscall.WaitStatus
			pid, err := syscall.Wait4(-1, &status, 0, nil)
			switch {
			case errors.Is(err, syscall.EINTR):
			case err != nil:
				return
			case pid != agent:
			case status.Signaled():
				ended <- report{Code: -1, Signal: status.Signal()}
			default:
				ended <- report{Code: status.ExitStatus()}
			}
		}
	}()
	return ended
}
