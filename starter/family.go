package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/fault"
	"redeye/domain/genome"
)

func (a *app) familyCommand() *cobra.Command {
	return group("family", "List and judge proposals to share what agents have learned", `
A family is what several agents of a workspace have learned alike. The night proposes to
share it, with families = true in [genome]; nothing is shared before a person approves it.`,
		a.familyListCommand(), a.familyApproveCommand(), a.familyRejectCommand())
}

func (a *app) familyListCommand() *cobra.Command {
	var filter postgres.FamilyFilter
	var state string
	cmd := a.command("list", "List families, the open ones first", "List shows what was proposed, and how persons decided.",
		"starter family list --state proposed",
		func(ctx context.Context, _ []string) error {
			filter.State = genome.FamilyState(state)
			if known := []genome.FamilyState{"", genome.FamilyProposed, genome.FamilyApproved, genome.FamilyRejected}; !slices.Contains(known, filter.State) {
				return fault.Invalidf("--state %q: a family is proposed, approved or rejected", state)
			}
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			list, err := db.Families(ctx, filter)
			if err != nil {
				return err
			}
			return a.print(array(list), func(p *page) { writeFamilies(p, list) })
		})
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only families of this workspace")
	cmd.Flags().StringVar(&state, "state", "", "only this state: proposed, approved or rejected")
	completeFlag(cmd, "workspace", a.completeWorkspaces())
	return cmd
}

func writeFamilies(p *page, list []postgres.FamilyRecord) {
	rows := make([][]string, 0, len(list))
	for _, f := range list {
		rows = append(rows, []string{f.ID, f.Workspace, familyState(f), clock(f.ProposedAt), strings.Join(f.Agents, ","), strings.Join(f.Genes, ","), f.Text})
	}
	p.table("FAMILY WORKSPACE STATE PROPOSED AGENTS GENES TEXT", "no families", rows)
	if slices.ContainsFunc(list, func(f postgres.FamilyRecord) bool { return f.State == genome.FamilyProposed }) {
		p.linef("\nshare one with every agent of its workspace: starter family approve FAMILY")
	}
}

func familyState(f postgres.FamilyRecord) string {
	if f.DecidedBy == "" {
		return string(f.State)
	}
	return string(f.State) + " by " + f.DecidedBy
}

func (a *app) familyApproveCommand() *cobra.Command {
	var d genome.Decision
	cmd := a.command("approve ID", "Share what a family says with every agent", `
Approve makes what the family says the customer's word for the whole workspace: its learned
genes become customer genes, and every other agent of the factory gets one that says the
same. An agent that has its like already is skipped.`,
		`starter family approve f.k3f9qa6t32sezs2b --reason "holds everywhere"`,
		func(ctx context.Context, args []string) error {
			d.By = a.by(d.By)
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			s, err := db.ApproveFamily(ctx, args[0], d, time.Now())
			if err != nil {
				return err
			}
			s.Approved, s.Added, s.Skipped = array(s.Approved), array(s.Added), array(s.Skipped)
			return a.print(s, func(p *page) { writeSharing(p, s) })
		})
	a.familyDecision(cmd, &d)
	return cmd
}

func writeSharing(p *page, s postgres.Sharing) {
	p.linef("%s is the customer's word in %s: %s", s.Family.ID, s.Family.Workspace, s.Family.Text)
	for _, id := range s.Approved {
		p.linef("  %s is a customer gene now", id)
	}
	for _, g := range s.Added {
		p.linef("  %s gets %s", g.Agent, g.ID)
	}
	for _, skipped := range s.Skipped {
		p.linef("  %s gets none: %s", skipped.Agent, skipped.Because)
	}
}

func (a *app) familyRejectCommand() *cobra.Command {
	var d genome.Decision
	cmd := a.command("reject ID", "Keep a family away", "Reject changes no gene. For 30 days no night proposes the like.",
		"starter family reject f.k3f9qa6t32sezs2b",
		func(ctx context.Context, args []string) error {
			d.By = a.by(d.By)
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			f, err := db.RejectFamily(ctx, args[0], d, time.Now())
			if err != nil {
				return err
			}
			return a.print(f, func(p *page) { p.linef("%s is rejected: %s", f.ID, f.Text) })
		})
	a.familyDecision(cmd, &d)
	return cmd
}

func (a *app) familyDecision(cmd *cobra.Command, d *genome.Decision) {
	cmd.Flags().StringVar(&d.By, "by", "", "who decides it")
	cmd.Flags().StringVar(&d.Reason, "reason", "", "why")
	cmd.ValidArgsFunction = a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		list, err := db.Families(ctx, postgres.FamilyFilter{State: genome.FamilyProposed})
		for _, f := range list {
			words = append(words, cobra.CompletionWithDesc(f.ID, f.Text))
		}
		return words, err
	})
}
