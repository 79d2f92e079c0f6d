package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
)

func (a *app) workspaceCommand() *cobra.Command {
	return group("workspace", "List workspaces, and keep one out of the experiment",
		"A workspace is whose work it is: a customer, a team. The first chain of one adds it.",
		a.workspaceListCommand(), a.workspaceOptOutCommand(), a.workspaceOptInCommand())
}

func (a *app) workspaceListCommand() *cobra.Command {
	return a.command("list", "List workspaces", "List shows every workspace that has had a chain, or has opted out.",
		"starter workspace list",
		func(ctx context.Context, _ []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			list, err := db.Workspaces(ctx)
			if err != nil {
				return err
			}
			return a.print(array(list), func(p *page) { writeWorkspaces(p, list) })
		})
}

func writeWorkspaces(p *page, list []postgres.Workspace) {
	rows := make([][]string, 0, len(list))
	for _, w := range list {
		in := "may be in it"
		if w.OptedOutAt != nil {
			in = "opted out, by " + w.OptedOutBy + " at " + clock(*w.OptedOutAt)
		}
		rows = append(rows, []string{w.ID, in})
	}
	p.table("WORKSPACE EXPERIMENT", "no workspaces", rows)
}

func (a *app) workspaceOptOutCommand() *cobra.Command {
	var by string
	cmd := a.command("opt-out WORKSPACE", "Keep a workspace's runs out of the experiment", `
Opt-out has no run of the workspace begin without a gene that it would be told: from the next
one on, each is told all of them. What was counted before stays.`,
		"starter workspace opt-out acme --by ann",
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			if err := db.OptOut(ctx, args[0], a.by(by), time.Now()); err != nil {
				return err
			}
			return a.printWorkspace(ctx, args[0])
		})
	cmd.Flags().StringVar(&by, "by", "", "who decides it")
	cmd.ValidArgsFunction = a.completeWorkspaces()
	return cmd
}

func (a *app) workspaceOptInCommand() *cobra.Command {
	cmd := a.command("opt-in WORKSPACE", "Take an opt-out back", "Opt-in lets the workspace's runs be in the experiment again.",
		"starter workspace opt-in acme",
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			if err := db.OptIn(ctx, args[0]); err != nil {
				return err
			}
			return a.printWorkspace(ctx, args[0])
		})
	cmd.ValidArgsFunction = a.completeWorkspaces()
	return cmd
}

func (a *app) printWorkspace(ctx context.Context, id string) error {
	w, err := a.db.Workspace(ctx, id)
	if err != nil {
		return err
	}
	return a.print(w, func(p *page) {
		if w.OptedOutAt != nil {
			p.linef("no run of workspace %s is in the experiment from now on", w.ID)
			return
		}
		p.linef("runs of workspace %s may be in the experiment", w.ID)
	})
}

func (a *app) completeWorkspaces() completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		list, err := db.Workspaces(ctx)
		for _, w := range list {
			words = append(words, w.ID)
		}
		return words, err
	})
}
