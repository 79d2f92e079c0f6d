package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/alert"
	"redeye/domain/fault"
)

func (a *app) alertCommand() *cobra.Command {
	return group("alert", "List and acknowledge what somebody should know of", `
An alert is something that the night found, or that there was no night; with alerts = true
in [genome]. There is one for each cause. With a webhook in [alerts] they are posted there.`,
		a.alertListCommand(), a.alertAckCommand(), a.alertSecretCommand())
}

// openAlerts is the error of alerts that nobody has acknowledged. It has an exit code of its
// own: nothing failed here, and a monitor can go by it.
type openAlerts int

func (e openAlerts) Error() string {
	return fmt.Sprintf("%s not acknowledged; once seen to: starter alert ack ALERT", was(int(e)))
}

func was(alerts int) string {
	if alerts == 1 {
		return "1 alert is"
	}
	return plural(alerts, "alert") + " are"
}

func (a *app) alertListCommand() *cobra.Command {
	var filter postgres.AlertFilter
	var all bool
	var rule string
	cmd := a.command("list", "List alerts, newest first", `
List shows the alerts that nobody has acknowledged, or all of them. While one of those it
shows is not acknowledged it exits with 7, so that a monitor can use it.`,
		"starter alert list",
		func(ctx context.Context, _ []string) error {
			filter.Open, filter.Rule = !all, alert.Rule(rule)
			if rule != "" && !slices.Contains(alert.Rules(), filter.Rule) {
				return fault.Invalidf("--rule %q: the rules are: %s", rule, ruleNames())
			}
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			list, err := db.Alerts(ctx, filter)
			if err != nil {
				return err
			}
			if err := a.print(array(list), func(p *page) { writeAlerts(p, list) }); err != nil {
				return err
			}
			return unacknowledged(list)
		})
	cmd.Flags().BoolVar(&all, "all", false, "those that were acknowledged too")
	cmd.Flags().StringVar(&filter.Workspace, "workspace", "", "only alerts of this workspace")
	cmd.Flags().StringVar(&rule, "rule", "", "only alerts of this rule: "+ruleNames())
	completeFlag(cmd, "workspace", a.completeWorkspaces())
	return cmd
}

func ruleNames() string {
	var names []string
	for _, r := range alert.Rules() {
		names = append(names, string(r))
	}
	return strings.Join(names, ", ")
}

func unacknowledged(list []alert.Record) error {
	n := 0
	for _, r := range list {
		if r.AcknowledgedAt == nil {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return openAlerts(n)
}

func writeAlerts(p *page, list []alert.Record) {
	rows := make([][]string, 0, len(list))
	for _, r := range list {
		rows = append(rows, []string{r.ID, string(r.Rule), orDash(r.Workspace), orDash(r.Agent), clock(r.RaisedAt), alertState(r), r.Text})
	}
	p.table("ALERT RULE WORKSPACE AGENT RAISED STATE TEXT", "no alerts", rows)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func alertState(r alert.Record) string {
	switch {
	case r.AcknowledgedAt != nil:
		return "acknowledged by " + r.AcknowledgedBy
	case r.PostedAt != nil:
		return "posted"
	}
	return "open"
}

func (a *app) alertAckCommand() *cobra.Command {
	var by string
	var all bool
	cmd := a.command("ack [ID]", "Say that somebody knows of an alert", `
Ack has an alert no longer open; what it tells of is as it was. --all is for every alert that
is open.`,
		"starter alert ack a.k3f9qa6t32sezs2b --by ann",
		func(ctx context.Context, args []string) error {
			if all != (len(args) == 0) {
				return fault.Invalidf("starter alert ack needs the ID of an alert, or --all and none")
			}
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			if all {
				return a.ackAll(ctx, db, a.by(by))
			}
			r, err := db.AcknowledgeAlert(ctx, args[0], a.by(by), time.Now())
			if err != nil {
				return err
			}
			return a.print(r, func(p *page) { p.linef("%s is acknowledged, by %s: %s", r.ID, r.AcknowledgedBy, r.Text) })
		})
	cmd.Flags().StringVar(&by, "by", "", "who knows of it")
	cmd.Flags().BoolVar(&all, "all", false, "every alert that is open")
	cmd.ValidArgsFunction = a.completeAlerts()
	return cmd
}

func (a *app) ackAll(ctx context.Context, db *postgres.DB, by string) error {
	n, err := db.AcknowledgeAlerts(ctx, by, time.Now())
	if err != nil {
		return err
	}
	return a.print(map[string]int{"acknowledged": n}, func(p *page) { p.linef("%s acknowledged, by %s", plural(n, "alert"), by) })
}

func (a *app) alertSecretCommand() *cobra.Command {
	return a.command("secret", "Print what posted alerts are signed by", `
Secret prints the signing secret of this installation, for the receiver of the webhook: it is
that of Standard Webhooks (https://www.standardwebhooks.com), and never changes.`,
		"starter alert secret",
		func(ctx context.Context, _ []string) error {
			db, err := a.database(ctx)
			if err != nil {
				return err
			}
			secret, err := db.WebhookSecret(ctx)
			if err != nil {
				return err
			}
			encoded := "whsec_" + base64.StdEncoding.EncodeToString(secret)
			return a.print(map[string]string{"secret": encoded}, func(p *page) { p.linef("%s", encoded) })
		})
}

func (a *app) completeAlerts() completion {
	return a.complete(func(ctx context.Context, db *postgres.DB) (words []string, err error) {
		list, err := db.Alerts(ctx, postgres.AlertFilter{Open: true})
		for _, r := range list {
			words = append(words, cobra.CompletionWithDesc(r.ID, r.Text))
		}
		return words, err
	})
}
