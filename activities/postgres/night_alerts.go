package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/alert"
	"redeye/domain/genome"
	"redeye/domain/night"
)

// AlertsPage raises alerts of what the night found, all at once: what is looked at is
// bounded by time, and few (specification, section 6, phase 10). It posts none.
func (db *DB) AlertsPage(ctx context.Context, p night.Page) (night.Progress, error) {
	tuning, f, err := db.nightRules(ctx, p.Factory)
	if err != nil {
		return night.Progress{}, err
	}
	look := look{night: p.Night, tuning: tuning, metered: f.Limits.Fuel != nil}
	for _, failed := range p.Failed {
		look.found.Failures = append(look.found.Failures, alert.Failure{Night: p.Night, Phase: string(failed.Phase)})
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if err := takeTurn(ctx, tx, night.Alerts, p.Night); err != nil {
			return err
		}
		if err := look.around(ctx, tx); err != nil {
			return err
		}
		counts, err := keepAlerts(ctx, tx, alert.Raise(look.found, p.Night))
		if err != nil {
			return err
		}
		return recordPage(ctx, tx, night.Alerts, p.Night, counts)
	})
	return night.Progress{Done: err == nil}, classify("raise the night's alerts", err)
}

// look is a night looking for what a person should know.
type look struct {
	night   time.Time
	tuning  genome.Tuning
	metered bool
	found   alert.Found
}

// A candidate is named by the first of its observations.
const selectCaught = `
SELECT workspace, agent, observations[1] AS observation, '' AS gene
FROM night_refusals
WHERE night = @night AND reason = 'injection'
UNION
SELECT workspace, agent, id, ''
FROM observations
WHERE screened_as IS NOT NULL AND revoked_at IS NULL AND at > @since AND at <= @night
UNION
SELECT workspace, agent, '', id
FROM genes
WHERE end_reason = @screened AND ended_at = @night`

const selectHarmful = `
SELECT g.workspace, g.agent, g.id AS gene
FROM verdicts v
JOIN genes g ON g.id = v.gene
WHERE v.night = @night AND v.verdict = 'harm_stop'`

const selectRates = `
SELECT
    o.workspace, o.agent,
    count(*) FILTER (WHERE o.at > @recent) AS now,
    count(*) FILTER (WHERE o.at > @recent AND o.accepted) AS now_accepted,
    count(*) FILTER (WHERE o.at <= @recent) AS before,
    count(*) FILTER (WHERE o.at <= @recent AND o.accepted) AS before_accepted
FROM workspaces w
JOIN outcomes o ON o.workspace = w.id AND o.at > @earlier AND o.at <= @night
GROUP BY o.workspace, o.agent`

const selectOpenFatal = `
SELECT id, workspace, agent, filed_at
FROM requests q
WHERE fatal AND filed_at <= @night AND NOT EXISTS (SELECT FROM closings k WHERE k.request = q.id AND k.at <= @night)`

const selectUnmetered = `
SELECT r.workspace, r.agent, count(*) AS runs
FROM workspaces w
JOIN runs r ON r.workspace = w.id AND r.ended_at > @yesterday AND r.ended_at <= @night
WHERE @metered AND r.cost IS NULL
GROUP BY r.workspace, r.agent`

// Also what failed in the nights before this one: then the alerts may have failed too.
const selectFailures = `
SELECT n.night, p.phase ->> 'phase' AS phase
FROM nights n
CROSS JOIN LATERAL jsonb_array_elements(n.report -> 'phases') AS p (phase)
WHERE n.night < @night AND n.night > @since AND n.status = 'partial' AND p.phase ->> 'status' = 'failed'`

func (l *look) around(ctx context.Context, tx pgx.Tx) error {
	recent := l.night.Add(-alert.Recent)
	args := pgx.NamedArgs{
		"night": l.night, "since": l.tuning.Since(l.night), "yesterday": l.night.AddDate(0, 0, -1), "recent": recent,
		"earlier": recent.Add(-alert.Earlier), "metered": l.metered, "screened": genome.Screened,
	}
	b := &pgx.Batch{}
	b.Queue(selectCaught, args).Query(into(&l.found.Caught))
	b.Queue(selectHarmful, args).Query(into(&l.found.Harmful))
	b.Queue(selectRates, args).Query(into(&l.found.Rates))
	b.Queue(selectOpenFatal, args).Query(into(&l.found.Requests))
	b.Queue(selectUnmetered, args).Query(into(&l.found.Unmetered))
	b.Queue(selectFailures, args).Query(into(&l.found.Failures))
	return tx.SendBatch(ctx, b).Close()
}

// into collects rows behind what a list holds.
func into[T any](list *[]T) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		found, err := pgx.CollectRows(rows, pgx.RowToStructByName[T])
		*list = append(*list, found...)
		return err
	}
}
