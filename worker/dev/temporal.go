package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"
)

const (
	// temporalPort and uiPort are Temporal's own choice for one machine.
	temporalPort = 7233
	uiPort       = 8233
	// temporalTimeout bounds the start; the schema is written first.
	temporalTimeout = time.Minute
	// dialTimeout bounds one try.
	dialTimeout = 2 * time.Second
)

// server is a Temporal that dev starts.
type server struct {
	program []string // the temporal CLI or devserver; both take the same flags
	dir     string   // where the database lies
	log     string
	port    int
	uiPort  int
}

// temporalProgram returns the temporal CLI if the machine has it, else devserver.
func temporalProgram(look func(string) (string, error), e environment) ([]string, error) {
	if cli, err := look("temporal"); err == nil {
		return []string{cli, "server", "start-dev"}, nil
	}
	own, err := e.sibling("devserver")
	if err != nil {
		return nil, err
	}
	return []string{own}, nil
}

// start starts it on the usual ports, or on free ones where those are taken.
func (t *server) start(ctx context.Context) (*service, error) {
	var err error
	if t.port, err = freePort(temporalPort); err != nil {
		return nil, err
	}
	if t.uiPort, err = freePort(uiPort); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(t.dir, 0o700); err != nil {
		return nil, err
	}
	args := append(t.program[1:],
		"--ip", loopback, "--port", strconv.Itoa(t.port), "--ui-port", strconv.Itoa(t.uiPort),
		"--db-filename", filepath.Join(t.dir, "temporal.db"),
		// One write to the disk a transaction instead of several, and just as durable.
		"--sqlite-pragma", "journal_mode=wal",
		"--log-level", "error",
	)
	s := &service{name: "Temporal", log: t.log, cmd: exec.Command(t.program[0], args...), end: syscall.SIGTERM, patience: 20 * time.Second}
	if err := s.start(); err != nil {
		return nil, err
	}
	if err := s.await(ctx, temporalTimeout, t.serves); err != nil {
		return nil, fmt.Errorf("%w%s", err, stopNote(s))
	}
	return s, nil
}

// serves says whether the server answers. Dialling it asks what it is.
func (t *server) serves(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	c, err := client.DialContext(ctx, client.Options{
		HostPort: hostPort(t.port),
		Logger:   sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	})
	if err == nil {
		c.Close()
	}
	return err
}

// stopNote stops a service that failed to start, and says so where that fails too.
func stopNote(s *service) string {
	if err := s.stop(); err != nil {
		return "\n" + err.Error()
	}
	return ""
}
