package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

const (
	// workerTimeout bounds the worker's start: it migrates the database first.
	workerTimeout = time.Minute
	// workerPatience is longer than what a worker gives its agents to end.
	workerPatience = 100 * time.Second
)

// stack is everything dev runs.
type stack struct {
	options
	environment
	talk     io.Writer // what is said to the person
	lock     *os.File
	cluster  *cluster
	services []*service    // in the order of their start
	died     chan *service // each, once it has ended
}

// newStack prepares the data folder and holds it.
func newStack(o options, talk io.Writer) (*stack, error) {
	s := &stack{options: o, talk: talk, died: make(chan *service, 3)}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s.bin = filepath.Dir(self)
	if s.workdir, err = os.Getwd(); err != nil {
		return nil, err
	}
	if o.factory != "" {
		s.workdir = filepath.Dir(o.factory)
	}
	if o.throwaway {
		if s.data, err = os.MkdirTemp("", "redeye-"); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(filepath.Join(s.data, "logs"), 0o700); err != nil {
		return nil, err
	}
	// The account that runs PostgreSQL may pass through the folder, and not look into it.
	if err := os.Chmod(s.data, 0o711); err != nil {
		return nil, err
	}
	s.lock, err = lock(s.data)
	return s, err
}

// up starts the parts in order. After an error down must still be called.
func (s *stack) up(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		s.startPostgres, s.startTemporal, s.writeEnvironment, s.startWorker, s.applyFactory,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// down stops the parts, last first, and removes what was to be thrown away.
func (s *stack) down() error {
	var faults []error
	for _, service := range slices.Backward(s.services) {
		faults = append(faults, service.stop())
	}
	if s.throwaway {
		if s.cluster != nil {
			faults = append(faults, os.RemoveAll(s.cluster.home))
		}
		faults = append(faults, os.RemoveAll(s.data))
	}
	return errors.Join(append(faults, s.lock.Close())...)
}

func (s *stack) startPostgres(ctx context.Context) error {
	if s.database = os.Getenv("DATABASE_URL"); s.database != "" {
		fmt.Fprintln(s.talk, "PostgreSQL: the one that DATABASE_URL names")
		return nil
	}
	c, err := newCluster(ctx, filepath.Join(s.data, "postgres"), s.logFile("postgres"), s.talk)
	if err != nil {
		return err
	}
	s.cluster = c
	f := finder{
		installed: installedPostgres,
		download:  func(ctx context.Context) (string, error) { return downloadPostgres(ctx, s.talk) },
		install:   debianInstaller(s.talk),
		major:     majorVersion,
	}
	bin, err := f.find(ctx, c.major())
	if err != nil {
		return err
	}
	service, err := c.start(ctx, bin)
	if err != nil {
		return err
	}
	s.watch(service)
	s.database = c.url(databaseName)
	fmt.Fprintf(s.talk, "PostgreSQL: %s (%s)\n", s.database, bin)
	return nil
}

func (s *stack) startTemporal(ctx context.Context) error {
	if s.temporal = os.Getenv("TEMPORAL_ADDRESS"); s.temporal != "" {
		fmt.Fprintf(s.talk, "Temporal:   %s, as TEMPORAL_ADDRESS says\n", s.temporal)
		return nil
	}
	program, err := temporalProgram(exec.LookPath, s.environment)
	if err != nil {
		return err
	}
	t := &server{program: program, dir: filepath.Join(s.data, "temporal"), log: s.logFile("temporal")}
	service, err := t.start(ctx)
	if err != nil {
		return err
	}
	s.watch(service)
	s.temporal, s.ownTemporal = hostPort(t.port), true
	fmt.Fprintf(s.talk, "Temporal:   %s (%s)\nWeb UI:     http://%s\n", s.temporal, program[0], hostPort(t.uiPort))
	return nil
}

func (s *stack) writeEnvironment(context.Context) error {
	return s.write(filepath.Join(s.data, "env"))
}

func (s *stack) startWorker(ctx context.Context) error {
	if s.noWorker {
		return nil
	}
	program, err := s.sibling("worker")
	if err != nil {
		return err
	}
	service := &service{name: "the worker", log: s.logFile("worker"), cmd: exec.Command(program), end: syscall.SIGTERM, patience: workerPatience}
	service.cmd.Env = s.over(os.Environ())
	if err := service.start(); err != nil {
		return err
	}
	s.watch(service)
	err = service.await(ctx, workerTimeout, func(ctx context.Context) error {
		return s.quietly(ctx, program, "check")
	})
	if err == nil {
		fmt.Fprintf(s.talk, "Worker:     serves, agents run in %s\n", s.workdir)
	}
	return err
}

func (s *stack) applyFactory(ctx context.Context) error {
	if s.factory == "" {
		return nil
	}
	program, err := s.sibling("starter")
	if err != nil {
		return err
	}
	if err := s.quietly(ctx, program, "factory", "apply", s.factory); err != nil {
		return err
	}
	fmt.Fprintf(s.talk, "Factory:    %s\n", s.factory)
	return nil
}

// watch makes a service part of the stack.
func (s *stack) watch(service *service) {
	s.services = append(s.services, service)
	go func() {
		<-service.gone
		s.died <- service
	}()
}

// quietly runs a program to its end; what it printed is told only when it fails.
func (s *stack) quietly(ctx context.Context, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = s.over(os.Environ())
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", filepath.Base(program), args[0], err, out)
	}
	return nil
}

func (s *stack) logFile(part string) string {
	return filepath.Join(s.data, "logs", part+".log")
}
