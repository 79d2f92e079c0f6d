package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/night"
)

// A night run again is under way again: its old report told of a night that was not whole.
const insertNight = `
INSERT INTO nights (night, factory, manual, started_at)
VALUES (@night, (SELECT digest FROM current_factory), @manual, @now)
ON CONFLICT (night) DO UPDATE
SET started_at = excluded.started_at, ended_at = NULL, status = NULL, report = NULL, spans = NULL
RETURNING coalesce(factory, '')`

// OpenNight puts a night on record, and returns the digest of the factory it goes by: the
// current one when it first began, empty if there was none. A night that is on record
// keeps its factory, so that running it again decides as it did. fault.Conflict if it is
// so long ago that retention has taken what it would go by.
func (db *DB) OpenNight(ctx context.Context, key time.Time, manual bool, now time.Time) (factory string, err error) {
	if key.Before(historyCutoff(now)) {
		return "", fault.Conflictf("the night of %s cannot be run any more: what is older than %d days is not kept", key.UTC().Format(time.RFC3339), historyDays)
	}
	err = db.pool.QueryRow(ctx, insertNight, pgx.NamedArgs{"night": key, "manual": manual, "now": now}).Scan(&factory)
	return factory, classify("open the night "+key.Format(time.RFC3339), err)
}

const updateNight = `
UPDATE nights
SET ended_at = @now, status = @status, report = @report, spans = @spans
WHERE night = @night`

// CloseNight keeps a night's report with its phases' spans, in place of an earlier one.
func (db *DB) CloseNight(ctx context.Context, r night.Report, spans []night.Span, now time.Time) error {
	tag, err := db.pool.Exec(ctx, updateNight, pgx.NamedArgs{"night": r.Night, "status": r.Status(), "report": r, "spans": append([]night.Span{}, spans...), "now": now})
	if err == nil && tag.RowsAffected() == 0 {
		return noNight(r.Night)
	}
	return classify("close the night "+r.Night.Format(time.RFC3339), err)
}

func noNight(key time.Time) error {
	return fault.NotFoundf("there was no night at %s", key.UTC().Format(time.RFC3339))
}

const selectPhaseCounts = `
SELECT counts
FROM night_pages
WHERE night = @night AND phase = @phase`

// NightCounts sums what a phase has done in a night, over all of its tries.
func (db *DB) NightCounts(ctx context.Context, key time.Time, phase night.Phase) (night.Counts, error) {
	rows, _ := db.pool.Query(ctx, selectPhaseCounts, pgx.NamedArgs{"night": key, "phase": phase})
	total := night.Counts{}
	var counts night.Counts
	_, err := pgx.ForEachRow(rows, []any{&counts}, func() error {
		total.Add(counts)
		counts = nil
		return nil
	})
	return total, classify("count what "+string(phase)+" did", err)
}

const selectNights = `
SELECT night, manual, started_at, ended_at, coalesce(status, '') AS status, report, spans
FROM nights`

// Nights lists nights, the latest first, without their refusals. Limit 0 is without limit.
func (db *DB) Nights(ctx context.Context, limit int) ([]night.Record, error) {
	rows, _ := db.pool.Query(ctx, selectNights+"\nORDER BY night DESC\nLIMIT nullif(@limit::integer, 0)", pgx.NamedArgs{"limit": limit})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[night.Record])
	return list, classify("list nights", err)
}

const selectRefusals = `
SELECT workspace, agent, reason, because, gene, text, observations
FROM night_refusals
WHERE night = @night
ORDER BY workspace, position`

// Night returns one night with what it refused; fault.NotFound if there was none then. The
// zero time is the latest night.
func (db *DB) Night(ctx context.Context, key time.Time) (night.Record, error) {
	where := "\nWHERE night = @night"
	if key.IsZero() {
		where = "\nORDER BY night DESC\nLIMIT 1"
	}
	rows, _ := db.pool.Query(ctx, selectNights+where, pgx.NamedArgs{"night": key})
	record, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByNameLax[night.Record])
	if errors.Is(err, pgx.ErrNoRows) && key.IsZero() {
		return record, fault.NotFoundf("there has been no night yet")
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return record, noNight(key)
	}
	if err != nil {
		return record, classify("read the night", err)
	}
	rows, _ = db.pool.Query(ctx, selectRefusals, pgx.NamedArgs{"night": record.Night})
	record.Refusals, err = pgx.CollectRows(rows, pgx.RowToStructByName[night.Refusal])
	return record, classify("read what the night refused", err)
}
