package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/genome"
	"redeye/domain/text"
)

func (a *app) observationCommand() *cobra.Command {
	return group("observation", "List and revoke observations",
		"An observation is one thing that a customer changed in an output, or said of it; see: starter observe --help",
		a.observationListCommand(), a.observationRevokeCommand())
}

func (a *app) observationListCommand() *cobra.Command {
	var filter postgres.ObservationFilter
	cmd := a.command("list", "List observations, newest first",
		"List shows observations and what became of them; with --waiting only those that a night may still use.",
		"starter observation list --agent editor --waiting",
		func(ctx context.Context, _ []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			records, err := db.Observations(ctx, filter)
			if err != nil {
				return err
			}
			return a.print(array(records), func(p *page) { writeObservations(p, records) })
		})
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only observations of this workspace")
	cmd.Flags().StringVar(&filter.Agent, "agent", "", "only observations on this agent")
	cmd.Flags().StringVar(&filter.Run, "run", "", "only observations on this run")
	cmd.Flags().BoolVar(&filter.Waiting, "waiting", false, "only those that no gene has used, and that nothing speaks against")
	cmd.Flags().IntVar(&filter.Limit, "limit", 50, "at most so many")
	completeFlag(cmd, "run", a.completeRuns())
	completeFlag(cmd, "agent", a.completeAgents())
	return cmd
}

func (a *app) observationRevokeCommand() *cobra.Command {
	var by string
	cmd := a.command("revoke ID", "Take an observation back", `
Revoke takes an observation back: no run is told it any more, and no night uses it. It
prints the genes that rest on it, from which the next night takes it, and the runs that
were told it or one of them. What those runs did stays done.`,
		"starter observation revoke release-notes-k3f9q.2.o1 --by ann",
		func(ctx context.Context, args []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			revocation, err := db.RevokeObservation(ctx, args[0], a.by(by), time.Now())
			if err != nil {
				return err
			}
			revocation.Genes, revocation.Runs = array(revocation.Genes), array(revocation.Runs)
			return a.print(revocation, func(p *page) { writeRevocation(p, revocation) })
		})
	cmd.Flags().StringVar(&by, "by", "", "who takes it back")
	cmd.ValidArgsFunction = a.completeObservations()
	return cmd
}

func writeObservations(p *page, records []genome.ObservationRecord) {
	rows := make([][]string, 0, len(records))
	for _, r := range records {
		rows = append(rows, []string{r.ID, r.Agent, string(r.Kind), r.By, clock(r.At), observationState(r), excerpt(r.Text)})
	}
	p.table("OBSERVATION AGENT KIND BY AT STATE TEXT", "no observations", rows)
}

func writeRevocation(p *page, r genome.Revocation) {
	p.linef("%s is revoked, by %s: %s", r.Observation.ID, r.Observation.RevokedBy, excerpt(r.Observation.Text))
	if len(r.Genes) == 0 {
		p.linef("no gene rests on it")
	} else {
		p.linef("the next night takes it from %s: %s", plural(len(r.Genes), "gene"), strings.Join(r.Genes, ", "))
	}
	if len(r.Runs) == 0 {
		p.linef("no run was told any of it")
		return
	}
	p.linef("%s told it, or a gene that rests on it:", were(len(r.Runs)))
	for _, run := range r.Runs {
		p.linef("  %s", run)
	}
}

func were(runs int) string {
	if runs == 1 {
		return "1 run was"
	}
	return plural(runs, "run") + " were"
}

// waiting is the state of an observation that a night may still use.
const waiting = "waiting"

// observationState says what became of an observation, the last word first.
func observationState(r genome.ObservationRecord) string {
	switch {
	case r.RevokedBy != "":
		return "revoked by " + r.RevokedBy
	case r.ScreenedAs != "":
		return "not told: it " + r.ScreenedAs
	case r.ConsumedBy != "":
		return "in " + r.ConsumedBy
	}
	return waiting
}

// excerptBytes is what a list shows of a text of any length.
const excerptBytes = 200

func excerpt(s string) string { return text.Cut(genome.Wording(s), excerptBytes) }
