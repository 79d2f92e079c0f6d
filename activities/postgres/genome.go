package postgres

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/genome"
	"redeye/domain/learning"
)

// telling is what runs that begin can be told of the genome, by agent.
type telling struct {
	tuning       genome.Tuning
	genes        map[string][]genome.Gene
	observations map[string][]genome.Observation
	experiment   *experiment // nil without one
}

const selectLiveGenes = `
SELECT agent, id, stratum, text, strength, born_at
FROM genes
WHERE workspace = @workspace AND agent = ANY(@agents) AND state = 'live' AND (@learned OR stratum <> 'learned')`

// What has aged out of the window will become no gene any more: it is not told either.
const selectTentative = `
SELECT agent, id, text, at
FROM observations
WHERE workspace = @workspace AND agent = ANY(@agents) AND at > @since
  AND consumed_at IS NULL AND revoked_at IS NULL AND screened_as IS NULL`

// readTelling has a batch read what the agents are told under the rules: what a person
// wrote always, the rest if the factory has it.
func readTelling(b *pgx.Batch, rules factory.Genome, workspace string, agents []string, now time.Time) (*telling, error) {
	tuning, err := genome.TuningOf(rules.Tuning)
	if err != nil {
		return nil, err
	}
	t := &telling{tuning: tuning, genes: map[string][]genome.Gene{}, observations: map[string][]genome.Observation{}}
	args := pgx.NamedArgs{"workspace": workspace, "agents": agents, "learned": rules.Consolidation, "since": tuning.Since(now)}
	b.Queue(selectLiveGenes, args).Query(func(rows pgx.Rows) error {
		g := genome.Gene{State: genome.Live}
		_, err := pgx.ForEachRow(rows, []any{&g.Agent, &g.ID, &g.Stratum, &g.Text, &g.Strength, &g.BornAt}, func() error {
			t.genes[g.Agent] = append(t.genes[g.Agent], g)
			return nil
		})
		return err
	})
	if rules.LeaveOneOut {
		t.experiment = readExperiment(b, workspace)
	}
	if !rules.Observations {
		return t, nil
	}
	b.Queue(selectTentative, args).Query(func(rows pgx.Rows) error {
		var o genome.Observation
		_, err := pgx.ForEachRow(rows, []any{&o.Agent, &o.ID, &o.Text, &o.At}, func() error {
			t.observations[o.Agent] = append(t.observations[o.Agent], o)
			return nil
		})
		return err
	})
	return t, nil
}

// section is what an agent is told without the experiment.
func (t *telling) section(agent string) genome.Section {
	return genome.Compile(t.tuning, t.genes[agent], t.observations[agent])
}

// draw is what a run of an agent is told, and its trial; nil if it is in none.
func (t *telling) draw(agent string, s genome.Subject) (genome.Section, *genome.Trial) {
	if t.experiment == nil {
		return t.section(agent), nil
	}
	s.OptedOut = t.experiment.optedOut
	trial := t.tuning.Draw(t.experiment.key, s, t.genes[agent])
	section := genome.Compile(t.tuning, trial.Without(t.genes[agent]), t.observations[agent])
	if trial != nil {
		section.Withheld = trial.LeftOut
	}
	return section, trial
}

// NextTold is what an agent's next run would be told of what was learned.
type NextTold struct {
	Genome    genome.Section
	Learnings []learning.Learning // in the order of telling
}

// NextTold returns what the agent's next run would be told, by the current factory. The
// experiment is left aside: it draws by the run's ID, which nobody knows before.
// fault.NotFound if that declares no such agent.
func (db *DB) NextTold(ctx context.Context, workspace, agent string, now time.Time) (told NextTold, err error) {
	_, f, err := db.CurrentFactory(ctx)
	if err != nil {
		return told, err
	}
	if err := mustDeclare(f, agent); err != nil {
		return told, err
	}
	b := &pgx.Batch{}
	genomes, err := readTelling(b, f.Genome, workspace, []string{agent}, now)
	if err != nil {
		return told, err
	}
	live := map[string][]learning.Learning{}
	queueLive(b, workspace, []string{agent}, &f.Learnings.PerRun, live)
	if err := db.pool.SendBatch(ctx, b).Close(); err != nil {
		return told, classify("read what "+agent+" is told", err)
	}
	told.Genome = genomes.section(agent)
	told.Learnings, _ = learning.Pick(live[agent], f.Learnings)
	return told, nil
}

func mustDeclare(f factory.Factory, agent string) error {
	if _, ok := f.Agents[agent]; ok {
		return nil
	}
	return fault.NotFoundf("factory %s has no agent %q; it has: %s", f.Name, agent, strings.Join(slices.Sorted(maps.Keys(f.Agents)), ", "))
}
