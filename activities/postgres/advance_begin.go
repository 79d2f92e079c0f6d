package postgres

import (
	"fmt"

	"github.com/jackc/pgx/v5"

	"redeye/domain/chain"
	"redeye/domain/genome"
	"redeye/domain/help"
	"redeye/domain/learning"
	"redeye/domain/run"
)

// receivers are the agents whose runs begin.
func (a *advance) receivers() []string {
	var agents []string
	for _, begin := range a.step.Begin {
		agents = append(agents, begin.To)
	}
	return agents
}

const selectBodies = `
SELECT seq, coalesce(args ->> 'body', '')
FROM calls
WHERE run = @run AND attempt = @attempt AND seq = ANY(@seqs)`

// readBodies reads the messages from the calls that sent them: all of one step's come
// from the run that ended.
func (a *advance) readBodies(b *pgx.Batch) {
	a.bodies = map[int]string{}
	var from *chain.Sender
	var seqs []int
	for _, begin := range a.step.Begin {
		if begin.From != nil {
			from = begin.From
			seqs = append(seqs, begin.From.Seq)
		}
	}
	if from == nil {
		return
	}
	b.Queue(selectBodies, pgx.NamedArgs{"run": from.Run, "attempt": from.Attempt, "seqs": seqs}).Query(func(rows pgx.Rows) error {
		var seq int
		var body string
		_, err := pgx.ForEachRow(rows, []any{&seq, &body}, func() error {
			a.bodies[seq] = body
			return nil
		})
		return err
	})
}

func (a *advance) readAnswers(b *pgx.Batch) {
	a.answers = map[string]string{}
	var ids []string
	for _, begin := range a.step.Begin {
		ids = append(ids, begin.Answers...)
	}
	if len(ids) == 0 {
		return
	}
	b.Queue(selectRequests+"\nWHERE q.id = ANY(@ids)", pgx.NamedArgs{"ids": ids}).Query(func(rows pgx.Rows) error {
		list, err := pgx.CollectRows(rows, pgx.RowToStructByName[requestRow])
		for _, r := range list {
			if record := r.record(); record.Closed != nil {
				a.answers[record.ID] = help.Quote(record.Request, *record.Closed)
			}
		}
		return err
	})
}

const insertRun = `
INSERT INTO runs (id, chain, number, workspace, agent, hop, path, sender, sent_headline, body, answers, genome, prompt, began_at)
VALUES (@id, @chain, @number, @workspace, @agent, @hop, @path, @sender, @sent_headline, @body, @answers, @genome, @prompt, @now)`

func (a *advance) beginRun(b *pgx.Batch, begin chain.Begin) error {
	told, _ := learning.Pick(a.live[begin.To], a.factory.Learnings)
	section, trial := a.genomes.draw(begin.To, genome.Subject{Run: string(begin.Run), Acts: a.factory.Agents[begin.To].Acts})
	in, err := a.prompt(begin, told, section)
	if err != nil {
		return err
	}
	answers := begin.Answers
	if answers == nil {
		answers = []string{}
	}
	args := pgx.NamedArgs{
		"id": begin.Run, "chain": a.header.ID, "number": begin.Run.Number(),
		"workspace": a.header.Workspace, "agent": begin.To, "hop": begin.Hop, "path": begin.Path,
		"sender": "", "sent_headline": begin.Headline, "body": in.Body, "answers": answers,
		"genome": in.Genome, "prompt": run.Compose(in), "now": a.now,
	}
	if begin.From != nil {
		args["sender"] = begin.From.Run
	}
	b.Queue(insertRun, args)
	a.tell(b, begin, told)
	tellGenome(b, begin.Run, section)
	a.tellMemory(b, begin)
	keepTrial(b, a.header.Workspace, begin.To, trial, a.now)
	return nil
}

// prompt gathers what a run is told.
func (a *advance) prompt(begin chain.Begin, told []learning.Learning, section genome.Section) (run.PromptIn, error) {
	in := run.PromptIn{
		Run: begin.Run, Agent: begin.To, Prompt: a.factory.Agents[begin.To].Prompt,
		Workspace: a.header.Workspace, Pipeline: a.header.Pipeline, Flags: a.header.Flags,
		Headline: begin.Headline, Body: begin.Body, Genome: section.Text,
		Memory: a.factory.Genome.Memory, Threads: a.memory.threads[begin.To], Episodes: a.memory.episodes[begin.To],
	}
	if begin.From != nil {
		body, ok := a.bodies[begin.From.Seq]
		if !ok {
			return in, fmt.Errorf("run %s: call %d of run %s, which sent it, is not on record", begin.Run, begin.From.Seq, begin.From.Run)
		}
		in.Body, in.Sender = body, fmt.Sprintf("%s of %s", begin.From.Run, a.step.Finish.Agent)
	}
	for _, id := range begin.Answers {
		quote, ok := a.answers[id]
		if !ok {
			return in, fmt.Errorf("run %s: request %s, whose answer it is told, is not answered", begin.Run, id)
		}
		in.Answers = append(in.Answers, quote)
	}
	for _, l := range told {
		in.Told = append(in.Told, run.Told{Learning: l.ID, Text: l.Text, State: string(l.State), RunsLeft: l.RunsLeft})
	}
	for _, name := range a.routes[begin.To] {
		in.Peers = append(in.Peers, run.Peer{Name: name, About: a.factory.Agents[name].About})
	}
	return in, nil
}
