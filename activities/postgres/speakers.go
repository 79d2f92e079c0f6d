package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/genome"
	"redeye/domain/run"
	"redeye/domain/text"
)

// accountBytes bounds the name of an account, and reasonBytes what a person gives as a
// reason (ours).
const (
	accountBytes = 200
	reasonBytes  = 1000
)

// account is a name as it is kept. Without one it is fault.Invalid: what changes a prompt
// has somebody behind it.
func account(by string) (string, error) {
	by = genome.Wording(text.NewRedactor().Safe(by, accountBytes))
	if by == "" {
		return "", fault.Invalidf("it must be known who does this: give the name of an account")
	}
	return by, nil
}

// decision is a person's decision as it is kept; see account.
func decision(d genome.Decision) (genome.Decision, error) {
	by, err := account(d.By)
	return genome.Decision{By: by, Reason: reason(d.Reason)}, err
}

// reason is what a person gives as one, as it is kept.
func reason(s string) string { return genome.Wording(text.NewRedactor().Safe(s, reasonBytes)) }

// customer is the account of somebody whose word counts, and the rules in force; a bot is
// fault.Invalid.
func (db *DB) customer(ctx context.Context, by string) (string, factory.Genome, error) {
	by, err := account(by)
	if err != nil {
		return "", factory.Genome{}, err
	}
	_, f, err := db.CurrentFactory(ctx)
	if err != nil {
		return "", factory.Genome{}, err
	}
	if f.Genome.Bot(by) {
		return "", factory.Genome{}, fault.Invalidf("%s is a bot: only what customers do counts", by)
	}
	return by, f.Genome, nil
}

const selectSubject = `
SELECT r.id, r.workspace, r.agent, c.pipeline, c.factory, r.ended_at IS NOT NULL AS ended
FROM runs r
JOIN chains c ON c.id = r.chain
WHERE r.id = @run`

// subject is a run that somebody speaks of. All of it stays as it is once the run ended.
type subject struct {
	ID, Workspace, Agent, Pipeline, Factory string
	Ended                                   bool
}

// ended returns an ended run. fault.NotFound if there is none of that ID, fault.Conflict
// if it has not ended.
func (db *DB) ended(ctx context.Context, id string) (subject, error) {
	rows, _ := db.pool.Query(ctx, selectSubject, pgx.NamedArgs{"run": id})
	s, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[subject])
	if errors.Is(err, pgx.ErrNoRows) {
		return s, noRun(run.ID(id))
	}
	if err == nil && !s.Ended {
		err = fault.Conflictf("run %s has not ended: it has no output yet", id)
	}
	return s, classify("read run "+id, err)
}

const holdRun = `
SELECT id
FROM runs
WHERE id = @run
FOR NO KEY UPDATE`

// hold keeps a run in place, and others who speak of it waiting, until the transaction
// ends. Whoever needs the genome too takes it afterwards.
func (s subject) hold(ctx context.Context, tx pgx.Tx) error {
	tag, err := tx.Exec(ctx, holdRun, pgx.NamedArgs{"run": s.ID})
	if err == nil && tag.RowsAffected() == 0 {
		return noRun(run.ID(s.ID))
	}
	return err
}
