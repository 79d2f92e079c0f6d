package genome_test

import (
	"fmt"
	"time"

	"redeye/domain/genome"
)

// night is the asOf of the tests.
var night = time.Date(2026, 10, 3, 2, 30, 0, 0, time.UTC)

const short = "Keep the weekly summary under one page"

// seen is an observation of the writer's, days before the night.
func seen(id, run, text string, days float64) genome.Observation {
	at := night.Add(-time.Duration(days * float64(24*time.Hour)))
	return genome.Observation{ID: id, Agent: "writer", Run: run, Kind: genome.Comment, Text: text, At: at}
}

// twice is a text seen in two runs.
func twice(text string) []genome.Observation {
	return []genome.Observation{seen("o1", "r1", text, 3), seen("o2", "r2", text, 1)}
}

// gene is a live gene of the writer's, with evidence of two runs if it is learned.
func gene(id string, stratum genome.Stratum, text string) genome.Gene {
	g := genome.Gene{ID: id, Agent: "writer", Stratum: stratum, Text: text, State: genome.Live, BornAt: night.AddDate(0, -3, 0)}
	if stratum == genome.Learned {
		g.Strength = 0.5
		g.Evidence = []genome.Evidence{{Observation: "e1", Run: "q1"}, {Observation: "e2", Run: "q2"}}
	}
	return g
}

func at(g genome.Gene, strength float64) genome.Gene {
	g.Strength = strength
	return g
}

// endedAgo is a gene that ended days before the night.
func endedAgo(g genome.Gene, state genome.State, days float64) genome.Gene {
	at := night.Add(-time.Duration(days * float64(24*time.Hour)))
	g.State, g.EndedAt = state, &at
	return g
}

func many(n int, make func(i int) genome.Observation) []genome.Observation {
	all := []genome.Observation{}
	for i := range n {
		all = append(all, make(i))
	}
	return all
}

func numbered(prefix string, i int) string { return fmt.Sprintf("%s%02d", prefix, i) }
