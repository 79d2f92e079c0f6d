package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/genome"
)

// Experiment is what the leave-one-out experiment has found of one agent in one workspace.
type Experiment struct {
	Workspace Workspace `json:"workspace"`
	Agent     string    `json:"agent"`
	// On is the current factory's flag, Acts its word on the agent: its runs are in no
	// experiment then.
	On    bool    `json:"on"`
	Acts  bool    `json:"acts"`
	Genes []Tried `json:"genes"`
}

// Tried is a gene with the outcomes of its trials so far.
type Tried struct {
	Gene genome.Record `json:"gene"`
	genome.Judgement
	Needs genome.Needs `json:"needs"`
	// Verdict is the last night's on record; nil before the first.
	Verdict *Verdict `json:"verdict,omitempty"`
}

// Verdict is what a night found.
type Verdict struct {
	Night   time.Time     `json:"night"`
	Verdict genome.Ruling `json:"verdict"`
}

const selectVerdicts = `
SELECT DISTINCT ON (v.gene) v.gene, v.night, v.verdict
FROM verdicts v
JOIN genes g ON g.id = v.gene
WHERE g.workspace = @workspace AND g.agent = @agent
ORDER BY v.gene, v.night DESC`

// Experiment returns what is known of an agent's genes as of now: the live learned ones, and
// those that ended after they were tried. fault.NotFound if the current factory declares no
// such agent.
func (db *DB) Experiment(ctx context.Context, workspace, agent string, now time.Time) (e Experiment, err error) {
	_, f, err := db.CurrentFactory(ctx)
	if err != nil {
		return e, err
	}
	if err := mustDeclare(f, agent); err != nil {
		return e, err
	}
	tuning, err := genome.TuningOf(f.Genome.Tuning)
	if err != nil {
		return e, err
	}
	e = Experiment{Agent: agent, On: f.Genome.LeaveOneOut, Acts: f.Agents[agent].Acts}
	if e.Workspace, err = db.Workspace(ctx, workspace); err != nil {
		return e, err
	}
	e.Genes, err = db.tried(ctx, tuning, workspace, agent, now)
	return e, classify("read the experiment on "+agent, err)
}

func (db *DB) tried(ctx context.Context, tuning genome.Tuning, workspace, agent string, now time.Time) (list []Tried, err error) {
	genes, err := db.Genes(ctx, GeneFilter{Workspace: workspace, Agent: agent, Strata: []genome.Stratum{genome.Learned}})
	if err != nil {
		return nil, err
	}
	cells, err := readCells(ctx, db.pool, pgx.NamedArgs{"workspaces": []string{workspace}, "agent": agent, "asof": now})
	if err != nil {
		return nil, err
	}
	rows, _ := db.pool.Query(ctx, selectVerdicts, pgx.NamedArgs{"workspace": workspace, "agent": agent})
	last := map[string]*Verdict{}
	var gene string
	var v Verdict
	_, err = pgx.ForEachRow(rows, []any{&gene, &v.Night, &v.Verdict}, func() error {
		found := v
		last[gene] = &found
		return nil
	})
	for _, g := range genes {
		if g.State != genome.Live && cells[g.ID] == nil {
			continue
		}
		list = append(list, Tried{Gene: g, Judgement: tuning.Judge(cells[g.ID]), Needs: tuning.Needs(cells[g.ID]), Verdict: last[g.ID]})
	}
	return list, err
}
