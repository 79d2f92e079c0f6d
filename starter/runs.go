package main

import (
	"context"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/learning"
	"redeye/domain/run"
)

func (a *app) runCommand() *cobra.Command {
	return group("run", "List and show runs",
		"A run is one execution of one agent inside a chain.",
		a.runListCommand(), a.runShowCommand())
}

func (a *app) runListCommand() *cobra.Command {
	var filter postgres.RunFilter
	cmd := a.command("list", "List runs, newest first",
		"List shows the newest runs with their outcome and cost.",
		"starter run list --agent editor",
		func(ctx context.Context, _ []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			records, err := db.Runs(ctx, filter)
			if err != nil {
				return err
			}
			return a.print(array(records), func(p *page) { writeRuns(p, records) })
		})
	cmd.Flags().StringVar(&filter.Chain, "chain", "", "only runs of this chain")
	cmd.Flags().StringVar(&filter.Agent, "agent", "", "only runs of this agent")
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only runs of this workspace")
	cmd.Flags().IntVar(&filter.Limit, "limit", 50, "at most so many")
	return cmd
}

// runParts chooses the long parts of run show.
type runParts struct{ prompt, output, calls bool }

// runDetail is a run with what has become of the learnings it was told.
type runDetail struct {
	run.Record
	// Learnings are the told ones as they stand now, by ID; a deleted one is missing.
	Learnings map[string]learning.Learning `json:"learnings_now"`
}

func (a *app) runShowCommand() *cobra.Command {
	var parts runParts
	cmd := a.command("show ID", "Show a run: what it was told, what it did, what it cost", `
Show prints the record of one run: the message and the learnings it was told, word for
word as it was told them, when each of them lapses, its attempts and how it ended.
The whole prompt, the output and the tool calls are shown when asked for; --json has all.`,
		"starter run show release-notes-k3f9q.2 --prompt",
		func(ctx context.Context, args []string) error {
			detail, err := a.runDetail(ctx, run.ID(args[0]))
			if err != nil {
				return err
			}
			return a.print(detail, func(p *page) { writeRun(p, detail, parts) })
		})
	cmd.Flags().BoolVar(&parts.prompt, "prompt", false, "show the whole prompt")
	cmd.Flags().BoolVar(&parts.output, "output", false, "show what each attempt printed")
	cmd.Flags().BoolVar(&parts.calls, "calls", false, "show the tool calls of each attempt")
	cmd.ValidArgsFunction = a.completeRuns()
	return cmd
}

func (a *app) runDetail(ctx context.Context, id run.ID) (runDetail, error) {
	db, err := a.database(ctx)
	if err != nil {
		return runDetail{}, err
	}
	detail := runDetail{Learnings: map[string]learning.Learning{}}
	if detail.Record, err = db.Run(ctx, id); err != nil || len(detail.Told) == 0 {
		return detail, err
	}
	now, err := db.Learnings(ctx, postgres.LearningFilter{Workspace: detail.Workspace, Agent: detail.Agent})
	for _, l := range now {
		detail.Learnings[l.ID] = l.Learning
	}
	return detail, err
}
