package main

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/fault"
	"redeye/domain/learning"
)

func (a *app) learningCommand() *cobra.Command {
	return group("learning", "List, keep and drop learnings",
		"A learning is an agent's own insight about its work, told to its later runs.",
		a.learningListCommand(),
		a.learningDecideCommand("keep", "Confirm a learning: it never lapses", (*postgres.DB).KeepLearning),
		a.learningDecideCommand("drop", "Reject a learning: it is never told again", (*postgres.DB).DropLearning))
}

func (a *app) learningListCommand() *cobra.Command {
	var filter postgres.LearningFilter
	var states []string
	cmd := a.command("list", "List learnings",
		"List shows learnings with their state and how many runs of their agent they have left.",
		"starter learning list --agent editor --state provisional",
		func(ctx context.Context, _ []string) (err error) {
			if filter.States, err = learningStates(states); err != nil {
				return err
			}
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			records, err := db.Learnings(ctx, filter)
			if err != nil {
				return err
			}
			return a.print(array(records), func(p *page) { writeLearnings(p, records) })
		})
	cmd.Flags().StringVar(&filter.Agent, "agent", "", "only learnings of this agent")
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only learnings of this workspace")
	cmd.Flags().StringSliceVar(&states, "state", nil, "only these states: provisional, confirmed, lapsed, rejected")
	return cmd
}

// learningDecideCommand is a person's verdict on a learning, from any state.
func (a *app) learningDecideCommand(name, short string, decide func(*postgres.DB, context.Context, string, time.Time) (learning.Record, error)) *cobra.Command {
	cmd := a.command(name+" ID", short,
		short+". It holds from any state, and from the next run of its agent on.",
		"starter learning "+name+" release-notes-k3f9q.2.l3",
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			record, err := decide(db, ctx, args[0], time.Now())
			if err != nil {
				return err
			}
			return a.print(record, func(p *page) { p.linef("%s is %s: %s", record.ID, record.State, record.Text) })
		})
	cmd.ValidArgsFunction = a.completeLearnings()
	return cmd
}

func learningStates(names []string) ([]learning.State, error) {
	known := []learning.State{learning.Provisional, learning.Confirmed, learning.Lapsed, learning.Rejected}
	states := make([]learning.State, 0, len(names))
	for _, name := range names {
		if !slices.Contains(known, learning.State(name)) {
			return nil, fault.Invalidf("--state %q: a learning is provisional, confirmed, lapsed or rejected", name)
		}
		states = append(states, learning.State(name))
	}
	return states, nil
}

func writeLearnings(p *page, records []learning.Record) {
	rows := make([][]string, 0, len(records))
	for _, r := range records {
		rows = append(rows, []string{r.ID, r.Agent, string(r.State), runsLeft(r.Learning), strconv.Itoa(r.Rediscoveries), r.Text})
	}
	p.table("LEARNING AGENT STATE RUNS_LEFT REDISCOVERIES TEXT", "no learnings", rows)
}

// runsLeft is a number only while it counts down.
func runsLeft(l learning.Learning) string {
	if l.State != learning.Provisional {
		return "-"
	}
	return strconv.Itoa(l.RunsLeft)
}
