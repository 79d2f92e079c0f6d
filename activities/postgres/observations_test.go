package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/fault"
	"redeye/domain/genome"
)

var everyGene = postgres.GeneFilter{}

func TestObservationsAreListedNewestFirst(t *testing.T) {
	s := newGenomeStory(t)
	one, two := s.comments(s.says("notes-1", "x"), "name each area once"), s.comments(s.says("notes-2", "x"), "close with a summary")
	s.sql(`UPDATE observations SET at = $1 WHERE id = $2`, noon.Add(time.Hour), one.ID)
	s.grows("g.1", "close with a summary", 0.5)
	s.rests("g.1", 1, two)
	for _, c := range []struct {
		filter postgres.ObservationFilter
		want   []string
	}{
		{postgres.ObservationFilter{}, []string{one.ID, two.ID}},
		{postgres.ObservationFilter{Workspace: "default", Agent: "a", Run: "notes-2.1"}, []string{two.ID}},
		{postgres.ObservationFilter{Waiting: true}, []string{one.ID}},
		{postgres.ObservationFilter{Limit: 1}, []string{one.ID}},
		{postgres.ObservationFilter{Workspace: "acme"}, nil},
		{postgres.ObservationFilter{Agent: "b"}, nil},
	} {
		require.Equal(t, c.want, s.observations(c.filter), "%+v", c.filter)
	}
}

func TestRevokingTellsWhatItTouched(t *testing.T) {
	s := newGenomeStory(t)
	o := s.comments(s.says("notes-1", "x"), "close with a summary")
	s.begin("notes-2") // told the observation
	s.grows("g.1", "close with a summary", 0.5)
	s.rests("g.1", 1, o)
	s.begin("notes-3") // told the gene
	other := s.comments("notes-1.1", "name each area once")
	s.begin("notes-4") // told both
	s.sql(`UPDATE genes SET strength = 0.2`)
	s.begin("notes-5") // told neither: too weak

	r, err := s.db.RevokeObservation(t.Context(), o.ID, "Bob", noon)
	require.NoError(t, err)
	require.Equal(t, "Bob", r.Observation.RevokedBy)
	require.Equal(t, &noon, r.Observation.RevokedAt)
	require.Equal(t, []string{"g.1"}, r.Genes)
	require.Equal(t, []string{"notes-2.1", "notes-3.1", "notes-4.1"}, r.Runs)
	require.Len(t, s.gene("g.1").Evidence, 1, "the next night takes it away")

	_, err = s.db.RevokeObservation(t.Context(), o.ID, "Ann", noon)
	require.Equal(t, fault.Conflict, fault.KindOf(err))
	require.EqualError(t, err, "observation notes-1.1.o1 was already revoked by Bob at 2026-10-03T12:00:00Z")
	_, err = s.db.RevokeObservation(t.Context(), "notes-1.1.o9", "Ann", noon)
	require.Equal(t, fault.NotFound, fault.KindOf(err))
	_, err = s.db.RevokeObservation(t.Context(), other.ID, "", noon)
	require.Equal(t, fault.Invalid, fault.KindOf(err))

	r, err = s.db.RevokeObservation(t.Context(), other.ID, "Ann", noon)
	require.NoError(t, err)
	require.Equal(t, []string{}, r.Genes)
	s.begin("notes-6")
	require.Empty(t, s.run("notes-6.1").Observations, "not told from the next run on")
}

func TestRevokingWaitsForANightThatUsesTheObservation(t *testing.T) {
	s := newGenomeStory(t)
	o := s.comments(s.says("notes-1", "x"), "close with a summary")
	s.grows("g.1", "close with a summary", 0.5)
	r := s.rival()
	r.exec(`SELECT seen FROM genomes WHERE workspace = 'default' ORDER BY agent FOR UPDATE`)
	r.exec(`INSERT INTO evidence (gene, position, observation, run, night) VALUES ('g.1', 1, $1, $2, $3)`, o.ID, o.Run, noon)
	var revoked genome.Revocation
	require.NoError(t, r.outruns(func() (err error) {
		revoked, err = s.db.RevokeObservation(t.Context(), o.ID, "Ann", noon)
		return err
	}))
	require.Equal(t, []string{"g.1"}, revoked.Genes)
}
