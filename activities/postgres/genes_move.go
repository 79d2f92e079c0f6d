package postgres

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/genome"
)

const insertGene = `
INSERT INTO genes (id, workspace, agent, stratum, text, state, strength, credited, contradictions, flagged, returns, born_at, born_by, end_reason)
VALUES (@id, @workspace, @agent, @stratum, @text, @state, @strength, @credited, @contradictions, @flagged, @returns, @born_at, @by, '')`

// AddGene adds a gene that a person wrote, under an ID of its own; those of w are not
// looked at. It is told from the agent's next run on. fault.NotFound if the current factory
// declares no such agent; fault.Invalid as genome.Tuning.Add has it.
func (db *DB) AddGene(ctx context.Context, workspace string, w genome.Written, by string, now time.Time) (record genome.Record, err error) {
	tuning, by, err := db.writer(ctx, workspace, w.Agent, by)
	if err != nil {
		return record, err
	}
	w.ID, w.At = "g."+strings.ToLower(rand.Text()[:16]), now.Truncate(precision)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := enterGenome(ctx, tx, workspace, w.Agent); err != nil {
			return err
		}
		known, err := liveGenes(ctx, tx, workspace, w.Agent)
		if err != nil {
			return err
		}
		g, err := tuning.Add(w, known)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, insertGene, geneArgs(workspace, g, by)); err != nil {
			return err
		}
		record, err = findGene(ctx, tx, g.ID)
		return err
	})
	return record, classify("add a gene", err)
}

// writer checks who writes a gene for whom, and returns the current factory's tuning.
func (db *DB) writer(ctx context.Context, workspace, agent, by string) (genome.Tuning, string, error) {
	by, err := account(by)
	if err != nil {
		return genome.Tuning{}, "", err
	}
	if err := mustBeWorkspace(workspace); err != nil {
		return genome.Tuning{}, "", err
	}
	_, f, err := db.CurrentFactory(ctx)
	if err != nil {
		return genome.Tuning{}, "", err
	}
	if err := mustDeclare(f, agent); err != nil {
		return genome.Tuning{}, "", err
	}
	tuning, err := genome.TuningOf(f.Genome.Tuning)
	return tuning, by, err
}

func liveGenes(ctx context.Context, tx pgx.Tx, workspace, agent string) ([]genome.Gene, error) {
	rows, _ := tx.Query(ctx, selectGenes+"\nWHERE g.workspace = @workspace AND g.agent = @agent AND g.state = 'live'",
		pgx.NamedArgs{"workspace": workspace, "agent": agent})
	records, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[genome.Record])
	return genesOf(records), err
}

func genesOf(records []genome.Record) []genome.Gene {
	genes := make([]genome.Gene, 0, len(records))
	for _, r := range records {
		genes = append(genes, r.Gene)
	}
	return genes
}

func geneArgs(workspace string, g genome.Gene, by string) pgx.NamedArgs {
	return pgx.NamedArgs{
		"id": g.ID, "workspace": workspace, "agent": g.Agent, "stratum": g.Stratum, "text": g.Text, "state": g.State,
		"strength": g.Strength, "credited": g.Credited, "contradictions": g.Contradictions, "flagged": g.Flagged,
		"returns": g.Returns, "born_at": g.BornAt, "by": by,
	}
}

// ApproveGene makes a learned gene the customer's, or clears a flagged one; see
// genome.Approve. fault.NotFound if there is none of that ID.
func (db *DB) ApproveGene(ctx context.Context, id string, d genome.Decision, now time.Time) (genome.Record, error) {
	return db.decide(ctx, id, genome.ActApprove, d, now)
}

// RejectGene makes a learned gene a tombstone; see genome.Reject. fault.NotFound if there
// is none of that ID.
func (db *DB) RejectGene(ctx context.Context, id string, d genome.Decision, now time.Time) (genome.Record, error) {
	return db.decide(ctx, id, genome.ActReject, d, now)
}

// RetireGene has a live gene leave the genome; see genome.Retire. fault.NotFound if there
// is none of that ID.
func (db *DB) RetireGene(ctx context.Context, id string, d genome.Decision, now time.Time) (genome.Record, error) {
	return db.decide(ctx, id, genome.ActRetire, d, now)
}

func (db *DB) decide(ctx context.Context, id string, act genome.Act, d genome.Decision, now time.Time) (genome.Record, error) {
	d, err := decision(d)
	if err != nil {
		return genome.Record{}, err
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		return moveGene(ctx, tx, id, genome.DecisionRecord{Decision: d, Act: act, At: now.Truncate(precision)})
	})
	if err != nil {
		return genome.Record{}, classify(fmt.Sprintf("%s gene %s", act, id), err)
	}
	return db.Gene(ctx, id)
}

const insertDecision = `
INSERT INTO decisions (gene, number, act, by, reason, at)
SELECT @gene, 1 + count(*), @act, @by, @reason, @at
FROM decisions
WHERE gene = @gene`

// moveGene is one person's move. Outcomes and the night wait for it, or it for them.
func moveGene(ctx context.Context, tx pgx.Tx, id string, d genome.DecisionRecord) error {
	record, err := findGene(ctx, tx, id)
	if err != nil {
		return err
	}
	if _, err := enterGenome(ctx, tx, record.Workspace, record.Agent); err != nil {
		return err
	}
	if record, err = findGene(ctx, tx, id); err != nil {
		return err
	}
	g, err := d.Apply(record.Gene)
	if err != nil {
		return err
	}
	if err := saveGenes(ctx, tx, []genome.Gene{g}); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, insertDecision, pgx.NamedArgs{"gene": id, "act": d.Act, "by": d.By, "reason": d.Reason, "at": d.At})
	return err
}
