package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
)

func (a *app) experimentCommand() *cobra.Command {
	return group("experiment", "Show whether genes help", `
With leave_one_out = true in its [genome], a factory has one run in ten begin without one of
its learned genes. What customers accept with and without a gene says whether it helps.`,
		a.experimentShowCommand())
}

func (a *app) experimentShowCommand() *cobra.Command {
	var workspace string
	cmd := a.command("show AGENT", "Show an agent's genes with the outcomes with and without them", `
Show prints, for each learned gene, how many outputs were accepted with and without it, by
how many points of a hundred it makes them better, the 95 % interval of that, and the
verdict: keep, retire, no_effect, harm_stop or insufficient_data. The interval is that of a
sequential test, which holds however often one looks. The night retires what does harm.`,
		"starter experiment show editor",
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			e, err := db.Experiment(ctx, workspace, args[0], time.Now())
			if err != nil {
				return err
			}
			e.Genes = array(e.Genes)
			return a.print(e, func(p *page) { writeExperiment(p, e) })
		})
	cmd.Flags().StringVar(&workspace, "workspace", "default", "whose work it is about")
	cmd.ValidArgsFunction = a.completeAgents()
	return cmd
}

// noExperiment says why no run of the agent is in the experiment; empty if they may be.
func noExperiment(e postgres.Experiment) string {
	switch {
	case !e.On:
		return "the experiment is off; leave_one_out = true in [genome] turns it on"
	case e.Acts:
		return e.Agent + " acts on the world: none of its runs is in the experiment"
	case e.Workspace.OptedOutAt != nil:
		return "workspace " + e.Workspace.ID + " opted out, by " + e.Workspace.OptedOutBy + " at " + clock(*e.Workspace.OptedOutAt)
	}
	return ""
}
