package main

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/fault"
	"redeye/domain/memory"
)

func (a *app) threadCommand() *cobra.Command {
	return group("thread", "List, close and delete the matters that agents left open", `
A thread is a matter that an agent left open. Its later runs are told it until one of them,
or a person, closes it, or it expires; with memory = true in [genome].`,
		a.threadListCommand(), a.threadCloseCommand(), a.threadDeleteCommand())
}

func (a *app) threadListCommand() *cobra.Command {
	var filter postgres.ThreadFilter
	var state string
	cmd := a.command("list", "List threads, newest first", "List shows threads, and how those that ended did.",
		"starter thread list --agent editor --state open",
		func(ctx context.Context, _ []string) error {
			filter.State = memory.State(state)
			if known := []memory.State{"", memory.Open, memory.Closed, memory.Expired}; !slices.Contains(known, filter.State) {
				return fault.Invalidf("--state %q: a thread is open, closed or expired", state)
			}
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			list, err := db.Threads(ctx, filter)
			if err != nil {
				return err
			}
			return a.print(array(list), func(p *page) { writeThreads(p, list) })
		})
	cmd.Flags().StringVar(&filter.Agent, "agent", "", "only threads of this agent")
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only threads of this workspace")
	cmd.Flags().StringVar(&state, "state", "", "only this state: open, closed or expired")
	completeFlag(cmd, "agent", a.completeAgents())
	completeFlag(cmd, "workspace", a.completeWorkspaces())
	return cmd
}

func writeThreads(p *page, list []memory.ThreadRecord) {
	rows := make([][]string, 0, len(list))
	for _, t := range list {
		rows = append(rows, []string{t.ID, t.Workspace, t.Agent, threadState(t), clock(t.OpenedAt), t.Text + after(" → ", t.Note)})
	}
	p.table("THREAD WORKSPACE AGENT STATE OPENED TEXT", "no threads", rows)
}

func threadState(t memory.ThreadRecord) string {
	return string(t.State) + after(" by ", t.EndedBy)
}

func (a *app) threadCloseCommand() *cobra.Command {
	var by, note string
	cmd := a.command("close ID", "Settle a thread", "Close has no run told the thread any more. Its record is kept for 90 days.",
		`starter thread close release-notes-k3f9q.2.t1 --note "the logo is blue"`,
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			t, err := db.CloseThread(ctx, args[0], a.by(by), note, time.Now())
			if err != nil {
				return err
			}
			return a.print(t, func(p *page) { p.linef("%s is closed, by %s: %s", t.ID, t.EndedBy, t.Text) })
		})
	cmd.Flags().StringVar(&by, "by", "", "who closes it")
	cmd.Flags().StringVar(&note, "note", "", "how it was settled")
	cmd.ValidArgsFunction = a.completeThreads(memory.Open)
	return cmd
}

func (a *app) threadDeleteCommand() *cobra.Command {
	cmd := a.command("delete ID", "Delete a thread", "Delete leaves nothing of the thread but what runs were told of it.",
		"starter thread delete release-notes-k3f9q.2.t1",
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			if err := db.DeleteThread(ctx, args[0]); err != nil {
				return err
			}
			return a.print(map[string]string{"deleted": args[0]}, func(p *page) { p.linef("%s is deleted", args[0]) })
		})
	cmd.ValidArgsFunction = a.completeThreads("")
	return cmd
}

func (a *app) completeThreads(state memory.State) completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		list, err := db.Threads(ctx, postgres.ThreadFilter{State: state})
		for _, t := range list {
			words = append(words, cobra.CompletionWithDesc(t.ID, excerpt(t.Text)))
		}
		return words, err
	})
}
