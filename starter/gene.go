package main

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/fault"
	"redeye/domain/genome"
)

func (a *app) geneCommand() *cobra.Command {
	return group("gene", "List, show, write and judge genes",
		"A gene is one line of what an agent is told about how its work is wanted, in one workspace.",
		a.geneListCommand(), a.geneShowCommand(), a.geneAddCommand(),
		a.geneDecideCommand("approve", "Make a learned gene the customer's, or clear a flagged one",
			`Approve says that a gene holds: a learned one becomes the customer's, which outcomes only
flag for review; a flagged one has its contradictions forgotten.`, (*postgres.DB).ApproveGene),
		a.geneDecideCommand("reject", "Take a learned gene away, and keep its like away",
			`Reject has a learned gene leave the genome. For 30 days the night makes none like it.`, (*postgres.DB).RejectGene),
		a.geneDecideCommand("retire", "Take a gene away",
			`Retire has a gene of any stratum leave the genome; its record is kept. The night makes one
like it again with more evidence, or after 30 days.`, (*postgres.DB).RetireGene))
}

func (a *app) geneListCommand() *cobra.Command {
	var filter postgres.GeneFilter
	var strata, states []string
	cmd := a.command("list", "List genes",
		"List shows genes by workspace and agent, in the order in which they are told.",
		"starter gene list --agent editor --state live",
		func(ctx context.Context, _ []string) (err error) {
			if filter.Strata, err = chosen("stratum", strata, genome.Kernel, genome.Customer, genome.Learned); err != nil {
				return err
			}
			if filter.States, err = chosen("state", states, genome.Live, genome.Retired, genome.Rejected); err != nil {
				return err
			}
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			records, err := db.Genes(ctx, filter)
			if err != nil {
				return err
			}
			return a.print(array(records), func(p *page) { writeGenes(p, records) })
		})
	cmd.Flags().StringVar(&filter.Agent, "agent", "", "only genes of this agent")
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only genes of this workspace")
	cmd.Flags().StringSliceVar(&strata, "stratum", nil, "only these strata: kernel, customer, learned")
	cmd.Flags().StringSliceVar(&states, "state", nil, "only these states: live, retired, rejected")
	completeFlag(cmd, "agent", a.completeAgents())
	return cmd
}

// chosen are names as values of the three that there are.
func chosen[S ~string](what string, names []string, first, second, third S) ([]S, error) {
	values := make([]S, 0, len(names))
	for _, name := range names {
		if !slices.Contains([]S{first, second, third}, S(name)) {
			return nil, fault.Invalidf("--%s %q: a gene is %s, %s or %s", what, name, first, second, third)
		}
		values = append(values, S(name))
	}
	return values, nil
}

func (a *app) geneShowCommand() *cobra.Command {
	cmd := a.command("show ID", "Show a gene: its strength outcome by outcome, and what it rests on", `
Show prints what is recorded of a gene: how each outcome moved it, the observations that it
rests on with their runs and nights, what persons decided, and what ended it.`,
		"starter gene show g.k3f9qa6t32sezs2b",
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			record, err := db.Gene(ctx, args[0])
			if err != nil {
				return err
			}
			return a.print(record, func(p *page) { writeGene(p, newPalette(a.out), record) })
		})
	cmd.ValidArgsFunction = a.completeGenes()
	return cmd
}

func (a *app) geneAddCommand() *cobra.Command {
	var workspace, by string
	var kernel bool
	cmd := a.command("add AGENT TEXT", "Write a gene", `
Add writes a gene of the customer's, or with --kernel of the platform's, which no outcome
moves. Its agent is told it from the next run on, whatever the factory's [genome] says.
TEXT may be - for standard input; put -- before one that begins with a dash.`,
		`starter gene add editor "Close with a summary of one sentence." --workspace acme`,
		func(ctx context.Context, args []string) error {
			text, err := a.given("the gene", args[1], commentBytes)
			if err != nil {
				return err
			}
			w := genome.Written{Agent: args[0], Stratum: genome.Customer, Text: text}
			if kernel {
				w.Stratum = genome.Kernel
			}
			return a.addGene(ctx, workspace, w, a.by(by))
		})
	cmd.Flags().BoolVar(&kernel, "kernel", false, "the gene is the platform's")
	cmd.Flags().StringVar(&workspace, "workspace", "default", "whose work it is about")
	cmd.Flags().StringVar(&by, "by", "", "who writes it")
	cmd.ValidArgsFunction = a.completeAgents()
	return cmd
}

func (a *app) addGene(ctx context.Context, workspace string, w genome.Written, by string) error {
	if err := checkWorkspace(workspace); err != nil {
		return err
	}
	db, err := a.database(ctx)
	if err != nil {
		return err
	}
	record, err := db.AddGene(ctx, workspace, w, by, time.Now())
	if err != nil {
		return err
	}
	return a.print(record, func(p *page) {
		p.linef("%s is %s's in %s, %s: %s", record.ID, record.Agent, record.Workspace, record.Stratum, record.Text)
	})
}

// decide is one of the database's three decisions on a gene.
type decide = func(*postgres.DB, context.Context, string, genome.Decision, time.Time) (genome.Record, error)

// geneDecideCommand is a person's decision on a gene that is live.
func (a *app) geneDecideCommand(name, short, long string, move decide) *cobra.Command {
	var d genome.Decision
	cmd := a.command(name+" ID", short, long+"\nIt holds from the agent's next run on, and is recorded with who decided it and why.",
		"starter gene "+name+` g.k3f9qa6t32sezs2b --reason "asked Ann"`,
		func(ctx context.Context, args []string) error {
			d.By = a.by(d.By)
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			record, err := move(db, ctx, args[0], d, time.Now())
			if err != nil {
				return err
			}
			return a.print(record, func(p *page) {
				p.linef("%s is %s, %s: %s", record.ID, record.Stratum, geneState(record), record.Text)
			})
		})
	cmd.Flags().StringVar(&d.By, "by", "", "who decides it")
	cmd.Flags().StringVar(&d.Reason, "reason", "", "why")
	cmd.ValidArgsFunction = a.completeGenes(genome.Live)
	return cmd
}
