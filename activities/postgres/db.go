package postgres

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/tern/v2/migrate"

	"redeye/domain/fault"
)

// DB is a pool of connections to one database. It is safe for concurrent use.
type DB struct {
	pool *pgxpool.Pool
	// factories holds decoded snapshots by digest: they never change.
	factories sync.Map
}

// connections is the most a process opens, unless the URL says otherwise by
// pool_max_conns: a worker has more chains under way than a database wants connections.
const connections = 20

// Option changes how a database is opened.
type Option func(*pgxpool.Config)

// WithTracer has every query and batch reported.
func WithTracer(t pgx.QueryTracer) Option {
	return func(c *pgxpool.Config) { c.ConnConfig.Tracer = t }
}

// WithSchema has every connection work in one schema.
func WithSchema(name string) Option {
	return func(c *pgxpool.Config) { c.ConnConfig.RuntimeParams["search_path"] = name }
}

// Open connects to the database of a URL. It does not migrate it. A malformed URL is
// fault.Invalid; no error repeats a password.
func Open(ctx context.Context, url string, options ...Option) (*DB, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fault.Invalidf("the database's address cannot be read: %w", err)
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = connections
	}
	config.ConnConfig.RuntimeParams["application_name"] = "redeye"
	config.AfterConnect = readTimesInUTC
	for _, option := range options {
		option(config)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, classify("open the database", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, classify("reach the database", err)
	}
	return &DB{pool: pool}, nil
}

// readTimesInUTC makes a time the same wherever the program runs.
func readTimesInUTC(_ context.Context, conn *pgx.Conn) error {
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}

// Close closes every connection.
func (db *DB) Close() { db.pool.Close() }

//go:embed migrations/*.sql
var migrations embed.FS

// versionTable is where the number of the last migration is kept.
const versionTable = "schema_version"

// Migrate brings the schema to the version of this program: each migration in one
// transaction, all under an advisory lock, so that any number of workers may start at once.
// fault.Conflict if the schema is newer than this program.
func (db *DB) Migrate(ctx context.Context) error {
	err := db.migrator(ctx, func(m *migrate.Migrator) error { return m.Migrate(ctx) })
	var version migrate.BadVersionError
	if errors.As(err, &version) {
		return fault.Conflictf("the database was migrated by a newer version of this program: %w", version)
	}
	return classify("migrate the database", err)
}

// SchemaVersion returns the schema's version and the one this program needs.
func (db *DB) SchemaVersion(ctx context.Context) (have, want int32, err error) {
	err = db.migrator(ctx, func(m *migrate.Migrator) error {
		want = int32(len(m.Migrations))
		have, err = m.GetCurrentVersion(ctx)
		return err
	})
	return have, want, classify("read the schema's version", err)
}

func (db *DB) migrator(ctx context.Context, use func(*migrate.Migrator) error) error {
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	m, err := migrate.NewMigrator(ctx, conn.Conn(), versionTable)
	if err != nil {
		return err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	if err := m.LoadMigrations(files); err != nil {
		return err
	}
	return use(m)
}
