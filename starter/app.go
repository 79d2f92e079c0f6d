package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"go.temporal.io/sdk/client"

	"redeye/activities/postgres"
	"redeye/domain/fault"
)

// app is one invocation: its streams, its environment and what it has connected to.
type app struct {
	getenv   func(string) string
	in       io.Reader
	out, err io.Writer
	json     bool
	// began is set once a command runs: what goes wrong before is a matter of usage.
	began bool

	db       *postgres.DB
	temporal client.Client
}

func (a *app) root() *cobra.Command {
	root := group("starter", "Start and follow Redeye's chains, and answer their requests", `
Starter speaks to a running Redeye. It needs:

  DATABASE_URL        the PostgreSQL of the workers
  TEMPORAL_ADDRESS    the Temporal server, default localhost:7233; every other TEMPORAL_*
                      variable and temporal.toml are understood too
  REDEYE_TASK_QUEUE   the task queue of the workers, default redeye

"make dev" starts all of it on one machine and prints these settings.

Exit codes: 0 done, 1 internal, 2 invalid, 3 not found, 4 conflict, 5 unavailable,
6 a night that is partial, 7 alerts that nobody has acknowledged.`,
		a.chainCommand(), a.requestCommand(), a.learningCommand(), a.runCommand(),
		a.observeCommand(), a.outcomeCommand(), a.observationCommand(), a.geneCommand(), a.genomeCommand(),
		a.familyCommand(), a.experimentCommand(), a.competenceCommand(), a.scorecardCommand(),
		a.threadCommand(), a.episodeCommand(), a.alertCommand(), a.workspaceCommand(),
		a.nightCommand(), a.factoryCommand(), a.toolCommand())
	root.Example = "  starter chain start release-notes --flag may_publish=true --follow"
	root.SilenceErrors, root.SilenceUsage = true, true
	root.PersistentFlags().BoolVar(&a.json, "json", false, "print data as JSON")
	return root
}

// group is a command that only holds others. Without one of them, or with a word that is
// none of them, it is an error that names them.
func group(use, short, long string, children ...*cobra.Command) *cobra.Command {
	g := &cobra.Command{Use: use, Short: short, Long: strings.TrimSpace(long)}
	g.AddCommand(children...)
	names := make([]string, 0, len(children))
	for _, c := range children {
		names = append(names, c.Name())
	}
	// Arbitrary arguments, so that an unknown word reaches RunE and is answered here.
	g.Args = cobra.ArbitraryArgs
	g.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fault.Invalidf("%s needs a command: %s; --help tells what they do", cmd.CommandPath(), strings.Join(names, ", "))
		}
		return fault.Invalidf("%s has no command %q; it has: %s", cmd.CommandPath(), args[0], strings.Join(names, ", "))
	}
	return g
}

// command is one leaf of the command line. The words after its name in use are its
// arguments, all of them required but those in brackets.
func (a *app) command(use, short, long, example string, do func(ctx context.Context, args []string) error) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: strings.TrimSpace(long), Example: "  " + example,
		Args: func(cmd *cobra.Command, args []string) error {
			if most := len(strings.Fields(use)) - 1; len(args) > most || len(args) < most-strings.Count(use, "[") {
				return fault.Invalidf("%s was given with %s; usage: %s", cmd.CommandPath(), plural(len(args), "argument"), cmd.UseLine())
			}
			return nil
		},
		// Arguments are IDs and the like; those that are files say so themselves.
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			a.began = true
			return do(cmd.Context(), args)
		},
	}
}
