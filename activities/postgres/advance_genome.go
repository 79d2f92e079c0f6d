package postgres

import (
	"github.com/jackc/pgx/v5"

	"redeye/domain/genome"
	"redeye/domain/run"
)

// readGenomes reads the genomes of the agents that begin. Nothing is locked: an outcome or
// an observation of this moment is for the next run.
func (a *advance) readGenomes(b *pgx.Batch) (err error) {
	a.genomes, err = readTelling(b, a.factory.Genome, a.header.Workspace, a.receivers(), a.now)
	return err
}

const insertToldGenome = `
INSERT INTO told_genome (run, position, kind, id)
SELECT @run, t.position, t.kind, t.id
FROM unnest(@kinds::text[], @ids::text[]) WITH ORDINALITY AS t (kind, id, position)`

// What a row of told_genome can be.
const (
	toldGene           = "gene"
	toldObservation    = "observation"
	weakGene           = "weak"
	leftOutObservation = "left_out"
	withheldGene       = "withheld"
)

// tellGenome puts on record what a run is told of its genome, and what it is not.
func tellGenome(b *pgx.Batch, id run.ID, s genome.Section) {
	var kinds, ids []string
	for _, told := range []struct {
		kind string
		ids  []string
	}{{toldGene, s.Genes}, {toldObservation, s.Observations}, {weakGene, s.Weak}, {leftOutObservation, s.LeftOut}, {withheldGene, withheld(s)}} {
		for _, id := range told.ids {
			kinds, ids = append(kinds, told.kind), append(ids, id)
		}
	}
	if len(ids) > 0 {
		b.Queue(insertToldGenome, pgx.NamedArgs{"run": id, "kinds": kinds, "ids": ids})
	}
}

func withheld(s genome.Section) []string {
	if s.Withheld == "" {
		return nil
	}
	return []string{s.Withheld}
}
