package main

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
)

const (
	// completeTimeout bounds what a person waits for after pressing Tab.
	completeTimeout = 2 * time.Second
	// completions bounds how many IDs are offered: the newest are those that are meant.
	completions = 30
)

type completion = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)

// complete offers words from the database for a command's first argument. A shell has no
// place for an error, so that without a database there are no words.
func (a *app) complete(words func(context.Context, *postgres.DB) ([]string, error)) completion {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), completeTimeout)
		defer cancel()
		db, err := a.database(ctx)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		found, err := words(ctx, db)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

func (a *app) completeChains() completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		chains, err := db.Chains(ctx, postgres.ChainFilter{Limit: completions})
		for _, c := range chains {
			words = append(words, cobra.CompletionWithDesc(c.ID, c.Pipeline))
		}
		return words, err
	})
}

func (a *app) completePipelines() completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) ([]string, error) {
		_, f, err := db.CurrentFactory(ctx)
		return slices.Sorted(maps.Keys(f.Pipelines)), err
	})
}

func (a *app) completeRuns() completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		runs, err := db.Runs(ctx, postgres.RunFilter{Limit: completions})
		for _, r := range runs {
			words = append(words, cobra.CompletionWithDesc(string(r.ID), r.Agent))
		}
		return words, err
	})
}

func (a *app) completeRequests(openOnly bool) completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		requests, err := db.HelpRequests(ctx, postgres.RequestFilter{OpenOnly: openOnly, Limit: completions})
		for _, r := range requests {
			words = append(words, cobra.CompletionWithDesc(r.ID, r.Summary))
		}
		return words, err
	})
}

func (a *app) completeLearnings() completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		learnings, err := db.Learnings(ctx, postgres.LearningFilter{})
		for _, l := range learnings {
			words = append(words, cobra.CompletionWithDesc(l.ID, l.Text))
		}
		return words, err
	})
}

func completeFactoryFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"toml"}, cobra.ShellCompDirectiveFilterFileExt
}
