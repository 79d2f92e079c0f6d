package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := invoke(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(exitCode(err))
}

// invoke is the whole command line as a function of its arguments, environment and
// streams; it is not called run because that is a package here.
// The error it returns is classified and has been reported on stderr.
func invoke(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) error {
	a := &app{getenv: getenv, in: stdin, out: stdout, err: stderr}
	defer a.close()
	return a.invoke(ctx, args)
}

func (a *app) invoke(ctx context.Context, args []string) error {
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	err := a.usage(root.ExecuteContext(ctx))
	// A flag that cannot be parsed may have hidden a --json behind it.
	report(a.err, err, a.json || slices.Contains(args, "--json"))
	return err
}
