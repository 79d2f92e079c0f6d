package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
)

// The genome that is compiled: so many live genes and learnings, and as many
// observations as are told.
const (
	compiledGenes = 500
	compiledSeen  = 25
	compiledKnown = 10_000 // live learnings, of which a run is told a few
	compiledRuns  = 200    // measurements of each
)

// compile compares compiling what one agent's next run would be told with the least that can be asked of the database, in turn.
func (b *bench) compile(ctx context.Context, out io.Writer) (figures, error) {
	conn, err := pgx.Connect(ctx, b.database)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	if err := b.fillGenome(ctx, conn); err != nil {
		return nil, err
	}
	var compile, floor []float64
	before := b.trips.Load()
	for range compiledRuns {
		compile = append(compile, seconds(func() { _, err = b.db.NextTold(ctx, "compiled", "worker", time.Now()) }))
		if err != nil {
			return nil, err
		}
		floor = append(floor, seconds(func() { _, err = conn.Exec(ctx, "SELECT 1") }))
		if err != nil {
			return nil, err
		}
	}
	trips := float64(b.trips.Load()-before) / compiledRuns
	fmt.Fprintf(out, "\ncompiling %d genes and %d learnings: %.2f ms in %.0f round trips; SELECT 1: %.3f ms\n",
		compiledGenes, compiledKnown, 1000*median(compile), trips, 1000*median(floor))
	return figures{"genome.compile_vs_select1": median(compile) / median(floor), "genome.compile_roundtrips": trips}, nil
}

func (b *bench) fillGenome(ctx context.Context, conn *pgx.Conn) error {
	const insertGenes = `
INSERT INTO genes (id, workspace, agent, stratum, text, state, strength, credited, contradictions, flagged, returns, born_at, born_by, end_reason)
SELECT 'compiled' || n, 'compiled', 'worker', 'learned', t, 'live', 0.35 + (n % 60) / 100.0, 0, 0, false, '', now(), 'bench', ''
FROM unnest($1::text[]) WITH ORDINALITY AS g (t, n)`
	const insertObservations = `
INSERT INTO observations (id, workspace, agent, run, kind, text, by, at)
SELECT 'compiled-' || n || '.o1', 'compiled', 'worker', 'compiled-' || n, 'comment', t, 'bench', now()
FROM unnest($1::text[]) WITH ORDINALITY AS o (t, n)`
	if _, err := conn.Exec(ctx, insertGenes, wishes(compiledGenes)); err != nil {
		return err
	}
	const insertLearnings = `
INSERT INTO learnings (id, workspace, agent, text, state, runs_left, rediscoveries, proposed_at)
SELECT 'compiled-' || n || '.l1', 'compiled', 'worker', t, 'confirmed', 0, 3, now() - n * interval '1 second'
FROM unnest($1::text[]) WITH ORDINALITY AS l (t, n)`
	if _, err := conn.Exec(ctx, insertObservations, wishes(compiledSeen)); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, insertLearnings, wishes(compiledKnown)); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, "ANALYZE genes, learnings")
	return err
}
