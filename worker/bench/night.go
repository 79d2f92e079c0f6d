package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"go.temporal.io/sdk/client"

	"redeye/domain/night"
	"redeye/workflows"
)

// The night that is measured: so many observations in so many genomes, ten agents to a
// workspace, each observation from one of twenty runs.
const (
	observed   = 1_000_000
	genomes    = 10_000
	agents     = 10
	perRequest = 10_000 // rows that one UNNEST takes
)

// night runs a whole night over many genomes, and compares it with the least that can be
// done with the same rows: COPY them out, and UNNEST them back into a table without
// indexes. It is measured once each: both take long enough. The memory is the whole
// process's, workflows and activities included, so that this must be the first part.
func (b *bench) night(ctx context.Context, out io.Writer) (figures, error) {
	conn, err := pgx.Connect(ctx, b.database)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	if err := fill(ctx, conn); err != nil {
		return nil, err
	}
	begun := time.Now()
	result, err := b.wholeNight(ctx)
	if err != nil {
		return nil, err
	}
	took, peak := time.Since(begun).Seconds(), peakMiB()
	begun = time.Now()
	if err := copyAndBack(ctx, b.database, conn); err != nil {
		return nil, err
	}
	floor := time.Since(begun).Seconds()

	fmt.Fprintf(out, "\na night over %d observations in %d genomes: %.1f s, %.0f MiB at most\n", observed, genomes, took, peak)
	for i, p := range result.Report.Phases {
		fmt.Fprintf(out, "  %-12s %6.1f s  %s\n", p.Phase, result.Spans[i].Took().Seconds(), p.Counts)
	}
	fmt.Fprintf(out, "  the same rows by COPY out and UNNEST back: %.1f s\n", floor)
	return figures{"genome.night_vs_copy": floor / took, "genome.night_peak_mib": peak}, nil
}

func fill(ctx context.Context, conn *pgx.Conn) error {
	const insertGenomes = `
INSERT INTO genomes (workspace, agent)
SELECT format('w%s', lpad((g / $2)::text, 5, '0')), format('a%s', g % $2)
FROM generate_series(0, $1 - 1) AS g`
	const insertObservations = `
INSERT INTO observations (id, workspace, agent, run, kind, text, by, at)
SELECT format('b%s-%s.o%s', g, n % 20, n), format('w%s', lpad((g / $3)::text, 5, '0')), format('a%s', g % $3),
       format('b%s-%s', g, n % 20), 'comment', ($5::text[])[1 + (g * 31 + n * 7) % cardinality($5::text[])], 'bench', $4::timestamptz - n * interval '1 hour'
FROM generate_series(0, $1 - 1) AS g, generate_series(1, $2) AS n`
	if _, err := conn.Exec(ctx, insertGenomes, genomes, agents); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, insertObservations, genomes, observed/genomes, agents, time.Now(), wishes(grouped)); err != nil {
		return err
	}
	// Whoever reads rows first after they are written pays for it, which would be the night.
	_, err := conn.Exec(ctx, "VACUUM ANALYZE genomes, observations")
	return err
}

func (b *bench) wholeNight(ctx context.Context) (out workflows.NightOut, err error) {
	key := time.Now().UTC().Truncate(time.Second)
	r, err := b.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: workflows.NightID(key), TaskQueue: b.queue},
		workflows.Night, workflows.NightIn{Night: &key, Manual: true})
	if err != nil {
		return out, err
	}
	if err := r.Get(ctx, &out); err != nil {
		return out, err
	}
	if out.Status != night.Finished {
		err = fmt.Errorf("the night is %s: %+v", out.Status, out.Report)
	}
	return out, err
}

// copyAndBack reads every observation with COPY and writes it back with UNNEST.
func copyAndBack(ctx context.Context, database string, conn *pgx.Conn) error {
	back, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer back.Close(ctx)
	if _, err := back.Exec(ctx, "CREATE TABLE bench_back (id text, workspace text, agent text, run text, kind text, text text, at timestamptz)"); err != nil {
		return err
	}
	rows, pipe := io.Pipe()
	go func() {
		_, err := conn.PgConn().CopyTo(ctx, pipe, "COPY (SELECT id, workspace, agent, run, kind, text, at FROM observations) TO STDOUT")
		pipe.CloseWithError(err)
	}()
	lines := bufio.NewScanner(rows)
	columns := make([][]string, 7)
	for lines.Scan() {
		for i, value := range strings.SplitN(lines.Text(), "\t", len(columns)) {
			columns[i] = append(columns[i], value)
		}
		if len(columns[0]) == perRequest {
			if err := writeBack(ctx, back, columns); err != nil {
				return err
			}
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return writeBack(ctx, back, columns)
}

// writeBack writes and empties the columns.
func writeBack(ctx context.Context, back *pgx.Conn, columns [][]string) error {
	args := make([]any, len(columns))
	for i, column := range columns {
		args[i] = column
	}
	_, err := back.Exec(ctx, `
INSERT INTO bench_back
SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]::timestamptz[])`, args...)
	for i := range columns {
		columns[i] = columns[i][:0]
	}
	return err
}

// peakMiB is the most memory that this process has ever had, as Linux counts it; elsewhere
// what Go has taken from the system.
func peakMiB() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if kib, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kib), "kB")), 64)
			return n / 1024
		}
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.Sys) / (1 << 20)
}
