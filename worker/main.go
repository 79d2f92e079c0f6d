// Command worker hosts Redeye's workflows and activities. See config for its settings.
//
//	worker          serves until SIGINT or SIGTERM
//	worker check    exits 0 once a worker serves the task queue and its stores are ready
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"redeye/activities/process"
	"redeye/domain/fault"
)

func main() {
	process.Supervise()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) error {
	c, err := newConfig(getenv)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: c.logLevel}))
	switch {
	case len(args) == 0:
		return serve(ctx, c, log)
	case len(args) == 1 && args[0] == "check":
		return check(ctx, c, stdout)
	}
	return fault.Invalidf("worker: unknown arguments %q; there is only: worker, and worker check", args)
}
