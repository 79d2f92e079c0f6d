package postgres

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/alert"
	"redeye/domain/fault"
	"redeye/domain/night"
)

const insertAlerts = `
INSERT INTO alerts (id, cause, rule, workspace, agent, text, raised_at)
SELECT a.id, a.cause, a.rule, a.workspace, a.agent, a.text, a.raised_at
FROM unnest(@ids::text[], @causes::text[], @rules::text[], @workspaces::text[], @agents::text[], @texts::text[], @raised_at::timestamptz[])
     AS a (id, cause, rule, workspace, agent, text, raised_at)
ON CONFLICT (cause) DO NOTHING
RETURNING workspace, rule`

// keepAlerts stores alerts of new causes, and counts them by workspace and rule.
func keepAlerts(ctx context.Context, q querier, alerts []alert.Alert) (map[string]night.Counts, error) {
	var ids, causes, rules, workspaces, agents, texts []string
	var raisedAt []time.Time
	for _, a := range alerts {
		ids, causes, rules = append(ids, a.ID), append(causes, a.Cause), append(rules, string(a.Rule))
		workspaces, agents = append(workspaces, a.Workspace), append(agents, a.Agent)
		texts, raisedAt = append(texts, a.Text), append(raisedAt, a.RaisedAt)
	}
	rows, _ := q.Query(ctx, insertAlerts, pgx.NamedArgs{
		"ids": ids, "causes": causes, "rules": rules, "workspaces": workspaces, "agents": agents, "texts": texts, "raised_at": raisedAt,
	})
	counts := map[string]night.Counts{}
	var workspace, rule string
	_, err := pgx.ForEachRow(rows, []any{&workspace, &rule}, func() error {
		if counts[workspace] == nil {
			counts[workspace] = night.Counts{}
		}
		counts[workspace][rule]++
		return nil
	})
	return counts, err
}

const selectAlerts = `
SELECT id, cause, rule, workspace, agent, text, raised_at, posted_at, acknowledged_at, coalesce(acknowledged_by, '') AS acknowledged_by
FROM alerts`

// AlertFilter chooses alerts. Empty fields choose all.
type AlertFilter struct {
	Workspace string
	Rule      alert.Rule
	Open      bool // those that nobody has acknowledged
}

const whereAlerts = `
WHERE (@workspace = '' OR workspace = @workspace) AND (@rule = '' OR rule = @rule) AND (NOT @open OR acknowledged_at IS NULL)
ORDER BY raised_at DESC, cause`

// Alerts lists alerts, the newest first.
func (db *DB) Alerts(ctx context.Context, f AlertFilter) ([]alert.Record, error) {
	rows, _ := db.pool.Query(ctx, selectAlerts+whereAlerts, pgx.NamedArgs{"workspace": f.Workspace, "rule": string(f.Rule), "open": f.Open})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[alert.Record])
	return list, classify("list alerts", err)
}

// RaisedBy returns the alerts that a night raised.
func (db *DB) RaisedBy(ctx context.Context, key time.Time) ([]alert.Record, error) {
	rows, _ := db.pool.Query(ctx, selectAlerts+"\nWHERE raised_at = @night AND rule <> 'no_night'\nORDER BY cause", pgx.NamedArgs{"night": key})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[alert.Record])
	return list, classify("list the night's alerts", err)
}

const acknowledge = `
UPDATE alerts
SET acknowledged_at = @now, acknowledged_by = @by
WHERE id = @id AND acknowledged_at IS NULL`

// AcknowledgeAlert says that a person knows of an alert: it is no longer open, and is posted
// no more. fault.NotFound if there is none of that ID, fault.Conflict if somebody has.
func (db *DB) AcknowledgeAlert(ctx context.Context, id, by string, now time.Time) (alert.Record, error) {
	by, err := account(by)
	if err != nil {
		return alert.Record{}, err
	}
	tag, err := db.pool.Exec(ctx, acknowledge, pgx.NamedArgs{"id": id, "by": by, "now": now})
	if err != nil {
		return alert.Record{}, classify("acknowledge alert "+id, err)
	}
	rows, _ := db.pool.Query(ctx, selectAlerts+"\nWHERE id = @id", pgx.NamedArgs{"id": id})
	a, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[alert.Record])
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return a, fault.NotFoundf("there is no alert %q", id)
	case err == nil && tag.RowsAffected() == 0:
		return a, fault.Conflictf("alert %s was already acknowledged by %s at %s", id, a.AcknowledgedBy, a.AcknowledgedAt.Format(time.RFC3339))
	}
	return a, classify("read alert "+id, err)
}

const acknowledgeAll = `
UPDATE alerts
SET acknowledged_at = @now, acknowledged_by = @by
WHERE acknowledged_at IS NULL`

// AcknowledgeAlerts says that a person knows of every alert that is open, and returns how
// many there were.
func (db *DB) AcknowledgeAlerts(ctx context.Context, by string, now time.Time) (int, error) {
	by, err := account(by)
	if err != nil {
		return 0, err
	}
	tag, err := db.pool.Exec(ctx, acknowledgeAll, pgx.NamedArgs{"by": by, "now": now})
	return int(tag.RowsAffected()), classify("acknowledge every alert", err)
}

const selectKey = `
SELECT key
FROM installation`

// WebhookSecret is what posted alerts are signed by. It comes of the installation's key, and
// tells nothing of it.
func (db *DB) WebhookSecret(ctx context.Context) ([]byte, error) {
	var key []byte
	if err := db.pool.QueryRow(ctx, selectKey).Scan(&key); err != nil {
		return nil, classify("read the installation's key", err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("webhook"))
	return mac.Sum(nil), nil
}

const selectUnposted = `
SELECT id, cause, rule, workspace, agent, text, raised_at
FROM alerts
WHERE posted_at IS NULL AND acknowledged_at IS NULL
ORDER BY raised_at, cause
LIMIT @limit`

// Unposted returns where alerts go by the current factory, and at most limit of those that
// nobody has taken or acknowledged, the oldest first. They go nowhere, and there are none,
// without a factory that has alerts and a webhook.
func (db *DB) Unposted(ctx context.Context, limit int) (mail alert.Mail, err error) {
	_, f, err := db.CurrentFactory(ctx)
	if fault.KindOf(err) == fault.NotFound || err == nil && (!f.Genome.Alerts || f.Alerts.Webhook == "") {
		return mail, nil
	}
	if err != nil {
		return mail, err
	}
	mail.Address = f.Alerts.Webhook
	if mail.Secret, err = db.WebhookSecret(ctx); err != nil {
		return mail, err
	}
	rows, _ := db.pool.Query(ctx, selectUnposted, pgx.NamedArgs{"limit": limit})
	mail.Alerts, err = pgx.CollectRows(rows, pgx.RowToStructByName[alert.Alert])
	return mail, classify("list the alerts to be posted", err)
}

const markPosted = `
UPDATE alerts
SET posted_at = @now
WHERE id = @id AND posted_at IS NULL`

// MarkPosted has an alert taken. It is posted no more.
func (db *DB) MarkPosted(ctx context.Context, id string, now time.Time) error {
	_, err := db.pool.Exec(ctx, markPosted, pgx.NamedArgs{"id": id, "now": now})
	return classify("mark alert "+id+" posted", err)
}

// The first night is due a day after the first factory.
const selectLastNight = `
SELECT coalesce((SELECT max(night) FROM nights WHERE night <= @now), (SELECT min(applied_at) FROM factories))`

// WatchNights raises an alert if no night has begun for 26 hours and the current factory has
// alerts; nil if there is nothing new to tell. Workers call it: what starts no night cannot
// tell of it.
func (db *DB) WatchNights(ctx context.Context, now time.Time) (*alert.Alert, error) {
	_, f, err := db.CurrentFactory(ctx)
	if err != nil || !f.Genome.Alerts {
		return nil, err
	}
	var last time.Time
	if err := db.pool.QueryRow(ctx, selectLastNight, pgx.NamedArgs{"now": now}).Scan(&last); err != nil {
		return nil, classify("read the last night", err)
	}
	a := alert.Missing(last, now.UTC().Truncate(precision))
	if a == nil {
		return nil, nil
	}
	counts, err := keepAlerts(ctx, db.pool, []alert.Alert{*a})
	if err != nil || len(counts) == 0 {
		return nil, classify("raise an alert", err)
	}
	return a, nil
}

// One that a person knows of, and that is as old as history. What still holds then is told
// of again.
const deleteAlerts = `
WITH due AS MATERIALIZED (
    SELECT id
    FROM alerts
    WHERE raised_at < @cutoff AND acknowledged_at < @cutoff
    ORDER BY raised_at
    LIMIT @size
    FOR UPDATE SKIP LOCKED
), deleted AS (
    DELETE FROM alerts
    USING due
    WHERE alerts.id = due.id
    RETURNING alerts.workspace
)
SELECT workspace, count(*)
FROM deleted
GROUP BY workspace`
