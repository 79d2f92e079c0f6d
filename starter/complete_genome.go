package main

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/genome"
)

func (a *app) completeAgents() completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) ([]string, error) {
		_, f, err := db.CurrentFactory(ctx)
		return slices.Sorted(maps.Keys(f.Agents)), err
	})
}

func (a *app) completeGenes(states ...genome.State) completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		genes, err := db.Genes(ctx, postgres.GeneFilter{States: states})
		for _, g := range genes {
			words = append(words, cobra.CompletionWithDesc(g.ID, g.Text))
		}
		return words, err
	})
}

// completeObservations offers those that are not revoked.
func (a *app) completeObservations() completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		observations, err := db.Observations(ctx, postgres.ObservationFilter{Limit: completions})
		for _, o := range observations {
			if o.RevokedBy == "" {
				words = append(words, cobra.CompletionWithDesc(o.ID, excerpt(o.Text)))
			}
		}
		return words, err
	})
}

func (a *app) completeNights() completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		nights, err := db.Nights(ctx, completions)
		for _, n := range nights {
			words = append(words, cobra.CompletionWithDesc(nightKey(n.Night), string(stateOf(n, time.Now()))))
		}
		return words, err
	})
}

// then offers fixed words for the argument after the first.
func then(first completion, second ...string) completion {
	return func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 1 {
			return second, cobra.ShellCompDirectiveNoFileComp
		}
		return first(cmd, args, word)
	}
}

// completeFlag offers for a flag what is offered for a first argument.
func completeFlag(cmd *cobra.Command, flag string, words completion) {
	must(cmd.RegisterFlagCompletionFunc(flag, func(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return words(cmd, nil, word)
	}))
}

// completeFiles has the shell complete file names for flags.
func completeFiles(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		must(cmd.MarkFlagFilename(flag))
	}
}

// must fails where a completion names a flag that its command does not have.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
