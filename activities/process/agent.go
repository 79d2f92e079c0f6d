package process

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"redeye/domain/run"
)

// agent is a running agent, seen from the worker.
type agent struct {
	supervisor     *exec.Cmd
	control        io.WriteCloser
	stdout, stderr *output
	grace          time.Duration

	ended  chan struct{} // closed when the agent itself has ended
	report report        // then: how
	lost   bool          // or that its supervisor ended without a word
	gone   chan struct{} // closed when nothing of it lives
}

// report is what a supervisor tells of its agent.
type report struct {
	Code   int            `json:"code"`
	Signal syscall.Signal `json:"signal,omitempty"`
	Error  string         `json:"error,omitempty"` // why it could not be started
}

// Numbers of the pipes that a supervisor inherits beside the standard ones.
const (
	controlFD = 3
	reportFD  = 4
)

// lateOutput is how long the pipes may stay open after the supervisor has ended.
const lateOutput = 5 * time.Second

// start starts a supervisor, which starts the agent.
func start(s spec) (*agent, error) {
	program, err := thisProgram()
	if err != nil {
		return nil, fmt.Errorf("cannot find this program: %w", err)
	}
	controlRead, control, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("cannot start a supervisor: %w", err)
	}
	defer controlRead.Close()
	reports, reportWrite, err := os.Pipe()
	if err != nil {
		_ = control.Close()
		return nil, fmt.Errorf("cannot start a supervisor: %w", err)
	}
	defer reportWrite.Close()

	a := &agent{control: control, stdout: &output{}, stderr: &output{}, grace: s.Grace, ended: make(chan struct{}), gone: make(chan struct{})}
	a.supervisor = exec.Command(program)
	a.supervisor.Args = []string{"redeye-supervisor"} // what ps shows
	a.supervisor.Env = []string{supervisorMark + "=1"}
	a.supervisor.ExtraFiles = []*os.File{controlRead, reportWrite}
	a.supervisor.Stdout, a.supervisor.Stderr = a.stdout, a.stderr
	if s.stdin != "" {
		a.supervisor.Stdin = strings.NewReader(s.stdin)
	}
	a.supervisor.WaitDelay = lateOutput
	a.supervisor.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := a.supervisor.Start(); err != nil {
		_, _ = control.Close(), reports.Close()
		return nil, fmt.Errorf("cannot start a supervisor: %w", err)
	}
	// A supervisor that cannot be told ends at once, and says so by having no report.
	_ = json.NewEncoder(control).Encode(s)
	go a.wait(reports)
	return a, nil
}

// wait reads how the agent ended, and waits until nothing of it lives.
func (a *agent) wait(reports *os.File) {
	defer close(a.gone)
	defer a.control.Close()
	defer reports.Close()
	a.lost = json.NewDecoder(reports).Decode(&a.report) != nil
	close(a.ended)
	if a.lost {
		killSession(a.supervisor.Process.Pid)
	}
	_ = a.supervisor.Wait() // the report says how the agent ended; this drains its output
}

// stop asks for the agent's end.
func (a *agent) stop() { _, _ = io.WriteString(a.control, stopCommand) }

// exit waits until nothing of an agent lives that has ended or was stopped, and says how
// it ended. A supervisor that does not bring it about in time is killed; its agent dies
// with it.
func (a *agent) exit(redact func(string) string) run.Exit {
	late := time.AfterFunc(a.grace+2*lateOutput, func() { _ = a.supervisor.Process.Kill() })
	defer late.Stop()
	<-a.gone
	e := run.Exit{
		Code: a.report.Code, Stdout: a.stdout.text(redact), Stderr: a.stderr.text(redact),
		StdoutBytes: a.stdout.written(), StderrBytes: a.stderr.written(),
	}
	switch {
	case a.lost:
		e.Code, e.Reason = -1, "it was ended from outside, together with its supervisor"
	case a.report.Error != "":
		e.Code, e.Ended, e.Reason = -1, run.EndedNotStarted, a.report.Error
	case a.report.Signal != 0:
		e.Code, e.Reason = -1, fmt.Sprintf("it was ended by a signal: %s", a.report.Signal)
	case e.Code != 0:
		e.Reason = fmt.Sprintf("exit code %d", e.Code)
	}
	return e
}
