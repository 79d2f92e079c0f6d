package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// commandPatience is what the command gets to end when dev is told to stop.
const commandPatience = 30 * time.Second

// exitCode is the failure of the command; whatever there was to say, it has said itself.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("the command exited with %d", int(e)) }

// runCommand runs the command to its end, in dev's own process group and on its terminal.
func (s *stack) runCommand(ctx context.Context, stdout io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case service := <-s.died:
			cancel(service.failure())
		case <-ctx.Done():
		}
	}()
	err := s.foreground(ctx, stdout).Run()
	if ctx.Err() != nil {
		return fmt.Errorf("%s was stopped: %w", s.command[0], context.Cause(ctx))
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	if !s.noWorker {
		fmt.Fprintln(s.talk, tail(s.logFile("worker")))
	}
	if !exit.Exited() {
		return fmt.Errorf("%s: %w", s.command[0], err)
	}
	return exitCode(exit.ExitCode())
}

func (s *stack) foreground(ctx context.Context, stdout io.Writer) *exec.Cmd {
	program := s.command[0]
	if path := filepath.Join(s.bin, program); filepath.Base(program) == program && isFile(path) {
		program = path // bin is first on the command's PATH; dev looks there first too
	}
	cmd := exec.CommandContext(ctx, program, s.command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, stdout, s.talk
	cmd.Env = s.over(os.Environ())
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	dieWithParent(cmd.SysProcAttr, syscall.SIGTERM)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = commandPatience
	return cmd
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// stay waits for the person to stop dev, or for a part to end by itself.
func (s *stack) stay(ctx context.Context) error {
	fmt.Fprintf(s.talk, "\nIn another shell:\n  . %s\n  starter chain list\n\nCtrl-C stops everything.\n",
		quote(filepath.Join(s.data, "env")))
	select {
	case service := <-s.died:
		return service.failure()
	case <-ctx.Done():
		fmt.Fprintln(s.talk, "stopping; running agents get their grace")
		return nil
	}
}
