package main

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"

	"redeye/domain/fault"
	"redeye/domain/quality"
	"redeye/starter/chart"
)

// scorecard is an agent's cards over some days.
type scorecard struct {
	Workspace string               `json:"workspace"`
	Agent     string               `json:"agent"`
	Cards     []quality.CardRecord `json:"cards"`
	Total     quality.Card         `json:"total"`
	days      []time.Time          // all of them, also those without a card
}

// mostDays is as far back as anybody looks at a glance.
const mostDays = 366

func (a *app) scorecardCommand() *cobra.Command {
	var workspace, file string
	var days int
	cmd := a.command("scorecard AGENT", "Show how an agent did, day by day", `
Scorecard shows what the nights counted, with scorecards = true in [genome]: a line for each
day, a total, and small charts. --svg draws the charts as a picture. Rates are of what
happened on that day: accepted of what was judged, edited of what customers came back to,
requests by run. In the total the share of accepted outputs has its 95 % interval.`,
		"starter scorecard editor --days 14 --svg editor.svg",
		func(ctx context.Context, args []string) error {
			if days < 1 || days > mostDays {
				return fault.Invalidf("--days %d is refused; allowed: 1 to %d", days, mostDays)
			}
			s, err := a.scorecard(ctx, workspace, args[0], days)
			if err != nil {
				return err
			}
			if err := a.draw(s, file); err != nil {
				return err
			}
			return a.print(s, func(p *page) { writeScorecard(p, s) })
		})
	cmd.Flags().StringVar(&workspace, "workspace", "default", "whose work it is about")
	cmd.Flags().IntVar(&days, "days", 30, "so many days, up to yesterday")
	cmd.Flags().StringVar(&file, "svg", "", "write the charts to this file")
	cmd.ValidArgsFunction = a.completeAgents()
	completeFlag(cmd, "workspace", a.completeWorkspaces())
	completeFiles(cmd, "svg")
	return cmd
}

func (a *app) scorecard(ctx context.Context, workspace, agent string, days int) (scorecard, error) {
	db, err := a.database(ctx)
	if err != nil {
		return scorecard{}, err
	}
	today := time.Now().UTC().Truncate(24 * time.Hour)
	s := scorecard{Workspace: workspace, Agent: agent}
	for n := days; n > 0; n-- {
		s.days = append(s.days, today.AddDate(0, 0, -n))
	}
	cards, err := db.Scorecards(ctx, workspace, agent, s.days[0])
	s.Cards, s.Total = array(cards), quality.Sum(cards)
	return s, err
}

// draw writes the picture, if one is wanted.
func (a *app) draw(s scorecard, file string) error {
	if file == "" {
		return nil
	}
	if len(s.Cards) == 0 {
		return fault.NotFoundf("there is no card of %s in %s to draw", s.Agent, s.Workspace)
	}
	picture, err := chart.SVG(s.panels()...)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, picture, 0o644); err != nil { //nolint:gosec // a picture is to be seen
		return fault.Invalidf("--svg: %w", err)
	}
	a.sayf("drawn: %s", file)
	return nil
}
