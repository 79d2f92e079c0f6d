package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/genome"
	"redeye/domain/night"
)

// phase is one phase's work, workspace by workspace.
type phase struct {
	name night.Phase
	// since is the time after which observations are read; the night, if none are.
	since time.Time
	// apply does the work on some workspaces, and counts what it
	// did by workspace.
	apply func(ctx context.Context, tx pgx.Tx, p night.Page, workspaces []string) (map[string]night.Counts, error)
	// walk is the query of its workspaces: withGenome, whose genomes are entered, or
	// everyWorkspace.
	walk string
}

// page does a phase's work on the next workspaces, in one transaction with the record that
// it is done: one that has a record is passed over. Two tries at a phase of one night take
// turns.
func (db *DB) page(ctx context.Context, ph phase, p night.Page) (progress night.Progress, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if err := takeTurn(ctx, tx, ph.name, p.Night); err != nil {
			return err
		}
		found, err := nextWorkspaces(ctx, tx, ph, p)
		if err != nil {
			return err
		}
		taken := within(found, p.Rows)
		progress.Done = len(taken) == len(found) && len(found) < p.Size
		if len(taken) > 0 {
			progress.Cursor = taken[len(taken)-1].Workspace
		}
		return ph.do(ctx, tx, p, todo(taken))
	})
	return progress, classify(string(ph.name)+" of the workspaces after "+strconv.Quote(p.After), err)
}

func (ph phase) do(ctx context.Context, tx pgx.Tx, p night.Page, workspaces []string) error {
	if len(workspaces) == 0 {
		return nil
	}
	if ph.walk == withGenome {
		if err := enterGenomes(ctx, tx, workspaces); err != nil {
			return err
		}
	}
	counts, err := ph.apply(ctx, tx, p, workspaces)
	if err != nil {
		return err
	}
	return recordPage(ctx, tx, ph.name, p.Night, counts)
}

const lockPhase = `
SELECT pg_advisory_xact_lock(hashtextextended('night/' || current_schema() || '/' || @phase || '/' || @night, 0))`

func takeTurn(ctx context.Context, tx pgx.Tx, name night.Phase, key time.Time) error {
	_, err := tx.Exec(ctx, lockPhase, pgx.NamedArgs{"phase": string(name), "night": key.UTC().Format(time.RFC3339Nano)})
	return err
}

const withGenome = `
    SELECT DISTINCT workspace
    FROM genomes
    WHERE workspace > @after`

const everyWorkspace = `
    SELECT id AS workspace
    FROM workspaces
    WHERE id > @after`

const selectWorkspaces = `
SELECT
    w.workspace,
    EXISTS (
        SELECT
        FROM night_pages p
        WHERE p.night = @asof AND p.phase = @phase AND p.workspace = w.workspace) AS done,
    (SELECT count(*)
     FROM observations o
     WHERE o.workspace = w.workspace AND o.at > @since
       AND o.consumed_at IS NULL AND o.revoked_at IS NULL AND o.screened_as IS NULL)
        + (SELECT count(*) FROM genes g WHERE g.workspace = w.workspace) AS rows
FROM (%s
    ORDER BY workspace
    LIMIT @size) AS w
ORDER BY w.workspace`

// found is a workspace that is next: whether the phase is done with it, and what it holds.
type found struct {
	Workspace string
	Done      bool
	Rows      int
}

func nextWorkspaces(ctx context.Context, tx pgx.Tx, ph phase, p night.Page) ([]found, error) {
	rows, _ := tx.Query(ctx, fmt.Sprintf(selectWorkspaces, ph.walk), pgx.NamedArgs{
		"asof": p.Night, "phase": ph.name, "after": p.After, "size": p.Size, "since": ph.since,
	})
	return pgx.CollectRows(rows, pgx.RowToStructByName[found])
}

// within are the first workspaces, up to a limit of rows that only the first of all may
// exceed. What is done counts for nothing.
func within(all []found, limit int) []found {
	rows := 0
	for i, w := range all {
		if w.Done {
			continue
		}
		if rows += w.Rows; limit > 0 && rows > limit && rows > w.Rows {
			return all[:i]
		}
	}
	return all
}

func todo(all []found) []string {
	var workspaces []string
	for _, w := range all {
		if !w.Done {
			workspaces = append(workspaces, w.Workspace)
		}
	}
	return workspaces
}

const selectPages = `
SELECT workspace, counts
FROM night_pages
WHERE night = @night AND phase = @phase AND workspace = ANY(@workspaces)`

const upsertPages = `
INSERT INTO night_pages (night, phase, workspace, counts)
SELECT @night, @phase, p.workspace, p.counts
FROM unnest(@workspaces::text[], @counts::jsonb[]) AS p (workspace, counts)
ON CONFLICT (night, phase, workspace) DO UPDATE
SET counts = excluded.counts`

// recordPage adds what a page did to what its phase had done to these workspaces.
func recordPage(ctx context.Context, tx pgx.Tx, name night.Phase, key time.Time, counts map[string]night.Counts) error {
	if len(counts) == 0 {
		return nil
	}
	workspaces := slices.Sorted(maps.Keys(counts))
	rows, _ := tx.Query(ctx, selectPages, pgx.NamedArgs{"night": key, "phase": name, "workspaces": workspaces})
	var workspace string
	var before night.Counts
	_, err := pgx.ForEachRow(rows, []any{&workspace, &before}, func() error {
		counts[workspace].Add(before)
		before = nil
		return nil
	})
	if err != nil {
		return err
	}
	all := make([]night.Counts, len(workspaces))
	for i, workspace := range workspaces {
		all[i] = counts[workspace]
	}
	_, err = tx.Exec(ctx, upsertPages, pgx.NamedArgs{"night": key, "phase": name, "workspaces": workspaces, "counts": all})
	return err
}

const lockGenomes = `
SELECT seen
FROM genomes
WHERE workspace = ANY(@workspaces)
ORDER BY workspace, agent
FOR UPDATE`

// enterGenomes is enterGenome for all of some workspaces.
func enterGenomes(ctx context.Context, tx pgx.Tx, workspaces []string) error {
	_, err := tx.Exec(ctx, lockGenomes, pgx.NamedArgs{"workspaces": workspaces})
	return err
}

// genesByWorkspace reads genes of workspaces with their evidence: those in every state, or
// those of a further condition.
func genesByWorkspace(ctx context.Context, tx pgx.Tx, workspaces []string, condition string) (map[string][]genome.Gene, error) {
	rows, _ := tx.Query(ctx, selectGenes+"\nWHERE g.workspace = ANY(@workspaces)"+condition, pgx.NamedArgs{"workspaces": workspaces})
	records, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[genome.Record])
	genes := map[string][]genome.Gene{}
	for _, r := range records {
		genes[r.Workspace] = append(genes[r.Workspace], r.Gene)
	}
	return genes, err
}
