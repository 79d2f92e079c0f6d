package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/fault"
	"redeye/domain/genome"
)

// FamilyRecord is a family with whose it is.
type FamilyRecord struct {
	genome.Family
	Workspace string `json:"workspace"`
}

const selectFamilies = `
SELECT id, workspace, text, genes, agents, state, proposed_at, decided_at, decided_by, reason
FROM families`

// FamilyFilter chooses families. Empty fields choose all.
type FamilyFilter struct {
	Workspace string
	State     genome.FamilyState
}

const whereFamilies = `
WHERE (@workspace = '' OR workspace = @workspace) AND (@state = '' OR state = @state)
ORDER BY workspace, array_position(ARRAY['proposed', 'approved', 'rejected'], state), proposed_at DESC, id`

// Families lists families by workspace, the open ones first.
func (db *DB) Families(ctx context.Context, f FamilyFilter) ([]FamilyRecord, error) {
	rows, _ := db.pool.Query(ctx, selectFamilies+whereFamilies, pgx.NamedArgs{"workspace": f.Workspace, "state": string(f.State)})
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[FamilyRecord])
	return list, classify("list families", err)
}

func findFamily(ctx context.Context, q querier, id, lock string) (FamilyRecord, error) {
	rows, _ := q.Query(ctx, selectFamilies+"\nWHERE id = @id"+lock, pgx.NamedArgs{"id": id})
	f, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[FamilyRecord])
	if errors.Is(err, pgx.ErrNoRows) {
		return f, fault.NotFoundf("there is no family %q", id)
	}
	return f, err
}

const updateFamily = `
UPDATE families
SET state = @state, decided_at = @at, decided_by = @by, reason = @reason
WHERE id = @id`

func saveFamily(ctx context.Context, tx pgx.Tx, f genome.Family) error {
	_, err := tx.Exec(ctx, updateFamily, pgx.NamedArgs{"id": f.ID, "state": f.State, "at": f.DecidedAt, "by": f.DecidedBy, "reason": f.Reason})
	return err
}

// RejectFamily keeps a family, and its like, away for 30 days. fault.NotFound if there is
// none of that ID, fault.Conflict if it was decided before.
func (db *DB) RejectFamily(ctx context.Context, id string, d genome.Decision, now time.Time) (record FamilyRecord, err error) {
	d, err = decision(d)
	if err != nil {
		return record, err
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if record, err = findFamily(ctx, tx, id, "\nFOR UPDATE"); err != nil {
			return err
		}
		if record.Family, err = record.Decide(genome.FamilyRejected, d, now.UTC().Truncate(precision)); err != nil {
			return err
		}
		return saveFamily(ctx, tx, record.Family)
	})
	return record, classify("reject family "+id, err)
}

// Sharing is what came of an approved family.
type Sharing struct {
	Family FamilyRecord `json:"family"`
	// Approved are its genes that are the customer's now, Added the genes of the other
	// agents.
	Approved []string        `json:"approved"`
	Added    []genome.Record `json:"added"`
	Skipped  []Skipped       `json:"skipped"`
}

// Skipped is an agent that got no gene.
type Skipped struct {
	Agent   string `json:"agent"`
	Because string `json:"because"`
}

// ApproveFamily makes what a family says the customer's word for every agent: its learned
// genes become customer genes, as if each were approved, and every other agent of the
// current factory gets a customer gene in its wording. One that has its like already, or
// whose kernel gene it contradicts, is skipped. fault.NotFound if there is no such family,
// fault.Conflict if it was decided before.
func (db *DB) ApproveFamily(ctx context.Context, id string, d genome.Decision, now time.Time) (Sharing, error) {
	d, err := decision(d)
	if err != nil {
		return Sharing{}, err
	}
	_, f, err := db.CurrentFactory(ctx)
	if err != nil {
		return Sharing{}, err
	}
	tuning, err := genome.TuningOf(f.Genome.Tuning)
	if err != nil {
		return Sharing{}, err
	}
	s := sharing{tuning: tuning, decision: d, at: now.UTC().Truncate(precision)}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return s.share(ctx, tx, id, slices.Collect(maps.Keys(f.Agents))) })
	return s.Sharing, classify("approve family "+id, err)
}

// sharing is an approval under way.
type sharing struct {
	tuning   genome.Tuning
	decision genome.Decision
	at       time.Time
	Sharing
}

// share takes the genomes first, in order, and then the family: so does the night.
func (s *sharing) share(ctx context.Context, tx pgx.Tx, id string, agents []string) (err error) {
	if s.Family, err = findFamily(ctx, tx, id, ""); err != nil {
		return err
	}
	agents = append(agents, s.Family.Agents...)
	slices.Sort(agents)
	agents = slices.Compact(agents)
	for _, agent := range agents {
		if _, err := enterGenome(ctx, tx, s.Family.Workspace, agent); err != nil {
			return err
		}
	}
	if s.Family, err = findFamily(ctx, tx, id, "\nFOR UPDATE"); err != nil {
		return err
	}
	if s.Family.Family, err = s.Family.Decide(genome.FamilyApproved, s.decision, s.at); err != nil {
		return err
	}
	for _, agent := range agents {
		if err := s.give(ctx, tx, agent); err != nil {
			return err
		}
	}
	return saveFamily(ctx, tx, s.Family.Family)
}

// give makes the family's word the customer's for one agent.
func (s *sharing) give(ctx context.Context, tx pgx.Tx, agent string) error {
	known, err := liveGenes(ctx, tx, s.Family.Workspace, agent)
	if err != nil {
		return err
	}
	own := slices.DeleteFunc(slices.Clone(known), func(g genome.Gene) bool {
		return g.Stratum != genome.Learned || !slices.Contains(s.Family.Genes, g.ID)
	})
	for _, g := range own {
		d := genome.DecisionRecord{Decision: s.decision, Act: genome.ActApprove, At: s.at}
		if err := moveGene(ctx, tx, g.ID, d); err != nil {
			return err
		}
		s.Approved = append(s.Approved, g.ID)
	}
	if len(own) > 0 {
		return nil
	}
	return s.add(ctx, tx, agent, known)
}

func (s *sharing) add(ctx context.Context, tx pgx.Tx, agent string, known []genome.Gene) error {
	w := genome.Written{ID: "g." + strings.ToLower(rand.Text()[:16]), Agent: agent, Stratum: genome.Customer, Text: s.Family.Text, At: s.at}
	g, err := s.tuning.Add(w, known)
	if fault.KindOf(err) == fault.Invalid {
		s.Skipped = append(s.Skipped, Skipped{agent, err.Error()})
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, insertGene, geneArgs(s.Family.Workspace, g, s.decision.By)); err != nil {
		return err
	}
	record, err := findGene(ctx, tx, g.ID)
	s.Added = append(s.Added, record)
	return err
}
