package activities_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"redeye/activities"
	"redeye/domain/alert"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/night"
)

// outbox holds alerts, and a receiver that refuses some.
type outbox struct {
	alerts  []string
	refuses []string
	posts   []string
}

func (o *outbox) RaisedBy(context.Context, time.Time) ([]alert.Record, error) {
	return []alert.Record{{Alert: alert.Alert{ID: "a.1"}}}, nil
}

func (o *outbox) Unposted(_ context.Context, limit int) (alert.Mail, error) {
	m := alert.Mail{Address: "http://x", Secret: []byte("s")}
	for _, id := range o.alerts[:min(limit, len(o.alerts))] {
		m.Alerts = append(m.Alerts, alert.Alert{ID: id})
	}
	return m, nil
}

func (o *outbox) MarkPosted(_ context.Context, id string, _ time.Time) error {
	o.alerts = slices.DeleteFunc(o.alerts, func(a string) bool { return a == id })
	return nil
}

func (o *outbox) Post(_ context.Context, address string, secret []byte, a alert.Alert, _ time.Time) error {
	o.posts = append(o.posts, fmt.Sprintf("%s %s %s", address, secret, a.ID))
	if slices.Contains(o.refuses, a.ID) {
		return fault.Unavailablef("the webhook answered 500")
	}
	return nil
}

func (o *outbox) post(t *testing.T) (activities.PostAlertsOut, error) {
	t.Helper()
	env := (&testsuite.WorkflowTestSuite{}).NewTestActivityEnvironment()
	env.RegisterActivity(&activities.Activities{Outbox: o, Webhook: o, Now: time.Now})
	v, err := env.ExecuteActivity("PostAlerts", activities.PostAlertsIn{})
	var out activities.PostAlertsOut
	if err == nil {
		require.NoError(t, v.Get(&out))
	}
	return out, err
}

func TestAnAlertThatIsNotTakenKeepsNoOther(t *testing.T) {
	o := &outbox{alerts: []string{"a.1", "a.2", "a.3"}, refuses: []string{"a.2"}}
	_, err := o.post(t)
	var application *temporal.ApplicationError
	require.ErrorAs(t, err, &application)
	require.False(t, application.NonRetryable(), "it is tried again")
	require.Equal(t, "1 of 3 alerts were not taken: alert a.2: the webhook answered 500", application.Message())
	require.Equal(t, []string{"a.2"}, o.alerts, "and is not lost")
	require.Equal(t, []string{"http://x s a.1", "http://x s a.2", "http://x s a.3"}, o.posts)

	o.refuses = nil
	out, err := o.post(t)
	require.NoError(t, err)
	require.Equal(t, 1, out.Posted)
	require.Len(t, o.posts, 4, "what was taken is not posted again")
	out, err = o.post(t)
	require.NoError(t, err)
	require.Zero(t, out.Posted)
}

func TestTheNightPostsNothing(t *testing.T) {
	o := &outbox{alerts: []string{"a.1"}}
	s := &pages{}
	env := (&testsuite.WorkflowTestSuite{}).NewTestActivityEnvironment()
	f := factory.Factory{Genome: factory.Genome{Alerts: true}}
	env.RegisterActivity(&activities.Activities{Nights: s, Genomes: s, Records: s, Chains: shelf{f}, Outbox: o, Webhook: o, Now: time.Now})
	v, err := env.ExecuteActivity("Alerts", in)
	require.NoError(t, err)
	var out activities.PhaseOut
	require.NoError(t, v.Get(&out))
	require.Equal(t, night.Done, out.Status)
	require.Empty(t, o.posts)
}
