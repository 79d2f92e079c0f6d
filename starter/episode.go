package main

import (
	"context"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/memory"
)

func (a *app) episodeCommand() *cobra.Command {
	return group("episode", "List and delete what agents are told of their last runs", `
An episode is one line on a run that ended. Later runs of its agent are told the last ten,
for 30 days; with memory = true in [genome].`,
		a.episodeListCommand(), a.episodeDeleteCommand())
}

func (a *app) episodeListCommand() *cobra.Command {
	var filter postgres.EpisodeFilter
	cmd := a.command("list", "List episodes, the latest first", "List shows the line that was kept of each run.",
		"starter episode list --agent editor",
		func(ctx context.Context, _ []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			list, err := db.Episodes(ctx, filter)
			if err != nil {
				return err
			}
			return a.print(array(list), func(p *page) { writeEpisodes(p, list) })
		})
	cmd.Flags().StringVar(&filter.Agent, "agent", "", "only episodes of this agent")
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only episodes of this workspace")
	cmd.Flags().IntVar(&filter.Limit, "limit", 50, "at most so many")
	completeFlag(cmd, "agent", a.completeAgents())
	completeFlag(cmd, "workspace", a.completeWorkspaces())
	return cmd
}

func writeEpisodes(p *page, list []memory.EpisodeRecord) {
	rows := make([][]string, 0, len(list))
	for _, e := range list {
		rows = append(rows, []string{e.Run, e.Workspace, e.Agent, clock(e.At), e.Line})
	}
	p.table("RUN WORKSPACE AGENT ENDED EPISODE", "no episodes", rows)
}

func (a *app) episodeDeleteCommand() *cobra.Command {
	cmd := a.command("delete RUN", "Delete a run's episode", "Delete leaves nothing of the episode but what runs were told of it.",
		"starter episode delete release-notes-k3f9q.2",
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			if err := db.DeleteEpisode(ctx, args[0]); err != nil {
				return err
			}
			return a.print(map[string]string{"deleted": args[0]}, func(p *page) { p.linef("the episode of %s is deleted", args[0]) })
		})
	cmd.ValidArgsFunction = a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		list, err := db.Episodes(ctx, postgres.EpisodeFilter{Limit: completions})
		for _, e := range list {
			words = append(words, cobra.CompletionWithDesc(e.Run, excerpt(e.Line)))
		}
		return words, err
	})
	return cmd
}
