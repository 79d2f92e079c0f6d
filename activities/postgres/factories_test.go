package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres/postgrestest"
	"redeye/domain/fault"
)

func TestAFactoryIsCurrentUntilAnotherIsApplied(t *testing.T) {
	t.Parallel()
	db := postgrestest.New(t)
	_, _, err := db.CurrentFactory(t.Context())
	require.Equal(t, fault.NotFound, fault.KindOf(err))
	require.ErrorContains(t, err, "starter factory apply FILE")
	swept, err := db.SweepLearnings(t.Context(), noon)
	require.NoError(t, err, "a worker starts without a factory too")
	require.Zero(t, swept)

	first, second := notes(), notes()
	second.Name = "notes again"
	firstDigest, changed, err := db.ApplyFactory(t.Context(), first, "Ann", noon)
	require.NoError(t, err)
	require.True(t, changed)
	_, changed, err = db.ApplyFactory(t.Context(), first, "Bob", noon)
	require.NoError(t, err)
	require.False(t, changed)

	secondDigest, changed, err := db.ApplyFactory(t.Context(), second, "Ann", noon)
	require.NoError(t, err)
	require.True(t, changed)
	digest, current, err := db.CurrentFactory(t.Context())
	require.NoError(t, err)
	require.Equal(t, secondDigest, digest)
	require.Equal(t, "notes again", current.Name)
	old, err := db.Factory(t.Context(), firstDigest)
	require.NoError(t, err)
	require.Equal(t, first, old)

	digest, changed, err = db.ApplyFactory(t.Context(), first, "Ann", noon)
	require.NoError(t, err)
	require.True(t, changed, "back to the first one")
	require.Equal(t, firstDigest, digest)
}

func TestMigrationsMayRunAtOnce(t *testing.T) {
	t.Parallel()
	db := postgrestest.Empty(t)
	errs := make(chan error, 4)
	for range cap(errs) {
		go func() { errs <- db.Migrate(t.Context()) }()
	}
	for range cap(errs) {
		require.NoError(t, <-errs)
	}
	have, want, err := db.SchemaVersion(t.Context())
	require.NoError(t, err)
	require.Positive(t, want)
	require.Equal(t, want, have)
}

func TestANewerSchemaIsLeftAlone(t *testing.T) {
	s := newStory(t)
	r := s.rival()
	r.exec(`UPDATE schema_version SET version = version + 1`)
	require.NoError(t, r.tx.Commit(t.Context()))
	err := s.db.Migrate(t.Context())
	require.Equal(t, fault.Conflict, fault.KindOf(err), "%v", err)
	have, want, err := s.db.SchemaVersion(t.Context())
	require.NoError(t, err)
	require.Equal(t, want+1, have)
}
