// Simulate lets made-up customers work with an agent for many days, and shows whether what
// the agent learns of them is true. It runs the product's own rules, night by night, and no
// model: what an agent makes of what it is told is a number.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"

	"golang.org/x/sync/errgroup"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "simulate:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("simulate", flag.ContinueOnError)
	seeds := flags.Int("seeds", 200, "lives of each persona in each arm")
	picture := flags.String("svg", "", "draw the result to this file")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *seeds < 2 || flags.NArg() > 0 {
		return fmt.Errorf("want --seeds of 2 or more, and no other words than flags")
	}
	all, err := simulate(*seeds)
	if err != nil {
		return err
	}
	if *picture != "" {
		drawn, err := draw(all)
		if err != nil {
			return err
		}
		if err := os.WriteFile(*picture, drawn, 0o644); err != nil { //nolint:gosec // a picture is to be seen
			return err
		}
	}
	var table bytes.Buffer
	write(&table, *seeds, all)
	_, err = table.WriteTo(out)
	return err
}

// result is every life of one persona in one arm, by seed.
type result struct {
	persona
	arm
	lives []tally
}

// simulate lives all lives, on every processor; which of them lives which cannot matter.
func simulate(seeds int) ([]result, error) {
	var all []result
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range personas {
		for _, a := range arms {
			lives := make([]tally, seeds)
			all = append(all, result{p, a, lives})
			for seed := range lives {
				group.Go(func() (err error) {
					lives[seed], err = live(a, p, uint64(seed))
					return err
				})
			}
		}
	}
	return all, group.Wait()
}
