package activities

import (
	"context"
	"errors"
	"fmt"

	"go.temporal.io/sdk/activity"

	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/night"
)

// Alerts raises alerts of what the night found, and logs them. It posts none: a receiver
// that hangs delays no night.
func (a *Activities) Alerts(ctx context.Context, in PhaseIn) (PhaseOut, error) {
	on := func(g factory.Genome) bool { return g.Alerts }
	out, err := a.turn(ctx, in, phase{name: night.Alerts, flag: on, page: a.Records.AlertsPage, size: night.PageSize})
	if err != nil || out.Status != night.Done {
		return out, err
	}
	raised, err := a.Outbox.RaisedBy(ctx, in.Night)
	for _, r := range raised {
		activity.GetLogger(ctx).Warn("alert", "alert", r.ID, "rule", r.Rule, "workspace", r.Workspace, "agent", r.Agent, "text", r.Text)
	}
	return out, failure(ctx, err)
}

// PostAlertsIn is empty.
type PostAlertsIn struct{}

// PostAlertsOut says how many alerts were taken.
type PostAlertsOut struct {
	Posted int `json:"posted"`
}

// postsAtOnce is how many alerts one activity posts, each for ten seconds at most.
const postsAtOnce = 20

// PostAlerts posts the alerts that nobody has taken, the oldest first. One that is not taken
// keeps no other from being posted; it is an error in the end, so that it is tried again. An
// alert may be posted twice if its worker is lost in between, under the same ID.
func (a *Activities) PostAlerts(ctx context.Context, _ PostAlertsIn) (PostAlertsOut, error) {
	mail, err := a.Outbox.Unposted(ctx, postsAtOnce)
	if err != nil {
		return PostAlertsOut{}, failure(ctx, err)
	}
	var out PostAlertsOut
	var refused []error
	for _, alert := range mail.Alerts {
		activity.RecordHeartbeat(ctx)
		err := a.Webhook.Post(ctx, mail.Address, mail.Secret, alert, a.Now())
		if err == nil {
			err = a.Outbox.MarkPosted(ctx, alert.ID, a.Now())
		}
		if err != nil {
			refused = append(refused, fmt.Errorf("alert %s: %w", alert.ID, err))
			continue
		}
		out.Posted++
	}
	if len(refused) > 0 {
		return out, failure(ctx, fault.Unavailablef("%d of %d alerts were not taken: %w", len(refused), len(mail.Alerts), errors.Join(refused...)))
	}
	return out, nil
}
