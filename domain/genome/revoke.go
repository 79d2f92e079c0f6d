package genome

import (
	"fmt"
	"time"
)

// Change is what a night's re-screen makes of one gene.
type Change struct {
	Gene Gene `json:"gene"` // as it is after
	// Revoked are the observations that no longer speak for it.
	Revoked []string `json:"revoked"`
	// Because is a predicate for a person; empty if the gene stays as it was but for
	// its evidence.
	Because string `json:"because,omitempty"`
}

// Rescreen returns what revocations and today's screen change of stored genes, oldest
// first. Ended genes lose evidence too: it is no more to be outdone by.
//
// A gene that the screen refuses retires. One of the kernel is flagged instead: a night
// may not take away what an agent is, and the platform wrote it.
func (t Tuning) Rescreen(genes []Gene, revoked map[string]bool, at time.Time) []Change {
	var changes []Change
	for _, g := range oldestFirst(genes) {
		c := t.Recheck(g, revoked, at)
		if refusal := Screen(g.Text); c.Gene.State == Live && refusal != nil {
			c = c.refused(*refusal, at)
		}
		if len(c.Revoked) > 0 || c.Because != "" {
			changes = append(changes, c)
		}
	}
	return changes
}

func (c Change) refused(r Refusal, at time.Time) Change {
	switch {
	case c.Gene.Stratum != Kernel:
		c.Gene, c.Because = c.Gene.ended(Retired, at, r.Because), r.Because
	case !c.Gene.Flagged:
		c.Gene.Flagged, c.Because = true, r.Because
	}
	return c
}

// Recheck takes the evidence of revoked observations from a gene. A live learned gene
// retires if what remains would not qualify, by the minima without the immune check: what
// was once enough stays so when the check is turned on.
func (t Tuning) Recheck(g Gene, revoked map[string]bool, at time.Time) Change {
	var kept []Evidence
	var gone []string
	for _, e := range g.Evidence {
		if revoked[e.Observation] {
			gone = append(gone, e.Observation)
			continue
		}
		kept = append(kept, e)
	}
	c := Change{Gene: g, Revoked: gone}
	if len(gone) == 0 {
		return c
	}
	c.Gene.Evidence = kept
	if n := runs(kept); g.State == Live && g.Stratum == Learned && (len(kept) < t.MinObservations || n < t.MinRuns) {
		c.Because = fmt.Sprintf("has too little evidence left (observations: %d of %d, runs: %d)", len(kept), len(g.Evidence), n)
		c.Gene = c.Gene.ended(Retired, at, c.Because)
	}
	return c
}
