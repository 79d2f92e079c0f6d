package postgres

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/genome"
)

// passWriter gathers the passes of many workspaces and writes them at once.
type passWriter struct {
	night    time.Time
	births   []born
	evidence []speaks
	lifts    []genome.Refresh
	refusals []refused
}

type born struct {
	workspace string
	genome.Gene
}

type speaks struct {
	gene string
	genome.Evidence
}

type refused struct {
	workspace string
	position  int
	genome.Refused
}

func (w *passWriter) add(workspace string, p genome.Pass) {
	for _, g := range p.Births {
		w.births = append(w.births, born{workspace, g})
		w.speak(g.ID, g.Evidence)
	}
	for _, r := range p.Refreshes {
		w.speak(r.Gene, r.Evidence)
		if r.After != r.Before {
			w.lifts = append(w.lifts, r)
		}
	}
	for i, r := range p.Refusals {
		w.refusals = append(w.refusals, refused{workspace, i + 1, r})
	}
}

func (w *passWriter) speak(gene string, evidence []genome.Evidence) {
	for _, e := range evidence {
		w.evidence = append(w.evidence, speaks{gene, e})
	}
}

func (w *passWriter) write(ctx context.Context, tx pgx.Tx) error {
	b := &pgx.Batch{}
	if len(w.births) > 0 {
		b.Queue(insertBirths, w.birthColumns())
	}
	if len(w.evidence) > 0 {
		columns := w.evidenceColumns()
		b.Queue(insertEvidence, columns)
		b.Queue(consume, columns)
	}
	if len(w.lifts) > 0 {
		b.Queue(liftGenes, w.liftColumns())
	}
	if len(w.refusals) > 0 {
		b.Queue(insertRefusals, w.refusalColumns())
	}
	if b.Len() == 0 {
		return nil
	}
	return tx.SendBatch(ctx, b).Close()
}

const insertBirths = `
INSERT INTO genes (
    id, workspace, agent, stratum, text, state, strength, credited, contradictions, flagged, returns, born_at, born_by, end_reason)
SELECT b.id, b.workspace, b.agent, b.stratum, b.text, 'live', b.strength, 0, 0, false, b.returns, @night, @born_by, ''
FROM unnest(@ids::text[], @workspaces::text[], @agents::text[], @strata::text[], @texts::text[],
            @strengths::double precision[], @returns::text[])
     AS b (id, workspace, agent, stratum, text, strength, returns)`

func (w *passWriter) birthColumns() pgx.NamedArgs {
	var ids, workspaces, agents, strata, texts, returns []string
	var strengths []float64
	for _, b := range w.births {
		ids, workspaces, agents = append(ids, b.ID), append(workspaces, b.workspace), append(agents, b.Agent)
		strata, texts, returns = append(strata, string(b.Stratum)), append(texts, b.Text), append(returns, b.Returns)
		strengths = append(strengths, b.Strength)
	}
	return pgx.NamedArgs{
		"ids": ids, "workspaces": workspaces, "agents": agents, "strata": strata, "texts": texts,
		"strengths": strengths, "returns": returns, "night": w.night, "born_by": "night " + w.night.UTC().Format(time.RFC3339),
	}
}

// Positions go on from a gene's last one, also where that was withdrawn.
const insertEvidence = `
WITH known AS (
    SELECT gene, max(position) AS position
    FROM evidence
    WHERE gene = ANY(@genes)
    GROUP BY gene)
INSERT INTO evidence (gene, position, observation, run, night)
SELECT
    e.gene,
    coalesce(known.position, 0) + row_number() OVER (PARTITION BY e.gene ORDER BY e.place),
    e.observation, e.run, @night
FROM unnest(@genes::text[], @observations::text[], @runs::text[]) WITH ORDINALITY AS e (gene, observation, run, place)
LEFT JOIN known ON known.gene = e.gene`

const consume = `
UPDATE observations
SET consumed_by = e.gene, consumed_at = @night
FROM unnest(@genes::text[], @observations::text[]) AS e (gene, observation)
WHERE observations.id = e.observation`

func (w *passWriter) evidenceColumns() pgx.NamedArgs {
	var genes, observations, runs []string
	for _, e := range w.evidence {
		genes, observations, runs = append(genes, e.gene), append(observations, e.Observation), append(runs, e.Run)
	}
	return pgx.NamedArgs{"genes": genes, "observations": observations, "runs": runs, "night": w.night}
}

const liftGenes = `
UPDATE genes
SET strength = l.strength
FROM unnest(@ids::text[], @strengths::double precision[]) AS l (id, strength)
WHERE genes.id = l.id`

func (w *passWriter) liftColumns() pgx.NamedArgs {
	var ids []string
	var strengths []float64
	for _, l := range w.lifts {
		ids, strengths = append(ids, l.Gene), append(strengths, l.After)
	}
	return pgx.NamedArgs{"ids": ids, "strengths": strengths}
}

// An array of arrays must be rectangular: IDs hold no blank, so that each list is one text.
const insertRefusals = `
INSERT INTO night_refusals (night, workspace, position, agent, reason, because, gene, text, observations)
SELECT @night, r.workspace, r.position, r.agent, r.reason, r.because, r.gene, r.text, string_to_array(r.observations, ' ')
FROM unnest(@workspaces::text[], @positions::integer[], @agents::text[], @reasons::text[], @becauses::text[],
            @genes::text[], @texts::text[], @observations::text[])
     AS r (workspace, position, agent, reason, because, gene, text, observations)`

func (w *passWriter) refusalColumns() pgx.NamedArgs {
	var workspaces, agents, reasons, becauses, genes, texts, observations []string
	var positions []int
	for _, r := range w.refusals {
		workspaces, positions, agents = append(workspaces, r.workspace), append(positions, r.position), append(agents, r.Agent)
		reasons, becauses, genes = append(reasons, string(r.Reason)), append(becauses, r.Because), append(genes, r.Gene)
		texts, observations = append(texts, r.Text), append(observations, strings.Join(r.Observations, " "))
	}
	return pgx.NamedArgs{
		"night": w.night, "workspaces": workspaces, "positions": positions, "agents": agents, "reasons": reasons,
		"becauses": becauses, "genes": genes, "texts": texts, "observations": observations,
	}
}
