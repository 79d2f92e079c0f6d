package main

import (
	"context"
	"crypto/rand"
	"errors"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/run"
	"redeye/domain/text"
	"redeye/workflows"
)

const (
	// chainWorkflow is the registered name of the workflow a chain is.
	chainWorkflow = "Chain"
	// workspaceBytes bounds a workspace's name: it is a search attribute and a column (ours).
	workspaceBytes = 100
	// summaryBytes is Temporal's bound on a static summary.
	summaryBytes = 200
)

// chainID is what a chain may be called: it is part of run IDs and is typed in a shell.
var chainID = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,99}$`)

// startOptions are the flags of chain start.
type startOptions struct {
	flags         flagValues
	workspace, id string
	message       message
	follow        bool
}

func (a *app) chainStartCommand() *cobra.Command {
	o := startOptions{flags: flagValues{}}
	var cmd *cobra.Command
	cmd = a.command("start PIPELINE", "Start a chain", `
Start begins a chain at the pipeline's entry agent. It runs on the current factory as it
is now, whatever is applied later. A pipeline's flags have defaults; choose others with
--flag, once for each. The message, if there is one, is what the first agent is told.`,
		"git log -5 | starter chain start release-notes --flag may_publish=true --message-file -",
		func(ctx context.Context, args []string) error {
			o.message.byText, o.message.byFile = cmd.Flags().Changed("message"), cmd.Flags().Changed("message-file")
			return a.startChain(ctx, args[0], o)
		})
	cmd.Flags().Var(o.flags, "flag", "choose a flag of the pipeline: name, name=true or name=false")
	cmd.Flags().StringVar(&o.workspace, "workspace", "default", "whose work it is")
	cmd.Flags().StringVar(&o.message.text, "message", "", "message to the first agent")
	cmd.Flags().StringVar(&o.message.file, "message-file", "", "file with the message, - for standard input")
	cmd.Flags().StringVar(&o.id, "id", "", "the chain's ID, instead of one that is drawn")
	cmd.Flags().BoolVar(&o.follow, "follow", false, "follow the chain until it ends")
	cmd.ValidArgsFunction = a.completePipelines()
	return cmd
}

// chainStarted is what chain start prints.
type chainStarted struct {
	chain.Header
	Entry string `json:"entry"`
}

func (a *app) startChain(ctx context.Context, pipeline string, o startOptions) error {
	start, err := a.newStart(ctx, pipeline, o)
	if err != nil {
		return err
	}
	if err := a.execute(ctx, start); err != nil {
		return err
	}
	if o.follow {
		a.sayf("started %s", start.ID)
		return a.follow(ctx, start.ID)
	}
	return a.print(chainStarted{start.Header, start.Entry}, func(p *page) {
		p.linef("started %s at %s, flags: %s", start.ID, start.Entry, flags(start.Flags))
		p.linef("follow it: starter chain follow %s", start.ID)
	})
}

// newStart resolves a start against the current factory.
func (a *app) newStart(ctx context.Context, pipeline string, o startOptions) (chain.Start, error) {
	body, err := a.message(o.message)
	if err != nil {
		return chain.Start{}, err
	}
	if err := checkWorkspace(o.workspace); err != nil {
		return chain.Start{}, err
	}
	if o.id != "" && !chainID.MatchString(o.id) {
		return chain.Start{}, fault.Invalidf("--id %q: a chain ID has up to 100 lower-case letters, digits, - and _, and begins with a letter or digit", o.id)
	}
	db, err := a.database(ctx)
	if err != nil {
		return chain.Start{}, err
	}
	digest, current, err := db.CurrentFactory(ctx)
	if err != nil {
		return chain.Start{}, err
	}
	start, err := current.Start(digest, pipeline, o.flags)
	if err != nil {
		return chain.Start{}, err
	}
	start.ID, start.Workspace = o.id, o.workspace
	start.Headline, start.Body = text.Cut(text.FirstLine(body), run.HeadlineBytes), body
	if o.id == "" {
		start.ID = pipeline + "-" + strings.ToLower(rand.Text()[:idLetters])
		return start, nil
	}
	return start, a.mustBeFree(ctx, o.id)
}

func checkWorkspace(name string) error {
	if strings.TrimSpace(name) == "" || len(name) > workspaceBytes {
		return fault.Invalidf("--workspace %q: a workspace has a name of at most %d bytes", name, workspaceBytes)
	}
	return nil
}

// idLetters hold 50 bits: a million chains of one pipeline collide once in 2,000 times.
const idLetters = 10

// mustBeFree refuses an ID that a chain had before: Temporal forgets the used ones after
// its retention period, the database does not.
func (a *app) mustBeFree(ctx context.Context, id string) error {
	_, err := a.db.Chain(ctx, id)
	if err == nil {
		return taken(id)
	}
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	return err
}

func taken(id string) error {
	return fault.Conflictf("there is a chain %s already; see: starter chain show %s", id, id)
}

func (a *app) execute(ctx context.Context, start chain.Start) error {
	c, err := a.dial(ctx)
	if err != nil {
		return err
	}
	options := client.StartWorkflowOptions{
		ID: start.ID, TaskQueue: a.taskQueue(),
		// Only together do these two make a used ID an error.
		WorkflowIDReusePolicy:                    enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
		WorkflowExecutionErrorWhenAlreadyStarted: true,
		StaticSummary:                            summary(start.Header),
		TypedSearchAttributes: temporal.NewSearchAttributes(
			workflows.AttributeChain.ValueSet(start.ID),
			workflows.AttributePipeline.ValueSet(start.Pipeline),
			workflows.AttributeWorkspace.ValueSet(start.Workspace),
			workflows.AttributeState.ValueSet(string(chain.Working)),
		),
	}
	_, err = c.ExecuteWorkflow(ctx, options, chainWorkflow, workflows.ChainIn{Start: start})
	var duplicate *serviceerror.WorkflowExecutionAlreadyStarted
	if errors.As(err, &duplicate) {
		return taken(start.ID)
	}
	return fromTemporal(err)
}

// summary is the chain's line in the Temporal UI.
func summary(h chain.Header) string {
	return text.Cut(strings.Join([]string{h.Pipeline, h.Workspace, flags(h.Flags)}, " · "), summaryBytes)
}
