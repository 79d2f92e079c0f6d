package postgres_test

import (
	"fmt"
	"strings"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/genome"
	"redeye/domain/run"
)

// learningNotes is the factory notes with a genome.
func learningNotes(change ...func(*factory.Factory)) factory.Factory {
	f := notes()
	f.Genome = factory.Genome{Observations: true, Consolidation: true, Bots: []string{"ci"}}
	for _, apply := range change {
		apply(&f)
	}
	return f
}

// applies has chains that begin from now on run on a factory, which is the current one.
func (s *story) applies(f factory.Factory) {
	s.Helper()
	digest, _, err := s.db.ApplyFactory(s.Context(), f, "Ann", noon)
	require.NoError(s, err)
	s.digest = digest
}

// says plays a whole chain of one run of agent a, which prints something.
func (s *story) says(id, stdout string) run.ID {
	s.Helper()
	c := s.begin(id)
	first := run.NewID(id, 1)
	s.ends(first, run.Ending{Result: run.Result{Attempt: 1, Outcome: run.Succeeded}, Stdout: stdout})
	s.next(c, chain.Landed{Finish: chain.Finish{Run: first, Result: run.Result{Attempt: 1, Outcome: run.Succeeded}}})
	return first
}

func (s *story) ends(id run.ID, end run.Ending) {
	s.Helper()
	_, err := s.db.StartAttempt(s.Context(), id, "key", noon)
	require.NoError(s, err)
	require.NoError(s, s.db.EndAttempt(s.Context(), id, 1, end, noon))
}

func (s *story) comments(id run.ID, comment string) genome.ObservationRecord {
	s.Helper()
	kept, err := s.db.Observe(s.Context(), genome.Observed{Run: string(id), Comment: comment, By: "Ann"}, noon)
	require.NoError(s, err)
	require.Len(s, kept, 1)
	return kept[0]
}

func (s *story) adds(stratum genome.Stratum, text string) genome.Record {
	s.Helper()
	g, err := s.db.AddGene(s.Context(), "default", genome.Written{Agent: "a", Stratum: stratum, Text: text}, "Ann", noon)
	require.NoError(s, err)
	return g
}

// grows writes a learned gene of agent a, as a night does.
func (s *story) grows(id, text string, strength float64) {
	s.Helper()
	s.sql(`
		INSERT INTO genes (id, workspace, agent, stratum, text, state, strength, credited, contradictions, flagged, returns, born_at, born_by, end_reason)
		VALUES ($1, 'default', 'a', 'learned', $2, 'live', $3, 0, 0, false, '', $4, '2026-10-03T02:30:00Z', '')`,
		id, text, strength, noon)
}

// rests has an observation be evidence for a gene, as a night does.
func (s *story) rests(gene string, position int, o genome.ObservationRecord) {
	s.Helper()
	s.sql(`INSERT INTO evidence (gene, position, observation, run, night) VALUES ($1, $2, $3, $4, $5)`, gene, position, o.ID, o.Run, noon)
	s.sql(`UPDATE observations SET consumed_by = $1, consumed_at = $2 WHERE id = $3`, gene, noon, o.ID)
}

func (s *story) sql(sql string, args ...any) {
	s.Helper()
	r := s.rival()
	r.exec(sql, args...)
	require.NoError(s, r.tx.Commit(s.Context()))
	require.NoError(s, r.conn.Close(s.Context()))
}

func (s *story) gene(id string) genome.Record {
	s.Helper()
	g, err := s.db.Gene(s.Context(), id)
	require.NoError(s, err)
	return g
}

func (s *story) run(id run.ID) run.Record {
	s.Helper()
	r, err := s.db.Run(s.Context(), id)
	require.NoError(s, err)
	return r
}

func (s *story) observations(f postgres.ObservationFilter) []string {
	s.Helper()
	list, err := s.db.Observations(s.Context(), f)
	require.NoError(s, err)
	var ids []string
	for _, o := range list {
		ids = append(ids, o.ID)
	}
	return ids
}

// inOrder requires that parts stand in a text, one after the other.
func (s *story) inOrder(text string, parts ...string) {
	s.Helper()
	from := 0
	for _, part := range parts {
		at := strings.Index(text[from:], part)
		require.GreaterOrEqual(s, at, 0, fmt.Sprintf("%q is not where it should be in\n%s", part, text))
		from += at + len(part)
	}
}
