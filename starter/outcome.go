package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"redeye/domain/fault"
	"redeye/domain/genome"
)

const (
	accepted = "accepted"
	rejected = "rejected"
)

func (a *app) outcomeCommand() *cobra.Command {
	var by string
	cmd := a.command("outcome RUN accepted|rejected", "Say whether a run's output was accepted", `
Outcome records that a customer accepted or rejected the output of a run that has ended,
and moves the genes that the run was told: once for each run, and for good. It prints how
each of them moved.`,
		"starter outcome release-notes-k3f9q.2 accepted --by ann",
		func(ctx context.Context, args []string) error {
			if args[1] != accepted && args[1] != rejected {
				return fault.Invalidf("%q: an outcome is accepted or rejected", args[1])
			}
			return a.outcome(ctx, genome.Verdict{Run: args[0], Accepted: args[1] == accepted, By: a.by(by)})
		})
	cmd.Flags().StringVar(&by, "by", "", "who accepted or rejected it")
	cmd.ValidArgsFunction = then(a.completeRuns(), accepted, rejected)
	return cmd
}

func (a *app) outcome(ctx context.Context, v genome.Verdict) error {
	db, err := a.database(ctx)
	if err != nil {
		return err
	}
	record, err := db.RecordOutcome(ctx, v, time.Now())
	if err != nil {
		return err
	}
	return a.print(record, func(p *page) { writeOutcome(p, record) })
}

func writeOutcome(p *page, o genome.OutcomeRecord) {
	p.linef("%s is %s, by %s: outcome %d of %s in %s", o.Run, verdictOf(o.Accepted), o.By, o.Number, o.Agent, o.Workspace)
	rows := make([][]string, 0, len(o.Moves))
	for _, m := range o.Moves {
		rows = append(rows, []string{m.Gene, moved(m)})
	}
	p.table("GENE MOVED", "it was told no gene that an outcome moves", rows)
}

func verdictOf(isAccepted bool) string {
	if isAccepted {
		return accepted
	}
	return rejected
}

// moved says what an outcome did to a gene. A customer gene has no strength, and no step.
func moved(m genome.Move) string {
	if m.Step == 0 {
		return contradictions(m.Contradictions, m.Flagged)
	}
	s := strength(m.Before) + " → " + strength(m.After)
	if m.Retired {
		s += ", retired"
	}
	return s
}

func contradictions(n int, flagged bool) string {
	s := plural(n, "contradiction") + " since its last confirmation"
	if flagged {
		s += ", flagged for review"
	}
	return s
}

// strength has the digits that tell strengths apart, as the specification writes them.
func strength(s float64) string { return fmt.Sprintf("%.4f", s) }
