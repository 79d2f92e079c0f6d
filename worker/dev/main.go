package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal is not caught: it ends dev at once, and its children with it.
	context.AfterFunc(ctx, stop)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	var exit exitCode
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.As(err, &exit):
		os.Exit(int(exit))
	default:
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// options are what the command line says.
type options struct {
	factory   string // empty: none
	data      string
	throwaway bool
	noWorker  bool
	command   []string // empty: stay
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("dev", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.factory, "factory", "", "`file` of the factory to apply; agents run in its folder")
	f.StringVar(&o.data, "data", ".redeye", "`folder` in which the data is kept between starts")
	f.BoolVar(&o.throwaway, "throwaway", false, "keep the data in a temporary folder, and remove it at the end")
	f.BoolVar(&o.noWorker, "no-worker", false, "start no worker")
	if err := f.Parse(args); err != nil {
		return options{}, err
	}
	o.command = f.Args()
	return o, o.resolve()
}

// resolve makes paths absolute, because children run elsewhere.
func (o *options) resolve() (err error) {
	if o.data, err = filepath.Abs(o.data); err != nil {
		return err
	}
	if o.factory == "" {
		return nil
	}
	if o.noWorker {
		return errors.New("--factory and --no-worker exclude each other: the worker prepares the database that a factory is kept in")
	}
	if o.factory, err = filepath.Abs(o.factory); err != nil {
		return err
	}
	if _, err = os.Stat(o.factory); err != nil {
		return fmt.Errorf("--factory: %w", err)
	}
	return nil
}

// run starts the stack, runs the command or waits, and stops the stack. A command that
// fails is an exitCode.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	s, err := newStack(o, stderr)
	if err != nil {
		return err
	}
	defer func() {
		if fault := s.down(); fault != nil {
			fmt.Fprintln(stderr, "while stopping:", fault)
		}
	}()
	if err := s.up(ctx); err != nil {
		return err
	}
	if len(o.command) > 0 {
		return s.runCommand(ctx, stdout)
	}
	return s.stay(ctx)
}
