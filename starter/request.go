package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/help"
	"redeye/workflows"
)

// queryTimeout bounds a question that only a worker can answer: there may be none.
const queryTimeout = 3 * time.Second

func (a *app) requestCommand() *cobra.Command {
	return group("request", "List, show, answer and resolve help requests",
		"A help request is the only message of an agent that reaches a person.",
		a.requestListCommand(), a.requestShowCommand(), a.requestAnswerCommand(), a.requestResolveCommand())
}

func (a *app) requestListCommand() *cobra.Command {
	var filter postgres.RequestFilter
	var all bool
	cmd := a.command("list", "List the open help requests",
		"List shows the requests that wait for a person; with --all also the closed ones.",
		"starter request list --workspace acme",
		func(ctx context.Context, _ []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			filter.OpenOnly = !all
			records, err := db.HelpRequests(ctx, filter)
			if err != nil {
				return err
			}
			return a.print(array(records), func(p *page) { writeRequests(p, records) })
		})
	cmd.Flags().BoolVar(&all, "all", false, "also the closed ones")
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only requests of this workspace")
	cmd.Flags().StringVar(&filter.Chain, "chain", "", "only requests of this chain")
	cmd.Flags().IntVar(&filter.Limit, "limit", 50, "at most so many")
	return cmd
}

// requestDetail is a request with the replies that could not be accepted. They are known
// to its workflow alone, so that a worker must be there to tell.
type requestDetail struct {
	help.Record
	Refusals []workflows.RefusedReply `json:"refused_replies"` // null is unknown
	// Unknown says why the refused replies are not known; empty if they are.
	Unknown string `json:"refused_replies_unknown,omitempty"`
}

func (a *app) requestShowCommand() *cobra.Command {
	cmd := a.command("show ID", "Show a help request, its answer and the refused replies", `
Show prints a request as it was filed and how it was closed. Replies that could not be
accepted, such as a misspelt signal, are listed with the reason: they have no other
sender to hear it.`,
		"starter request show release-notes-k3f9q.3.h2",
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			detail := requestDetail{}
			if detail.Record, err = db.Request(ctx, args[0]); err != nil {
				return err
			}
			detail.Refusals, err = a.refusals(ctx, args[0])
			if err != nil {
				detail.Unknown = err.Error()
			}
			return a.print(detail, func(p *page) { writeRequest(p, detail) })
		})
	cmd.ValidArgsFunction = a.completeRequests(false)
	return cmd
}

// refusals asks a request's workflow which replies it had to refuse.
func (a *app) refusals(ctx context.Context, id string) ([]workflows.RefusedReply, error) {
	c, err := a.dial(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	value, err := c.QueryWorkflow(ctx, id, "", workflows.QueryStatus)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("no worker answered within %s", queryTimeout)
	}
	if err != nil {
		return nil, fromTemporal(err)
	}
	var status workflows.RequestStatus
	if err := value.Get(&status); err != nil {
		return nil, fmt.Errorf("read the status of request %s: %w", id, err)
	}
	return array(status.Refusals), nil
}
