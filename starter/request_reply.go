package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os/user"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"

	"redeye/domain/fault"
	"redeye/domain/help"
	"redeye/workflows"
)

// replyTimeout bounds the wait for a worker to take a reply. A reply that no worker has
// taken by then is not recorded anywhere.
const replyTimeout = 30 * time.Second

func (a *app) requestAnswerCommand() *cobra.Command {
	answer := help.Answer{}
	chosen := flagValues{}
	cmd := a.command("answer ID TEXT", "Answer a help request", `
Answer closes a request and starts a new chain at the agent that asked. That chain is told
the request and the answer word for word, and runs under the recorded pipeline and flags.
A flag that the record does not know must be given with --flag; a recorded one cannot be.
TEXT may be - for standard input; put -- before one that begins with a dash. Without --by
the answer is recorded under the name of the operating-system account it comes from.`,
		`starter request answer release-notes-k3f9q.3.h2 "1.4.0"`,
		func(ctx context.Context, args []string) (err error) {
			if answer.Text, err = a.answerText(args[1]); err != nil {
				return err
			}
			answer.By, answer.Flags = a.by(answer.By), chosen
			if err := help.Check(answer); err != nil {
				return err
			}
			return a.reply(ctx, args[0], workflows.UpdateAnswer, answer)
		})
	cmd.Flags().StringVar(&answer.By, "by", "", "who answers")
	cmd.Flags().Var(chosen, "flag", "a flag that the request's record does not know: name=true or name=false")
	cmd.ValidArgsFunction = a.completeRequests(true)
	return cmd
}

func (a *app) requestResolveCommand() *cobra.Command {
	var resolution help.Resolution
	cmd := a.command("resolve ID", "Close a help request without an answer", `
Resolve says that nothing more is needed. No chain starts; a chain that waits for the
request is finished.`,
		`starter request resolve release-notes-k3f9q.3.h2 --reason "published by hand"`,
		func(ctx context.Context, args []string) error {
			resolution.By = a.by(resolution.By)
			return a.reply(ctx, args[0], workflows.UpdateResolve, resolution)
		})
	cmd.Flags().StringVar(&resolution.By, "by", "", "who resolves it")
	cmd.Flags().StringVar(&resolution.Reason, "reason", "", "why no answer is needed")
	cmd.ValidArgsFunction = a.completeRequests(true)
	return cmd
}

// reply sends an answer or a resolution as an update, so that a refusal is heard here.
func (a *app) reply(ctx context.Context, id, name string, payload any) error {
	c, err := a.dial(ctx)
	if err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, replyTimeout)
	defer cancel()
	out, err := update(waiting, c, id, name, payload)
	var gone *serviceerror.NotFound
	switch {
	case errors.As(err, &gone):
		return a.tooLate(ctx, id)
	case err != nil && waiting.Err() != nil && ctx.Err() == nil:
		return fault.Unavailablef("no worker took the %s within %s; see whether one did since: starter request show %s", name, replyTimeout, id)
	case err != nil:
		return fromTemporal(err)
	}
	return a.print(out, func(p *page) { writeReply(p, id, out) })
}

func update(ctx context.Context, c client.Client, id, name string, payload any) (workflows.HelpRequestOut, error) {
	var out workflows.HelpRequestOut
	handle, err := c.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
		WorkflowID: id, UpdateID: rand.Text(), UpdateName: name, Args: []any{payload},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	if err != nil {
		return out, err
	}
	return out, handle.Get(ctx, &out)
}

// tooLate says why Temporal has no open workflow for a request.
func (a *app) tooLate(ctx context.Context, id string) error {
	db, err := a.database(ctx)
	if err != nil {
		return err
	}
	record, err := db.Request(ctx, id)
	switch {
	case err != nil:
		return err
	case record.Closed != nil:
		return help.AlreadyClosed(id, *record.Closed)
	}
	return fault.Unavailablef("request %s is on record as open, but its workflow does not run: if it was filed just now, try again in a moment", id)
}

func writeReply(p *page, id string, out workflows.HelpRequestOut) {
	switch {
	case !out.Answered():
		p.linef("%s is resolved, by %s at %s", id, out.By, clock(out.At))
		return
	case out.Delivered:
		p.linef("%s is answered, by %s at %s: the chain that asked is still open and tells its agent", id, out.By, clock(out.At))
		p.linef("if no further run of it begins there, %s starts", out.Chain)
	default:
		p.linef("%s is answered, by %s at %s: chain %s starts, flags: %s", id, out.By, clock(out.At), out.Chain, flags(out.Flags))
		p.linef("follow it: starter chain follow %s", out.Chain)
	}
	if len(out.Dropped) > 0 {
		p.linef("dropped, since the pipeline no longer declares them: %s", strings.Join(out.Dropped, ", "))
	}
}

// answerText is the answer given on the command line, or standard input for "-".
func (a *app) answerText(arg string) (string, error) {
	if arg != "-" {
		return arg, nil
	}
	body, err := a.read("-", help.AnswerBytes)
	if err != nil {
		return "", fmt.Errorf("read the answer: %w", err)
	}
	return strings.TrimRight(body, "\n"), nil
}

// by names who replies: the given name, else the operating-system account.
func (a *app) by(given string) string {
	if given != "" {
		return given
	}
	if account, err := user.Current(); err == nil {
		return account.Username
	}
	return a.getenv("USER")
}
