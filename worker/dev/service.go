package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

const (
	// pollEvery is how often a part that starts is asked whether it is ready.
	pollEvery = 100 * time.Millisecond
	// tailLines is how much of a log is shown when a part fails.
	tailLines = 25
)

// service is a program that runs in the background, in a process group of its own, so that
// a Ctrl-C reaches dev alone and the order of stopping is dev's.
type service struct {
	name     string
	log      string // file its output goes to
	cmd      *exec.Cmd
	end      syscall.Signal // what makes it stop in good order
	patience time.Duration  // how long that may take
	gone     chan struct{}  // closed when it has ended
	err      error          // how; read after gone
}

// start starts it. On Linux the kernel sends it its end signal when dev dies.
func (s *service) start() error {
	log, err := os.OpenFile(s.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if s.cmd.SysProcAttr == nil {
		s.cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	s.cmd.SysProcAttr.Setpgid = true
	dieWithParent(s.cmd.SysProcAttr, s.end)
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", s.name, err)
	}
	s.gone = make(chan struct{})
	go func() {
		s.err = s.cmd.Wait()
		close(s.gone)
	}()
	return nil
}

// stop ends it: in good order while its patience lasts, by force after that.
func (s *service) stop() error {
	if s.ended() {
		return nil
	}
	_ = s.cmd.Process.Signal(s.end)
	select {
	case <-s.gone:
		return nil
	case <-time.After(s.patience):
	}
	_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
	<-s.gone
	return fmt.Errorf("%s did not stop within %s and was killed", s.name, s.patience)
}

func (s *service) ended() bool {
	select {
	case <-s.gone:
		return true
	default:
		return false
	}
}

// await asks ready until it says yes, the service ends, or the time is over.
func (s *service) await(ctx context.Context, within time.Duration, ready func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for {
		err := ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-s.gone:
			return s.failure()
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.Canceled) {
				return ctx.Err()
			}
			return fmt.Errorf("%s is not ready after %s: %w\n%s", s.name, within, err, tail(s.log))
		case <-time.After(pollEvery):
		}
	}
}

// failure says that it ended though nobody asked it to.
func (s *service) failure() error {
	how := "with exit code 0"
	if s.err != nil {
		how = s.err.Error()
	}
	return fmt.Errorf("%s ended by itself: %s\n%s", s.name, how, tail(s.log))
}

// tail returns the last lines of a log, with its name above.
func tail(file string) string {
	b, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimRight(string(b), "\n"), "\n")
	lines = lines[max(0, len(lines)-tailLines):]
	return fmt.Sprintf("the last lines of %s:\n  %s", file, strings.Join(lines, "\n  "))
}
