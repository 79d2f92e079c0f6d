package postgres_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/night"
	"redeye/domain/quality"
)

func counts(f *factory.Factory) { f.Genome.Competence = true }

func TestCompetenceIsCountedByPipeline(t *testing.T) {
	s := newGenomeStory(t, counts)
	s.judges(s.says("notes-1", "x"), true)
	s.judges(s.says("notes-2", "x"), true)
	s.judges(s.says("notes-3", "x"), false)
	c := s.begin("letters-1", func(c *chain.Start) { c.Pipeline = "letters" })
	require.NotEmpty(t, c.ID)
	s.sql(`UPDATE runs SET ended_at = $1, outcome = 'succeeded' WHERE id = 'letters-1.1'`, noon)
	s.judges("letters-1.1", true)
	s.sql(`UPDATE outcomes SET at = $1 WHERE run = 'notes-3.1'`, tonight.Add(time.Second))

	once := s.walks(night.Competence, tonight, 10)
	require.Equal(t, night.Counts{"agents_in_pipelines": 2, "outcomes": 3}, once)
	require.Equal(t, once, s.walks(night.Competence, tonight, 10))
	list, err := s.db.Competence(t.Context(), postgres.CompetenceFilter{Workspace: "default", Agent: "a"})
	require.NoError(t, err)
	require.Equal(t, []quality.Competence{
		{Workspace: "default", Agent: "a", Pipeline: "letters", Accepted: 1, Night: tonight},
		{Workspace: "default", Agent: "a", Pipeline: "notes", Accepted: 2, Night: tonight},
	}, list)
	require.Equal(t, quality.Share{Of: 2, N: 2}, list[1].Share())

	s.walks(night.Competence, tonight.AddDate(0, 0, 1), 10)
	list, err = s.db.Competence(t.Context(), postgres.CompetenceFilter{Agent: "a"})
	require.NoError(t, err)
	require.Equal(t, 1, list[1].Rejected)

	s.walks(night.Competence, tonight.AddDate(0, 0, -1), 10)
	list, err = s.db.Competence(t.Context(), postgres.CompetenceFilter{Agent: "a"})
	require.NoError(t, err)
	require.Equal(t, 1, list[1].Rejected, "an older night takes nothing back")
	list, err = s.db.Competence(t.Context(), postgres.CompetenceFilter{Agent: "b"})
	require.NoError(t, err)
	require.Empty(t, list)
}

func TestNoAgentIsToldItsCompetence(t *testing.T) {
	s := newGenomeStory(t, counts)
	s.judges(s.says("notes-1", "x"), true)
	before := s.run(s.says("notes-2", "x")).Prompt
	require.Positive(t, s.walks(night.Competence, tonight, 10)["outcomes"])
	s.says("notes-2b", "x")
	require.Equal(t, before, strings.ReplaceAll(s.run("notes-2b.1").Prompt, "notes-2b", "notes-2"))
}
