package postgres

import (
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/chain"
	"redeye/domain/learning"
	"redeye/domain/run"
)

// Runs that propose take turns, so that two of them cannot both find a text to be new.
const lockProposing = `
SELECT pg_advisory_xact_lock(hashtextextended(@workspace || '/' || @agent, 0))`

const selectKnown = `
SELECT id, text, state, runs_left, rediscoveries, proposed_at, lapsed_at
FROM learnings
WHERE workspace = @workspace AND agent = @agent AND (state = 'provisional' OR @all)
ORDER BY id
FOR UPDATE`

const selectTold = `
SELECT learning
FROM told
WHERE run = @run AND NOT left_out
ORDER BY position`

const selectProposals = `
SELECT seq, args ->> 'text'
FROM calls
WHERE run = @run AND attempt = @attempt AND tool = 'learn' AND NOT refused
ORDER BY seq`

// readLearned reads what the ended run proposed and what it may change: every learning of
// its agent if it proposed any, those that age if not.
func (a *advance) readLearned(b *pgx.Batch) {
	f := a.step.Finish
	args := pgx.NamedArgs{
		"workspace": a.header.Workspace, "agent": f.Agent, "run": f.Run,
		"attempt": f.Result.Attempt, "all": f.Result.Learned > 0,
	}
	if f.Result.Learned > 0 {
		b.Queue(lockProposing, args)
	}
	b.Queue(selectKnown, args).Query(func(rows pgx.Rows) (err error) {
		a.known, err = pgx.CollectRows(rows, pgx.RowToStructByName[learning.Learning])
		return err
	})
	if f.Result.Learned == 0 {
		return
	}
	b.Queue(selectTold, args).Query(func(rows pgx.Rows) (err error) {
		a.wasTold, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	b.Queue(selectProposals, args).Query(func(rows pgx.Rows) error {
		var seq int
		var text string
		_, err := pgx.ForEachRow(rows, []any{&seq, &text}, func() error {
			a.proposals = append(a.proposals, learning.Proposal{ID: fmt.Sprintf("%s.l%d", f.Run, seq), Text: text})
			return nil
		})
		return err
	})
}

const upsertLearnings = `
INSERT INTO learnings (id, workspace, agent, text, state, runs_left, rediscoveries, proposed_at, lapsed_at)
SELECT l.id, @workspace, @agent, l.text, l.state, l.runs_left, l.rediscoveries, l.proposed_at, l.lapsed_at
FROM unnest(@ids::text[], @texts::text[], @states::text[], @runs_left::integer[], @rediscoveries::integer[],
            @proposed_at::timestamptz[], @lapsed_at::timestamptz[])
     AS l (id, text, state, runs_left, rediscoveries, proposed_at, lapsed_at)
ON CONFLICT (id) DO UPDATE
SET text = excluded.text, state = excluded.state, runs_left = excluded.runs_left,
    rediscoveries = excluded.rediscoveries, proposed_at = excluded.proposed_at, lapsed_at = excluded.lapsed_at`

// What somebody else holds is left to the next run: two that wait for each other would deadlock.
const deleteLapsed = `
DELETE FROM learnings
WHERE id IN (
    SELECT id
    FROM learnings
    WHERE workspace = @workspace AND agent = @agent
      AND state = 'lapsed' AND coalesce(lapsed_at, proposed_at) <= @cutoff
    FOR UPDATE SKIP LOCKED)`

// keepLearnings ages the agent's learnings, adds what the run proposed, and deletes those
// that lapsed long ago. Runs that begin in this step are told of it.
func (a *advance) keepLearnings(b *pgx.Batch) {
	agent, rules := a.step.Finish.Agent, a.factory.Learnings
	changed := learning.Ended(a.known, a.wasTold, a.proposals, rules, a.now)
	a.overlay(agent, changed)
	args := pgx.NamedArgs{"workspace": a.header.Workspace, "agent": agent, "cutoff": learning.Cutoff(rules, a.now)}
	if len(changed) > 0 {
		columns(args, changed)
		b.Queue(upsertLearnings, args)
	}
	if events := learning.Events(a.known, changed); a.factory.Genome.Scorecards && len(events) > 0 {
		b.Queue(insertLearningEvents, eventArgs(a.header.Workspace, agent, events, a.now))
	}
	b.Queue(deleteLapsed, args)
}

// overlay puts what this step changed over what it read.
func (a *advance) overlay(agent string, changed []learning.Learning) {
	if !a.begins(agent) {
		return
	}
	for _, l := range changed {
		at := slices.IndexFunc(a.live[agent], func(old learning.Learning) bool { return old.ID == l.ID })
		if at < 0 {
			a.live[agent] = append(a.live[agent], l)
			continue
		}
		a.live[agent][at] = l
	}
}

func (a *advance) begins(agent string) bool {
	return slices.ContainsFunc(a.step.Begin, func(begin chain.Begin) bool { return begin.To == agent })
}

func columns(args pgx.NamedArgs, list []learning.Learning) {
	var ids, texts, states []string
	var runsLeft, rediscoveries []int
	var proposedAt []time.Time
	var lapsedAt []*time.Time
	for _, l := range list {
		ids, texts, states = append(ids, l.ID), append(texts, l.Text), append(states, string(l.State))
		runsLeft, rediscoveries = append(runsLeft, l.RunsLeft), append(rediscoveries, l.Rediscoveries)
		proposedAt, lapsedAt = append(proposedAt, l.ProposedAt), append(lapsedAt, l.LapsedAt)
	}
	args["ids"], args["texts"], args["states"] = ids, texts, states
	args["runs_left"], args["rediscoveries"] = runsLeft, rediscoveries
	args["proposed_at"], args["lapsed_at"] = proposedAt, lapsedAt
}

const selectAsked = `
SELECT seq, coalesce(args ->> 'summary', ''), coalesce(args ->> 'detail', '')
FROM calls
WHERE run = @run AND attempt = @attempt AND seq = ANY(@seqs)`

// readAsked reads the whole texts of the requests the run filed.
func (a *advance) readAsked(b *pgx.Batch) {
	f := a.step.Finish
	if len(f.Result.Requests) == 0 {
		return
	}
	a.asked = map[int]run.HelpArgs{}
	var seqs []int
	for _, q := range f.Result.Requests {
		seqs = append(seqs, q.Seq)
	}
	b.Queue(selectAsked, pgx.NamedArgs{"run": f.Run, "attempt": f.Result.Attempt, "seqs": seqs}).Query(func(rows pgx.Rows) error {
		var seq int
		var asked run.HelpArgs
		_, err := pgx.ForEachRow(rows, []any{&seq, &asked.Summary, &asked.Detail}, func() error {
			a.asked[seq] = asked
			return nil
		})
		return err
	})
}

const insertRequest = `
INSERT INTO requests (id, run, chain, workspace, agent, pipeline, category, summary, detail, fatal, flags, routes, filed_at)
VALUES (@id, @run, @chain, @workspace, @agent, @pipeline, @category, @summary, @detail, @fatal, @flags, @routes, @now)`

// fileRequests files them from the run's own record: pipeline, flags and routes are its
// chain's, whatever the agent says.
func (a *advance) fileRequests(b *pgx.Batch) {
	f := a.step.Finish
	for _, q := range f.Result.Requests {
		asked, ok := a.asked[q.Seq]
		if !ok {
			asked.Summary = q.Summary
		}
		b.Queue(insertRequest, pgx.NamedArgs{
			"id": q.ID, "run": f.Run, "chain": a.header.ID, "workspace": a.header.Workspace,
			"agent": f.Agent, "pipeline": a.header.Pipeline, "category": q.Category,
			"summary": asked.Summary, "detail": asked.Detail, "fatal": q.Fatal,
			"flags": orEmpty(a.header.Flags), "routes": orEmpty(a.routes), "now": a.now,
		})
	}
}
