package postgres

import (
	"github.com/jackc/pgx/v5"

	"redeye/domain/chain"
	"redeye/domain/learning"
)

// The order is learning.Pick's, and an index has it: an agent may have thousands, of which
// a run is told a few.
const selectLive = `
SELECT a.agent, l.id, l.text, l.state, l.runs_left, l.rediscoveries, l.proposed_at, l.lapsed_at
FROM (SELECT DISTINCT unnest(@agents::text[]) AS agent) AS a
CROSS JOIN LATERAL (
    SELECT id, text, state, runs_left, rediscoveries, proposed_at, lapsed_at
    FROM learnings
    WHERE workspace = @workspace AND agent = a.agent AND state IN ('provisional', 'confirmed')
    ORDER BY (state = 'confirmed') DESC, proposed_at, id COLLATE "C"
    LIMIT @most) AS l`

// queueLive has a batch read the first live learnings of agents, in no order; all of them
// if most is nil.
func queueLive(b *pgx.Batch, workspace string, agents []string, most *int, live map[string][]learning.Learning) {
	b.Queue(selectLive, pgx.NamedArgs{"workspace": workspace, "agents": agents, "most": most}).Query(func(rows pgx.Rows) error {
		list, err := pgx.CollectRows(rows, pgx.RowToStructByName[struct {
			Agent string
			learning.Learning
		}])
		for _, l := range list {
			live[l.Agent] = append(live[l.Agent], l.Learning)
		}
		return err
	})
}

// readLive reads what the runs that begin can be told: no more than they are, unless the
// ended run is of the same agent and may change which those are.
func (a *advance) readLive(b *pgx.Batch) {
	a.live = map[string][]learning.Learning{}
	most := &a.factory.Learnings.PerRun
	if a.step.Finish != nil && a.begins(a.step.Finish.Agent) {
		most = nil
	}
	queueLive(b, a.header.Workspace, a.receivers(), most, a.live)
}

const insertTold = `
INSERT INTO told (run, position, learning, text, state, runs_left, left_out)
SELECT @run, t.position, t.learning, t.text, t.state, t.runs_left, false
FROM unnest(@learnings::text[], @texts::text[], @states::text[], @runs_left::integer[])
     WITH ORDINALITY AS t (learning, text, state, runs_left, position)`

// What is left out was not read. It stands as this step leaves it.
const insertLeftOut = `
INSERT INTO told (run, position, learning, text, state, runs_left, left_out)
SELECT
    @run, cardinality(@learnings::text[]) + row_number() OVER (ORDER BY (state = 'confirmed') DESC, proposed_at, id COLLATE "C"),
    id, text, state, runs_left, true
FROM learnings
WHERE workspace = @workspace AND agent = @agent AND state IN ('provisional', 'confirmed')
  AND id <> ALL(@learnings::text[])`

// tell puts on record which learnings a run is told and, if it is told as many as it may
// be, which are left out.
func (a *advance) tell(b *pgx.Batch, begin chain.Begin, told []learning.Learning) {
	if len(told) == 0 {
		return
	}
	var learnings, texts, states []string
	var runsLeft []int
	for _, l := range told {
		learnings, texts = append(learnings, l.ID), append(texts, l.Text)
		states, runsLeft = append(states, string(l.State)), append(runsLeft, l.RunsLeft)
	}
	args := pgx.NamedArgs{
		"run": begin.Run, "workspace": a.header.Workspace, "agent": begin.To,
		"learnings": learnings, "texts": texts, "states": states, "runs_left": runsLeft,
	}
	b.Queue(insertTold, args)
	if len(told) == a.factory.Learnings.PerRun {
		b.Queue(insertLeftOut, args)
	}
}
