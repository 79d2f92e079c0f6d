package postgres

import (
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/chain"
	"redeye/domain/memory"
	"redeye/domain/run"
)

// remembered is what a step knows of the memory: what the runs that begin are told, by
// agent, and what the ended run did to its threads.
type remembered struct {
	threads  map[string][]run.Remembered
	episodes map[string][]run.Remembered
	opened   []run.Remembered
	closed   map[string]string // notes, by thread
}

// The oldest first: what has been open for long is not pushed out by what is new.
const selectOpenThreads = `
SELECT a.agent, t.id, t.text, t.opened_at
FROM (SELECT DISTINCT unnest(@agents::text[]) AS agent) AS a
CROSS JOIN LATERAL (
    SELECT id, text, opened_at
    FROM threads
    WHERE workspace = @workspace AND agent = a.agent AND state = 'open' AND opened_at > @threads_since
    ORDER BY opened_at, id COLLATE "C"
    LIMIT @most) AS t
ORDER BY a.agent, t.opened_at, t.id COLLATE "C"`

const selectLastEpisodes = `
SELECT a.agent, e.run, e.line, e.at
FROM (SELECT DISTINCT unnest(@agents::text[]) AS agent) AS a
CROSS JOIN LATERAL (
    SELECT run, line, at
    FROM episodes
    WHERE workspace = @workspace AND agent = a.agent AND at > @episodes_since
    ORDER BY at DESC, run COLLATE "C" DESC
    LIMIT @told) AS e
ORDER BY a.agent, e.at, e.run COLLATE "C"`

// readMemory reads what the runs that begin are told, if the factory gives them a memory.
func (a *advance) readMemory(b *pgx.Batch) {
	a.memory.threads, a.memory.episodes = map[string][]run.Remembered{}, map[string][]run.Remembered{}
	if !a.factory.Genome.Memory {
		return
	}
	rules := a.factory.Memory
	args := pgx.NamedArgs{
		"workspace": a.header.Workspace, "agents": a.receivers(), "most": memory.MaxOpen, "told": rules.OrDefault().EpisodesTold,
		"threads_since": rules.ThreadsSince(a.now), "episodes_since": rules.EpisodesSince(a.now),
	}
	b.Queue(selectOpenThreads, args).Query(collect(a.memory.threads))
	b.Queue(selectLastEpisodes, args).Query(collect(a.memory.episodes))
}

// collect reads what is remembered, by agent.
func collect(into map[string][]run.Remembered) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		var agent string
		var r run.Remembered
		_, err := pgx.ForEachRow(rows, []any{&agent, &r.ID, &r.Text, &r.At}, func() error {
			into[agent] = append(into[agent], r)
			return nil
		})
		return err
	}
}

const selectThreadCalls = `
SELECT seq, tool, coalesce(args ->> 'text', ''), coalesce(args ->> 'thread', ''), coalesce(args ->> 'note', '')
FROM calls
WHERE run = @run AND attempt = @attempt AND tool IN ('thread_open', 'thread_close') AND NOT refused
ORDER BY seq`

// readThreadCalls reads what the ended run did to threads.
func (a *advance) readThreadCalls(b *pgx.Batch) {
	f := a.step.Finish
	a.memory.closed = map[string]string{}
	if f.Result.Threads == 0 {
		return
	}
	b.Queue(selectThreadCalls, pgx.NamedArgs{"run": f.Run, "attempt": f.Result.Attempt}).Query(func(rows pgx.Rows) error {
		var seq int
		var tool, text, thread, note string
		_, err := pgx.ForEachRow(rows, []any{&seq, &tool, &text, &thread, &note}, func() error {
			if tool == run.ToolThreadOpen {
				a.memory.opened = append(a.memory.opened, run.Remembered{ID: f.Run.ThreadID(seq), Text: text, At: a.now})
				return nil
			}
			a.memory.closed[thread] = note
			return nil
		})
		return err
	})
}

const insertThreads = `
INSERT INTO threads (id, workspace, agent, text, state, opened_by, opened_at)
SELECT t.id, @workspace, @agent, t.text, 'open', @run, @now
FROM unnest(@opened::text[], @texts::text[]) AS t (id, text)`

// One that somebody has closed meanwhile stays as it is.
const closeThreads = `
UPDATE threads
SET state = 'closed', ended_by = @run, ended_at = @now, note = t.note
FROM unnest(@closed::text[], @notes::text[]) AS t (id, note)
WHERE threads.id = t.id AND threads.state = 'open' AND threads.workspace = @workspace AND threads.agent = @agent`

const insertEpisode = `
INSERT INTO episodes (run, workspace, agent, line, at)
VALUES (@run, @workspace, @agent, @line, @now)`

// remember keeps what the ended run leaves to its agent. Runs that begin in this step are
// told of it.
func (a *advance) remember(b *pgx.Batch) {
	if !a.factory.Genome.Memory {
		return
	}
	f := a.step.Finish
	line := memory.Line(string(f.Result.Outcome), a.header.Pipeline, f.Result.Headline)
	args := pgx.NamedArgs{"run": f.Run, "workspace": a.header.Workspace, "agent": f.Agent, "line": line, "now": a.now}
	b.Queue(insertEpisode, args)
	a.threadColumns(args)
	if len(a.memory.opened) > 0 {
		b.Queue(insertThreads, args)
	}
	if len(a.memory.closed) > 0 {
		b.Queue(closeThreads, args)
	}
	if a.begins(f.Agent) {
		a.overlayMemory(f.Agent, run.Remembered{ID: string(f.Run), Text: line, At: a.now})
	}
}

func (a *advance) threadColumns(args pgx.NamedArgs) {
	var opened, texts, closed, notes []string
	for _, t := range a.memory.opened {
		opened, texts = append(opened, t.ID), append(texts, t.Text)
	}
	for id, note := range a.memory.closed {
		closed, notes = append(closed, id), append(notes, note)
	}
	args["opened"], args["texts"], args["closed"], args["notes"] = opened, texts, closed, notes
}

// overlayMemory puts what this step changed over what it read.
func (a *advance) overlayMemory(agent string, episode run.Remembered) {
	threads := slices.Concat(a.memory.threads[agent], a.memory.opened)
	threads = slices.DeleteFunc(threads, func(t run.Remembered) bool {
		_, closed := a.memory.closed[t.ID]
		return closed
	})
	a.memory.threads[agent] = threads[:min(len(threads), memory.MaxOpen)]
	episodes := append(a.memory.episodes[agent], episode)
	a.memory.episodes[agent] = episodes[max(0, len(episodes)-a.factory.Memory.OrDefault().EpisodesTold):]
}

// What a row of told_memory can be.
const (
	toldThread  = "thread"
	toldEpisode = "episode"
)

const insertToldMemory = `
INSERT INTO told_memory (run, position, kind, id, text, at)
SELECT @run, t.position, t.kind, t.id, t.text, t.at
FROM unnest(@kinds::text[], @ids::text[], @texts::text[], @ats::timestamptz[]) WITH ORDINALITY AS t (kind, id, text, at, position)`

// tellMemory puts on record what a run is told of its memory.
func (a *advance) tellMemory(b *pgx.Batch, begin chain.Begin) {
	var kinds, ids, texts []string
	var ats []time.Time
	for _, told := range []struct {
		kind string
		list []run.Remembered
	}{{toldThread, a.memory.threads[begin.To]}, {toldEpisode, a.memory.episodes[begin.To]}} {
		for _, r := range told.list {
			kinds, ids, texts, ats = append(kinds, told.kind), append(ids, r.ID), append(texts, r.Text), append(ats, r.At)
		}
	}
	if len(ids) > 0 {
		b.Queue(insertToldMemory, pgx.NamedArgs{"run": begin.Run, "kinds": kinds, "ids": ids, "texts": texts, "ats": ats})
	}
}
