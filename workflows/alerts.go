package workflows

import (
	"go.temporal.io/sdk/workflow"
)

// PostAlerts posts every alert that the webhook has not taken. Workers start it when there
// is one, under the ID Alerts, so that there is one at a time; no night waits for it. It
// tries for a day; whoever finds an alert left then starts it anew.
func PostAlerts(ctx workflow.Context) (PostAlertsOut, error) {
	var out PostAlertsOut
	for {
		posted, err := postAlerts(ctx)
		if err != nil {
			return out, err
		}
		if posted == 0 {
			return out, nil
		}
		out.Posted += posted
	}
}
