// Command bench measures what Redeye adds to Temporal. It runs chains of an agent that
// does nothing, on the servers that DATABASE_URL and TEMPORAL_ADDRESS name, in turn with
//
//   - the floor: a bare workflow with one activity a hop that does nothing, and
//   - the three-activity way: begin, run and finish as an activity each.
//
// and the genome's rules with the plainest way of doing the same. The last line it prints is
// one JSON object. Ratios are medians over the rounds: timings differ from machine to
// machine, what is compared ran side by side.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
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
	only := flags.String("only", "", "measure one part alone: night, compile, grouping, chains")
	if err := flags.Parse(args); err != nil {
		return err
	}
	b, err := open(ctx, getenv, s)
	if err != nil {
		return err
	}
	defer b.close()
	all := figures{}
	for _, p := range parts {
		if *only != "" && *only != p.name {
			continue
		}
		measured, err := p.measure(b, ctx, out)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		maps.Copy(all, measured)
	}
	return all.print(out)
}

// parts are what can be measured, in order.
var parts = []struct {
	name    string
	measure func(*bench, context.Context, io.Writer) (figures, error)
}{
	{"night", (*bench).night},
	{"compile", (*bench).compile},
	{"grouping", (*bench).grouping},
	{"chains", (*bench).alternate},
}
