package postgres

import (
	"context"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"redeye/domain/factory"
	"redeye/domain/genome"
	"redeye/domain/night"
)

// nightRules are those of a factory; of none, the defaults.
func (db *DB) nightRules(ctx context.Context, digest string) (genome.Tuning, factory.Factory, error) {
	var f factory.Factory
	if digest != "" {
		var err error
		if f, err = db.Factory(ctx, digest); err != nil {
			return genome.Tuning{}, f, err
		}
	}
	tuning, err := genome.TuningOf(f.Genome.Tuning)
	return tuning, f, err
}

// ConsolidatePage makes genes of the observations of the next workspaces (specification,
// section 5), each workspace by the cap of one pass.
func (db *DB) ConsolidatePage(ctx context.Context, p night.Page) (night.Progress, error) {
	tuning, f, err := db.nightRules(ctx, p.Factory)
	if err != nil {
		return night.Progress{}, err
	}
	c := consolidate{tuning, f.Genome.ImmuneCheck}
	return db.page(ctx, phase{night.Consolidate, tuning.Since(p.Night), c.apply, withGenome}, p)
}

type consolidate struct {
	tuning genome.Tuning
	immune bool
}

func (c consolidate) apply(ctx context.Context, tx pgx.Tx, p night.Page, workspaces []string) (map[string]night.Counts, error) {
	genes, err := genesByWorkspace(ctx, tx, workspaces, "")
	if err != nil {
		return nil, err
	}
	waiting, err := c.waiting(ctx, tx, p, workspaces)
	if err != nil {
		return nil, err
	}
	counts := map[string]night.Counts{}
	w := passWriter{night: p.Night}
	for i, pass := range c.passes(p.Night, workspaces, genes, waiting) {
		counts[workspaces[i]] = night.Counts{
			"observations": pass.Seen, "births": len(pass.Births), "refreshes": len(pass.Refreshes),
			"consumed": len(pass.Consumed), "refused": len(pass.Refusals), "waiting_groups": pass.Waiting,
		}
		w.add(workspaces[i], pass)
	}
	return counts, w.write(ctx, tx)
}

// passes works the workspaces out on every processor: it is what takes the longest.
func (c consolidate) passes(asOf time.Time, workspaces []string, genes map[string][]genome.Gene, waiting map[string][]genome.Observation) []genome.Pass {
	passes := make([]genome.Pass, len(workspaces))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, id := range workspaces {
		group.Go(func() error {
			passes[i] = genome.Consolidate(c.tuning, c.immune, asOf, genome.Workspace{ID: id, Genes: genes[id], Observations: waiting[id]})
			return nil
		})
	}
	_ = group.Wait() // none of them can fail
	return passes
}

const selectWaiting = `
SELECT workspace, id, agent, run, kind, text, at
FROM observations
WHERE workspace = ANY(@workspaces) AND at > @since AND at <= @asof
  AND consumed_at IS NULL AND revoked_at IS NULL AND screened_as IS NULL`

// waiting reads the observations of workspaces that no gene has used, in the window.
func (c consolidate) waiting(ctx context.Context, tx pgx.Tx, p night.Page, workspaces []string) (map[string][]genome.Observation, error) {
	rows, _ := tx.Query(ctx, selectWaiting, pgx.NamedArgs{
		"workspaces": workspaces, "since": c.tuning.Since(p.Night), "asof": p.Night,
	})
	all := map[string][]genome.Observation{}
	var workspace string
	var o genome.Observation
	_, err := pgx.ForEachRow(rows, []any{&workspace, &o.ID, &o.Agent, &o.Run, &o.Kind, &o.Text, &o.At}, func() error {
		all[workspace] = append(all[workspace], o)
		return nil
	})
	return all, err
}
