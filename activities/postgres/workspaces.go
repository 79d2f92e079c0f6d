package postgres

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/text"
)

// Workspace is whose work there has been.
type Workspace struct {
	ID string `json:"id"`
	// OptedOutAt is since when its runs are in no experiment; nil if they may be.
	OptedOutAt *time.Time `json:"opted_out_at,omitempty"`
	OptedOutBy string     `json:"opted_out_by,omitempty"`
}

const selectWorkspace = `
SELECT id, opted_out_at, coalesce(opted_out_by, '') AS opted_out_by
FROM workspaces`

// Workspaces lists every workspace by its ID.
func (db *DB) Workspaces(ctx context.Context) ([]Workspace, error) {
	rows, _ := db.pool.Query(ctx, selectWorkspace+"\nORDER BY id")
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[Workspace])
	return list, classify("list workspaces", err)
}

// Workspace returns one workspace; one that has had no chain yet has but its ID.
func (db *DB) Workspace(ctx context.Context, id string) (Workspace, error) {
	rows, _ := db.pool.Query(ctx, selectWorkspace+"\nWHERE id = @id", pgx.NamedArgs{"id": id})
	w, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Workspace])
	if errors.Is(err, pgx.ErrNoRows) {
		return Workspace{ID: id}, nil
	}
	return w, classify("read workspace "+id, err)
}

const optOut = `
INSERT INTO workspaces (id, opted_out_at, opted_out_by)
VALUES (@id, @now, @by)
ON CONFLICT (id) DO UPDATE
SET opted_out_at = excluded.opted_out_at, opted_out_by = excluded.opted_out_by
WHERE workspaces.opted_out_at IS NULL`

// OptOut keeps the runs of a workspace out of the experiment from now on, also of one that
// has had no chain yet. What was counted before stays. fault.Conflict if it is out.
func (db *DB) OptOut(ctx context.Context, id, by string, now time.Time) error {
	by, err := account(by)
	if err != nil {
		return err
	}
	if err := mustBeWorkspace(id); err != nil {
		return err
	}
	tag, err := db.pool.Exec(ctx, optOut, pgx.NamedArgs{"id": id, "by": by, "now": now})
	if err == nil && tag.RowsAffected() == 0 {
		w, err := db.Workspace(ctx, id)
		if err != nil || w.OptedOutAt == nil {
			return fault.Conflictf("workspace %s was opted out, or in, at this moment", id)
		}
		return fault.Conflictf("workspace %s was already opted out by %s at %s", id, w.OptedOutBy, w.OptedOutAt.Format(time.RFC3339))
	}
	return classify("opt workspace "+id+" out", err)
}

const optIn = `
UPDATE workspaces
SET opted_out_at = NULL, opted_out_by = NULL
WHERE id = @id AND opted_out_at IS NOT NULL`

// OptIn takes an OptOut back. fault.Conflict if there is none.
func (db *DB) OptIn(ctx context.Context, id string) error {
	tag, err := db.pool.Exec(ctx, optIn, pgx.NamedArgs{"id": id})
	if err == nil && tag.RowsAffected() == 0 {
		return fault.Conflictf("workspace %s has not opted out", id)
	}
	return classify("opt workspace "+id+" in", err)
}

func mustBeWorkspace(id string) error {
	if text.Clean(id) != id || strings.TrimSpace(id) == "" {
		return fault.Invalidf("%q is no workspace", id)
	}
	return nil
}
