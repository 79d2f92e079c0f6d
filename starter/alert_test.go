package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/alert"
	"redeye/domain/factory"
	"redeye/domain/night"
)

// raises has phases of a night fail.
func (d *desk) raises(phases ...night.Phase) {
	d.Helper()
	key := half(3)
	digest, err := d.db.OpenNight(d.Context(), key, false, key)
	require.NoError(d, err)
	p := night.Page{Night: key, Factory: digest, Size: 10}
	for _, phase := range phases {
		p.Failed = append(p.Failed, night.Failure{Phase: phase})
	}
	_, err = d.db.AlertsPage(d.Context(), p)
	require.NoError(d, err)
}

func TestAlertsAtTheCommandLine(t *testing.T) {
	d := newDesk(t, factory.Genome{Alerts: true})
	require.Equal(t, said{0, "no alerts\n", ""}, d.says("", "alert", "list"))
	d.raises("families", "threads")
	got := d.says("", "alert", "list")
	require.Equal(t, 7, got.code)
	require.Equal(t, "error: 2 alerts are not acknowledged; once seen to: starter alert ack ALERT\n", got.stderr)
	require.Contains(t, got.stdout, "phase families of the night TIME failed; see: starter night show TIME\n")

	got = d.with(&app{}, "", "alert", "list", "--json")
	require.Equal(t, 7, got.code)
	require.Equal(t, `{"error":{"kind":"open","message":"2 alerts are not acknowledged; once seen to: starter alert ack ALERT"}}`+"\n", got.stderr)
	list, err := d.db.Alerts(t.Context(), postgres.AlertFilter{})
	require.NoError(t, err)
	require.Contains(t, got.stdout, list[0].ID)

	require.Contains(t, d.ok("alert", "ack", list[0].ID, "--by", "bob"), list[0].ID+" is acknowledged, by bob: phase ")
	require.Equal(t, 4, d.says("", "alert", "ack", list[0].ID).code)
	require.Equal(t, "error: 1 alert is not acknowledged; once seen to: starter alert ack ALERT\n", d.says("", "alert", "list").stderr)
	require.Equal(t, said{2, "", "error: starter alert ack needs the ID of an alert, or --all and none\n"}, d.says("", "alert", "ack"))
	require.Equal(t, 2, d.says("", "alert", "ack", "a.1", "--all").code)
	require.Equal(t, "1 alert acknowledged, by ann\n", d.ok("alert", "ack", "--all", "--by", "ann"))
	require.Equal(t, said{0, "no alerts\n", ""}, d.says("", "alert", "list"))
	all := d.ok("alert", "list", "--all")
	require.Contains(t, all, "acknowledged by ann")
	require.Contains(t, all, "acknowledged by bob")
	require.Equal(t, said{3, "", "error: there is no alert \"a.x\"\n"}, d.says("", "alert", "ack", "a.x"))
	require.Equal(t, said{2, "", "error: --rule \"x\": the rules are: injection, harm_stop, accept_rate, open_request, fuel_unknown, phase_failed, no_night\n"},
		d.says("", "alert", "list", "--rule", "x"))
	require.Regexp(t, `^whsec_[A-Za-z0-9+/]{43}=\n$`, d.ok("alert", "secret"))
}

func TestAlertStates(t *testing.T) {
	at := time.Now()
	require.Equal(t, "open", alertState(alert.Record{}))
	require.Equal(t, "posted", alertState(alert.Record{PostedAt: &at}))
	require.Equal(t, "acknowledged by ann", alertState(alert.Record{PostedAt: &at, AcknowledgedAt: &at, AcknowledgedBy: "ann"}))
}
