package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// run serves until ctx ends. What it prints on stdout says where the server listens.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	s, err := start(o)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Temporal server: %s\n", o.address())
	if !o.headless {
		fmt.Fprintf(stdout, "Temporal UI:     http://%s\n", o.uiAddress())
	}
	<-ctx.Done()
	return s.stop()
}
