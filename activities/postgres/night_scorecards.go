package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/night"
	"redeye/domain/quality"
)

// ScorecardsPage makes the cards of the next workspaces for the days that are over and have
// none, those of nights that were missed included (specification, section 6, phase 8).
func (db *DB) ScorecardsPage(ctx context.Context, p night.Page) (night.Progress, error) {
	return db.page(ctx, phase{night.Scorecards, p.Night, makeCards, everyWorkspace}, p)
}

// The days of a workspace begin after its last card: one that has been made stays. What is
// counted are events, each on its day, under the names that a card has them by.
const insertCards = `
WITH span AS MATERIALIZED (
    SELECT
        w.workspace,
        greatest(@from, (SELECT max(s.day) + 1 FROM scorecards s WHERE s.workspace = w.workspace)::timestamp AT TIME ZONE 'UTC') AS first
    FROM unnest(@workspaces::text[]) AS w (workspace)
), counted AS (
    SELECT r.workspace, r.agent, r.ended_at AS at, v.name, v.n
    FROM span
    JOIN runs r ON r.workspace = span.workspace AND r.ended_at >= span.first AND r.ended_at < @until
    CROSS JOIN LATERAL (VALUES
        ('runs', 1), (r.outcome, 1), ('cost', coalesce(r.cost, 0)),
        ('cost_known', (r.cost IS NOT NULL)::integer), ('cost_unknown', (r.cost IS NULL)::integer)) AS v (name, n)
    UNION ALL
    SELECT o.workspace, o.agent, o.at, CASE WHEN o.accepted THEN 'accepted' ELSE 'rejected' END, 1
    FROM span
    JOIN outcomes o ON o.workspace = span.workspace AND o.at >= span.first AND o.at < @until
    UNION ALL
    SELECT e.workspace, e.agent, e.at, v.name, v.n
    FROM span
    JOIN edits e ON e.workspace = span.workspace AND e.at >= span.first AND e.at < @until
    CROSS JOIN LATERAL (VALUES ('edits', 1), ('edit_distance', e.distance::numeric)) AS v (name, n)
    UNION ALL
    SELECT q.workspace, q.agent, q.filed_at, v.name, v.n
    FROM span
    JOIN requests q ON q.workspace = span.workspace AND q.filed_at >= span.first AND q.filed_at < @until
    CROSS JOIN LATERAL (VALUES ('requests', 1), ('fatal', q.fatal::integer)) AS v (name, n)
    UNION ALL
    SELECT l.workspace, l.agent, l.at, 'learnings_' || l.event, 1
    FROM span
    JOIN learning_events l ON l.workspace = span.workspace AND l.at >= span.first AND l.at < @until
    UNION ALL
    SELECT g.workspace, g.agent, v.at, v.name, 1
    FROM span
    JOIN genes g ON g.workspace = span.workspace
    CROSS JOIN LATERAL (VALUES ('genes_born', g.born_at), ('genes_confirmed', g.approved_at), ('genes_retired', g.ended_at)) AS v (name, at)
    WHERE v.at >= span.first AND v.at < @until
    UNION ALL
    SELECT c.workspace, c.agent, c.day, v.name, v.n
    FROM (
        SELECT b.workspace, b.agent, b.run, date_trunc('day', b.at, 'UTC') AS day, bool_or(b.edit) AS edited
        FROM span
        CROSS JOIN LATERAL (
            SELECT o.workspace, o.agent, o.run, o.at, false AS edit
            FROM outcomes o
            WHERE o.workspace = span.workspace AND o.at >= span.first AND o.at < @until
            UNION ALL
            SELECT o.workspace, o.agent, o.run, o.at, o.kind = 'edit'
            FROM observations o
            WHERE o.workspace = span.workspace AND o.at >= span.first AND o.at < @until) AS b
        GROUP BY b.workspace, b.agent, b.run, date_trunc('day', b.at, 'UTC')) AS c
    CROSS JOIN LATERAL (VALUES ('reacted', 1), ('edited', c.edited::integer)) AS v (name, n)
), summed AS (
    SELECT workspace, agent, (at AT TIME ZONE 'UTC')::date AS day, name, sum(n) AS n
    FROM counted
    GROUP BY workspace, agent, (at AT TIME ZONE 'UTC')::date, name
), made AS (
    INSERT INTO scorecards (workspace, agent, day, card, night)
    SELECT workspace, agent, day, jsonb_object_agg(name, n) FILTER (WHERE n <> 0), @night
    FROM summed
    GROUP BY workspace, agent, day
    ON CONFLICT DO NOTHING
    RETURNING workspace)
SELECT workspace, count(*)
FROM made
GROUP BY workspace`

func makeCards(ctx context.Context, tx pgx.Tx, p night.Page, workspaces []string) (map[string]night.Counts, error) {
	counts := map[string]night.Counts{}
	for _, workspace := range workspaces {
		counts[workspace] = night.Counts{}
	}
	from, until := quality.Days(p.Night, historyDays)
	rows, _ := tx.Query(ctx, insertCards, pgx.NamedArgs{"workspaces": workspaces, "from": from, "until": until, "night": p.Night})
	var workspace string
	var n int
	_, err := pgx.ForEachRow(rows, []any{&workspace, &n}, func() error {
		counts[workspace]["cards_made"] = n
		return nil
	})
	return counts, err
}

const selectCards = `
SELECT workspace, agent, day, card, night
FROM scorecards
WHERE workspace = @workspace AND agent = @agent AND day >= @since
ORDER BY day`

// Scorecards returns the cards of an agent from a day on, in the order of their days.
func (db *DB) Scorecards(ctx context.Context, workspace, agent string, since time.Time) ([]quality.CardRecord, error) {
	rows, _ := db.pool.Query(ctx, selectCards, pgx.NamedArgs{"workspace": workspace, "agent": agent, "since": since})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[quality.CardRecord])
	return list, classify("read the scorecards of "+agent, err)
}

const deleteEdits = `
WITH due AS MATERIALIZED (
    SELECT run, number
    FROM edits
    WHERE at < @cutoff
    LIMIT @size
    FOR UPDATE SKIP LOCKED
), deleted AS (
    DELETE FROM edits
    USING due
    WHERE edits.run = due.run AND edits.number = due.number
    RETURNING edits.workspace
)
SELECT workspace, count(*)
FROM deleted
GROUP BY workspace`

// An event has no key of its own: it goes by where it is.
const deleteLearningEvents = `
WITH deleted AS (
    DELETE FROM learning_events
    WHERE ctid = ANY(ARRAY(SELECT ctid FROM learning_events WHERE at < @cutoff LIMIT @size))
    RETURNING workspace)
SELECT workspace, count(*)
FROM deleted
GROUP BY workspace`
