package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/fault"
	"redeye/domain/genome"
	"redeye/domain/run"
)

func (a *app) genomeCommand() *cobra.Command {
	return group("genome", "Show what an agent is told about how its work is wanted",
		"A genome is the genes of one agent in one workspace, and what was observed of its work of late.",
		a.genomeShowCommand())
}

// genomeView is a genome as a run is told it.
type genomeView struct {
	Agent     string `json:"agent"`
	Workspace string `json:"workspace"`
	Run       string `json:"run,omitempty"` // empty for the next one
	genome.Section
}

func (a *app) genomeShowCommand() *cobra.Command {
	var id, workspace string
	var cmd *cobra.Command
	cmd = a.command("show AGENT", "Show the genome as the next run is told it, or as a run was told it", `
Show prints the exact text: what the agent's next run would be told under the current
factory or, with --run, what a run was told. --json also has the IDs of what is told.`,
		"starter genome show editor --run release-notes-k3f9q.2",
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			view := genomeView{Agent: args[0], Workspace: workspace, Run: id}
			if id == "" {
				var next postgres.NextTold
				next, err = db.NextTold(ctx, workspace, args[0], time.Now())
				view.Section = next.Genome
			} else {
				err = view.recorded(ctx, db, cmd.Flags().Changed("workspace"))
			}
			if err != nil {
				return err
			}
			return a.print(view.arrays(), func(p *page) { writeGenome(p, view) })
		})
	cmd.Flags().StringVar(&id, "run", "", "the run that was told it")
	cmd.Flags().StringVar(&workspace, "workspace", "default", "whose work it is about")
	cmd.ValidArgsFunction = a.completeAgents()
	completeFlag(cmd, "run", a.completeRuns())
	return cmd
}

// recorded fills in what a run was told. It must be one of the agent and, where a
// workspace was asked for, of that.
func (v *genomeView) recorded(ctx context.Context, db *postgres.DB, inWorkspace bool) error {
	r, err := db.Run(ctx, run.ID(v.Run))
	switch {
	case err != nil:
		return err
	case r.Agent != v.Agent:
		return fault.Invalidf("run %s is %s's and not %s's", v.Run, r.Agent, v.Agent)
	case inWorkspace && r.Workspace != v.Workspace:
		return fault.Invalidf("run %s is in workspace %s and not in %s", v.Run, r.Workspace, v.Workspace)
	}
	v.Workspace = r.Workspace
	v.Section = genome.Section{
		Text: r.Genome, Genes: r.Genes, Observations: r.Observations, Weak: r.WeakGenes, LeftOut: r.LeftOutObservations,
	}
	return nil
}

// arrays is the view with empty lists for those that are null.
func (v genomeView) arrays() genomeView {
	v.Genes, v.Observations, v.Weak, v.LeftOut = array(v.Genes), array(v.Observations), array(v.Weak), array(v.LeftOut)
	return v
}

func writeGenome(p *page, v genomeView) {
	switch {
	case v.Text != "":
		p.linef("%s", v.Text)
	case v.Run != "":
		p.linef("run %s was told no genome", v.Run)
	default:
		p.linef("%s is told no genome in %s", v.Agent, v.Workspace)
	}
}
