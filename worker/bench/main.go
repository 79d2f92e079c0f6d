// Command bench measures what Redeye adds to Temporal. It runs chains of an agent that
// does nothing, on the servers that DATABASE_URL and TEMPORAL_ADDRESS name, in turn with
//
//   - the floor: a bare workflow with one activity a hop that does nothing, and
//   - the three-activity way: begin, run and finish as an activity each.
//
// The last line it prints is one JSON object. Ratios are medians over the rounds: timings
// differ from machine to machine, the three ways of one round ran side by side.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := invoke(ctx, os.Args[1:], os.Getenv, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		stop()
		os.Exit(1)
	}
}

// size is how much is run.
type size struct{ chains, hops, concurrency, rounds int }

func invoke(ctx context.Context, args []string, getenv func(string) string, out io.Writer) error {
	var s size
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.IntVar(&s.chains, "chains", 100, "chains a round")
	flags.IntVar(&s.hops, "hops", 10, "hops a chain")
	flags.IntVar(&s.concurrency, "concurrency", 50, "chains at once")
	flags.IntVar(&s.rounds, "rounds", 5, "alternations of the three ways")
	if err := flags.Parse(args); err != nil {
		return err
	}
	b, err := open(ctx, getenv, s)
	if err != nil {
		return err
	}
	defer b.close()
	report, err := b.alternate(ctx, out)
	if err != nil {
		return err
	}
	return report.print(out)
}
