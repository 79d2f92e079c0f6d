package main

import (
	"context"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/help"
	"redeye/domain/run"
)

func (a *app) chainCommand() *cobra.Command {
	return group("chain", "Start, show, follow and cancel chains",
		"A chain is everything one trigger causes: the runs of agents that hand work to each other.",
		a.chainStartCommand(), a.chainListCommand(), a.chainShowCommand(), a.chainFollowCommand(), a.chainCancelCommand())
}

// chainLine is a chain in a list: its record and the state derived from it.
type chainLine struct {
	chain.Record
	State chain.State `json:"state"`
}

// chainDetail is a chain with everything that is recorded under it.
type chainDetail struct {
	chainLine
	RunRecords []run.Record    `json:"run_records"` // in order of their numbers
	Refusals   []chain.Refused `json:"refused_flights"`
	Requests   []help.Record   `json:"requests"`
}

func (a *app) chainListCommand() *cobra.Command {
	var filter postgres.ChainFilter
	cmd := a.command("list", "List chains, newest first",
		"List shows the newest chains with their state, runs and cost.",
		"starter chain list --pipeline release-notes",
		func(ctx context.Context, _ []string) error {
			lines, err := a.chainLines(ctx, filter)
			if err != nil {
				return err
			}
			return a.print(array(lines), func(p *page) { writeChains(p, lines) })
		})
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only chains of this workspace")
	cmd.Flags().StringVar(&filter.Pipeline, "pipeline", "", "only chains of this pipeline")
	cmd.Flags().IntVar(&filter.Limit, "limit", 50, "at most so many")
	return cmd
}

func (a *app) chainShowCommand() *cobra.Command {
	cmd := a.command("show ID", "Show a chain: runs, refused flights, requests, cost",
		"Show prints what is recorded of one chain and the state that follows from it.",
		"starter chain show release-notes-k3f9q",
		func(ctx context.Context, args []string) error {
			detail, err := a.chainDetail(ctx, args[0])
			if err != nil {
				return err
			}
			return a.print(detail, func(p *page) { writeChain(p, detail) })
		})
	cmd.ValidArgsFunction = a.completeChains()
	return cmd
}

func (a *app) chainCancelCommand() *cobra.Command {
	cmd := a.command("cancel ID", "Cancel a chain",
		`Cancel stops a chain's running agents, each with its grace, and begins nothing more.
The chain is then halted. What its agents did in the world stays done.`,
		"starter chain cancel release-notes-k3f9q",
		func(ctx context.Context, args []string) error { return a.cancelChain(ctx, args[0]) })
	cmd.ValidArgsFunction = a.completeChains()
	return cmd
}

func (a *app) cancelChain(ctx context.Context, id string) error {
	if err := a.mustRun(ctx, id); err != nil {
		return err
	}
	if err := fromTemporal(a.temporal.CancelWorkflow(ctx, id, "")); err != nil {
		return err
	}
	return a.print(map[string]string{"id": id, "cancel": "requested"}, func(p *page) {
		p.linef("cancelling %s: its running agents get their grace; see: starter chain follow %s", id, id)
	})
}

// mustRun is the difference between a chain that is over and one that never was.
// Temporal itself accepts the cancellation of a workflow that has just closed.
func (a *app) mustRun(ctx context.Context, id string) error {
	execution, err := a.execution(ctx, id)
	if err != nil || execution == chain.ExecutionRunning {
		return err
	}
	if execution == chain.ExecutionClosed {
		return fault.Conflictf("chain %s has already ended; see: starter chain show %s", id, id)
	}
	return fault.NotFoundf("Temporal knows no chain %s; see: starter chain list", id)
}

func (a *app) chainLines(ctx context.Context, filter postgres.ChainFilter) ([]chainLine, error) {
	db, err := a.database(ctx)
	if err != nil {
		return nil, err
	}
	records, err := db.Chains(ctx, filter)
	if err != nil {
		return nil, err
	}
	return a.derive(ctx, db, records)
}

func (a *app) chainDetail(ctx context.Context, id string) (chainDetail, error) {
	line, err := a.chainLine(ctx, id)
	if err != nil {
		return chainDetail{}, err
	}
	detail := chainDetail{chainLine: line}
	if detail.RunRecords, err = a.db.Runs(ctx, postgres.RunFilter{Chain: id}); err != nil {
		return detail, err
	}
	if detail.Refusals, err = a.db.RefusedFlights(ctx, id); err != nil {
		return detail, err
	}
	if detail.Requests, err = a.db.HelpRequests(ctx, postgres.RequestFilter{Chain: id}); err != nil {
		return detail, err
	}
	return detail.ordered(), nil
}
