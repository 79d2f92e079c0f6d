// Package alerting watches what no night can: that there is none. And it has alerts posted.
package alerting

import (
	"context"
	"log/slog"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"

	"redeye/domain/alert"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/workflows"
)

// followEvery is how soon an alert is posted.
const followEvery = 30 * time.Second

// Store is where alerts are.
type Store interface {
	// CurrentFactory returns the current factory; fault.NotFound if there is none.
	CurrentFactory(ctx context.Context) (digest string, f factory.Factory, err error)
	// WatchNights raises an alert if there has been no night for too long; nil if it has
	// nothing new to tell.
	WatchNights(ctx context.Context, now time.Time) (*alert.Alert, error)
	// Unposted returns at most limit of the alerts that are to be posted.
	Unposted(ctx context.Context, limit int) (alert.Mail, error)
}

// Follow watches until the context ends. Any number of workers may: an alert is raised once,
// and posted by one workflow. What fails is tried again, and logged when it begins to.
func Follow(ctx context.Context, c client.Client, store Store, taskQueue string, log *slog.Logger) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	failing := ""
	for {
		err := Watch(ctx, c, store, taskQueue, time.Now(), log)
		if now := reason(err); now != failing && ctx.Err() == nil {
			failing = now
			if err != nil {
				log.Warn("alerts are not looked after", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Watch raises an alert if no night has begun for too long, and starts PostAlerts if there
// is anything to post. A worker that only serves some agents' own queue leaves both to those
// of the common one; so does one without a factory.
func Watch(ctx context.Context, c client.Client, store Store, taskQueue string, now time.Time, log *slog.Logger) error {
	_, f, err := store.CurrentFactory(ctx)
	if fault.KindOf(err) == fault.NotFound || err == nil && f.OwnQueue(taskQueue) {
		return nil
	}
	if err != nil {
		return err
	}
	missing, err := store.WatchNights(ctx, now)
	if err != nil {
		return err
	}
	if missing != nil {
		log.Warn("alert", "alert", missing.ID, "rule", missing.Rule, "text", missing.Text)
	}
	mail, err := store.Unposted(ctx, 1)
	if err != nil || len(mail.Alerts) == 0 {
		return err
	}
	return post(ctx, c, taskQueue)
}

// postAlerts is the registered name of workflows.PostAlerts.
const postAlerts = "PostAlerts"

func post(ctx context.Context, c client.Client, taskQueue string) error {
	_, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: workflows.Alerts, TaskQueue: taskQueue, StaticSummary: "alerts to the webhook",
		WorkflowIDConflictPolicy: enums.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
	}, postAlerts)
	if err != nil {
		return fault.Unavailablef("have alerts posted: %w", err)
	}
	return nil
}
