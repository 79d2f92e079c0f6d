// Package postgrestest gives tests a real database: a schema of their own on the server
// that DATABASE_URL names.
package postgrestest

import (
	"context"
	"crypto/rand"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
)

// New returns a migrated database in a schema of its own, which goes with the test. Tests
// may run in parallel. Without DATABASE_URL it skips the test, or fails it under CI=true.
func New(t *testing.T, options ...postgres.Option) *postgres.DB {
	t.Helper()
	db := Empty(t, options...)
	require.NoError(t, db.Migrate(t.Context()))
	return db
}

// Empty is New before any migration.
func Empty(t *testing.T, options ...postgres.Option) *postgres.DB {
	t.Helper()
	url := os.Getenv("DATABASE_URL")
	if url == "" && os.Getenv("CI") == "true" {
		t.Fatal("DATABASE_URL is not set; run: make test")
	}
	if url == "" {
		t.Skip("needs PostgreSQL; run: make test")
	}
	schema := createSchema(t, url)
	db, err := postgres.Open(t.Context(), url, append(options, postgres.WithSchema(schema))...)
	require.NoError(t, err)
	t.Cleanup(db.Close)
	return db
}

func createSchema(t *testing.T, url string) string {
	t.Helper()
	ctx := context.Background()
	schema := "test_" + strings.ToLower(rand.Text()[:12])
	conn, err := pgx.Connect(ctx, url)
	require.NoError(t, err)
	_, err = conn.Exec(ctx, "CREATE SCHEMA "+schema)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := conn.Exec(ctx, "DROP SCHEMA "+schema+" CASCADE")
		require.NoError(t, err)
		require.NoError(t, conn.Close(ctx))
	})
	return schema
}
