package main

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"redeye/activities/tools/client"
	"redeye/domain/fault"
	"redeye/domain/run"
)

func (a *app) toolCommand() *cobra.Command {
	return group("tool", "Call a tool of the run this is called in", `
Tool is for agents that are shell scripts: it makes the same calls as an MCP client. It
works inside a run only, where REDEYE_MCP_URL and REDEYE_TOKEN are set, and speaks for
that run alone.`,
		a.toolSendCommand(), a.toolHelpCommand(), a.toolLearnCommand(), a.toolReportCommand(),
		a.toolThreadOpenCommand(), a.toolThreadCloseCommand(),
		a.toolPlainCommand(run.ToolPeers, "List the agents this run may send to"),
		a.toolPlainCommand(run.ToolStatus, "Show what the chain has left: hops, runs, fuel"))
}

func (a *app) toolSendCommand() *cobra.Command {
	var send run.SendArgs
	cmd := a.command("send TO", "Hand work to another agent", `
Send hands a message to another agent, which starts when this run has ended. The body is
all that it gets from this run; - reads it from standard input.`,
		"starter tool send editor --headline \"12 commits\" --body - <log.txt",
		func(ctx context.Context, args []string) (err error) {
			send.To = args[0]
			if send.Body, err = a.orInput(send.Body, run.BodyBytes); err != nil {
				return err
			}
			return a.call(ctx, run.ToolSend, send)
		})
	cmd.Flags().StringVar(&send.Headline, "headline", "", "one line on what the message is about")
	cmd.Flags().StringVar(&send.Body, "body", "", "the message, - for standard input")
	return cmd
}

func (a *app) toolHelpCommand() *cobra.Command {
	var request run.HelpArgs
	cmd := a.command("help SUMMARY", "Ask a person", `
Help asks a person. A fatal request ends this run, and the answer starts a new one; with
any other this run goes on.`,
		`starter tool help --category decision --fatal "Which version number do these notes get?"`,
		func(ctx context.Context, args []string) (err error) {
			request.Summary = args[0]
			if request.Detail, err = a.orInput(request.Detail, run.BodyBytes); err != nil {
				return err
			}
			return a.call(ctx, run.ToolHelp, request)
		})
	cmd.Flags().StringVar(&request.Category, "category", "", "access, tooling, ambiguity, environment, decision or other")
	cmd.Flags().BoolVar(&request.Fatal, "fatal", false, "this run cannot go on without an answer")
	cmd.Flags().StringVar(&request.Detail, "detail", "", "what a person must know to answer, - for standard input")
	return cmd
}

func (a *app) toolLearnCommand() *cobra.Command {
	return a.command("learn TEXT", "Propose a learning for later runs of this agent",
		"Learn proposes one insight of at most 400 characters that later runs of this agent should know.",
		`starter tool learn "Commit subjects here begin with the package they change."`,
		func(ctx context.Context, args []string) error {
			return a.call(ctx, run.ToolLearn, run.LearnArgs{Text: args[0]})
		})
}

func (a *app) toolReportCommand() *cobra.Command {
	return a.command("report HEADLINE", "Say in one line what this run has done",
		"Report sets the line that people see beside this run. The last one counts.",
		`starter tool report "grouped 12 commits by area"`,
		func(ctx context.Context, args []string) error {
			return a.call(ctx, run.ToolReport, run.ReportArgs{Headline: args[0]})
		})
}

func (a *app) toolThreadOpenCommand() *cobra.Command {
	return a.command("thread-open TEXT", "Leave a matter open for later runs of this agent", `
Thread-open notes one matter of at most 400 characters, which later runs of this agent are
told until one of them closes it. It works where the factory gives agents a memory.`,
		`starter tool thread-open "The notes of 1.4.1 wait for a run that may publish."`,
		func(ctx context.Context, args []string) error {
			return a.call(ctx, run.ToolThreadOpen, run.ThreadOpenArgs{Text: args[0]})
		})
}

func (a *app) toolThreadCloseCommand() *cobra.Command {
	var note string
	cmd := a.command("thread-close ID", "Close a matter that this agent left open",
		"Thread-close settles a thread that this run was told, or has opened.",
		`starter tool thread-close release-notes-k3f9q.3.t4 --note "published"`,
		func(ctx context.Context, args []string) error {
			return a.call(ctx, run.ToolThreadClose, run.ThreadCloseArgs{Thread: args[0], Note: note})
		})
	cmd.Flags().StringVar(&note, "note", "", "how it was settled")
	return cmd
}

func (a *app) toolPlainCommand(name, short string) *cobra.Command {
	return a.command(name, short, short+".", "starter tool "+name,
		func(ctx context.Context, _ []string) error { return a.call(ctx, name, run.NoArgs{}) })
}

// call makes one tool call and prints its reply. A refusal is an error whose text tells
// the agent what is allowed.
func (a *app) call(ctx context.Context, tool string, arguments any) error {
	access := run.Access{URL: a.getenv("REDEYE_MCP_URL"), Token: a.getenv("REDEYE_TOKEN")}
	if access.URL == "" || access.Token == "" {
		return fault.Invalidf("REDEYE_MCP_URL and REDEYE_TOKEN are not set: starter tool works inside a run, which gives them to its agent")
	}
	encoded, err := json.Marshal(arguments)
	if err != nil {
		return err
	}
	reply, err := client.Call(ctx, access, tool, encoded)
	if err != nil {
		return err
	}
	return a.print(map[string]string{"reply": reply}, func(p *page) { p.linef("%s", strings.TrimRight(reply, "\n")) })
}

// orInput is a text given as a flag, or standard input for "-". Redeye itself refuses
// what is too long; reading stops where that is certain.
func (a *app) orInput(given string, limit int64) (string, error) {
	if given != "-" {
		return given, nil
	}
	return a.read("-", limit)
}
