package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/quality"
)

func (a *app) competenceCommand() *cobra.Command {
	return group("competence", "List what customers accept, by agent and pipeline",
		"Competence is what the night counts, with competence = true in [genome]. It is for people: no agent is told.",
		a.competenceListCommand())
}

func (a *app) competenceListCommand() *cobra.Command {
	var filter postgres.CompetenceFilter
	cmd := a.command("list", "List accepted and rejected outputs by agent and pipeline", `
List shows how many outputs were accepted and rejected, the share of those accepted, and its
95 % interval (Wilson): with few outcomes it is wide.`,
		"starter competence list --agent editor",
		func(ctx context.Context, _ []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			list, err := db.Competence(ctx, filter)
			if err != nil {
				return err
			}
			return a.print(array(list), func(p *page) { writeCompetence(p, list) })
		})
	cmd.Flags().StringVar(&filter.Agent, "agent", "", "only this agent")
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only this workspace")
	completeFlag(cmd, "agent", a.completeAgents())
	completeFlag(cmd, "workspace", a.completeWorkspaces())
	return cmd
}

func writeCompetence(p *page, list []quality.Competence) {
	rows := make([][]string, 0, len(list))
	for _, c := range list {
		rows = append(rows, []string{
			c.Workspace, c.Agent, cmp.Or(c.Pipeline, "-"), strconv.Itoa(c.Accepted), strconv.Itoa(c.Rejected), percent(c.Share()), clock(c.Night),
		})
	}
	p.table("WORKSPACE AGENT PIPELINE ACCEPTED REJECTED SHARE COUNTED",
		"nothing is counted yet; the night counts outcomes, with competence = true in [genome]", rows)
}

// percent is a share with its interval; nothing of nothing.
func percent(s quality.Share) string {
	if s.Of == 0 {
		return "-"
	}
	low, high := s.Wilson()
	return fmt.Sprintf("%.0f%% (%.0f to %.0f)", 100*s.Rate(), 100*low, 100*high)
}
