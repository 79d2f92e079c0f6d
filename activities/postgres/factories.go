package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/factory"
	"redeye/domain/fault"
)

const insertFactory = `
INSERT INTO factories (digest, name, snapshot, applied_by, applied_at)
VALUES (@digest, @name, @snapshot, @by, @now)
ON CONFLICT (digest) DO NOTHING`

// The row of a digest that is current already stays as it is: who applied it first did.
const setCurrentFactory = `
INSERT INTO current_factory (digest, applied_by, applied_at)
VALUES (@digest, @by, @now)
ON CONFLICT (single) DO UPDATE
SET digest = excluded.digest, applied_by = excluded.applied_by, applied_at = excluded.applied_at
WHERE current_factory.digest <> excluded.digest`

// ApplyFactory stores a factory's snapshot under its digest and makes it current. changed
// is false if it was current already.
func (db *DB) ApplyFactory(ctx context.Context, f factory.Factory, by string, now time.Time) (digest string, changed bool, err error) {
	snapshot, digest, err := f.Encode()
	if err != nil {
		return "", false, err
	}
	args := pgx.NamedArgs{"digest": digest, "name": f.Name, "snapshot": string(snapshot), "by": by, "now": now}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, insertFactory, args); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, setCurrentFactory, args)
		changed = tag.RowsAffected() > 0
		return err
	})
	return digest, changed, classify("apply the factory", err)
}

const selectCurrentFactory = `
SELECT digest
FROM current_factory`

// CurrentFactory returns the snapshot that new chains start on.
func (db *DB) CurrentFactory(ctx context.Context) (digest string, f factory.Factory, err error) {
	rows, _ := db.pool.Query(ctx, selectCurrentFactory)
	digest, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[string])
	if err := classify("read the current factory", err); err != nil {
		if fault.KindOf(err) == fault.NotFound {
			err = fault.NotFoundf("no factory is applied; apply one with: starter factory apply FILE")
		}
		return "", factory.Factory{}, err
	}
	f, err = db.Factory(ctx, digest)
	return digest, f, err
}

const selectFactory = `
SELECT snapshot::text
FROM factories
WHERE digest = @digest`

// Factory returns a snapshot; fault.NotFound if there is none of that digest.
func (db *DB) Factory(ctx context.Context, digest string) (factory.Factory, error) {
	if known, ok := db.factories.Load(digest); ok {
		return known.(factory.Factory), nil
	}
	rows, _ := db.pool.Query(ctx, selectFactory, pgx.NamedArgs{"digest": digest})
	snapshot, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[string])
	if err := classify("read factory "+digest, err); err != nil {
		if fault.KindOf(err) == fault.NotFound {
			err = fault.NotFoundf("there is no factory snapshot %q", digest)
		}
		return factory.Factory{}, err
	}
	f, err := factory.Decode([]byte(snapshot))
	if err != nil {
		return factory.Factory{}, err
	}
	db.factories.Store(digest, f)
	return f, nil
}
