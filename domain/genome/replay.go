package genome

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Outcome is one accept or reject of one run's output by the customer.
type Outcome struct {
	// Number is its place among the outcomes of its genome, from 1: the one stated order.
	// It is given when the outcome is stored, one at a time for each genome.
	Number   int       `json:"number"`
	Run      string    `json:"run"`
	Accepted bool      `json:"accepted"`
	Genes    []string  `json:"genes"` // those the platform recorded in that run's prompt
	At       time.Time `json:"at"`
}

// Replay credits the outcomes of one genome in the order of their numbers, whatever order
// they come in, and returns all its genes, sorted by ID, and every move. genes are as they
// were before the first outcome. It is what strengths must equal, however many workers
// wrote the outcomes.
func (t Tuning) Replay(genes []Gene, outcomes []Outcome) ([]Gene, []Move) {
	now := map[string]Gene{}
	for _, g := range genes {
		now[g.ID] = g
	}
	var history []Move
	for _, o := range slices.SortedFunc(slices.Values(outcomes), func(a, b Outcome) int { return cmp.Compare(a.Number, b.Number) }) {
		moved, moves := t.Credit(o.Number-1, o.Accepted, o.At, told(now, o.Genes))
		for _, g := range moved {
			now[g.ID] = g
		}
		history = append(history, moves...)
	}
	return sortedByID(now), history
}

// told are the genes of a prompt, each once. One that is not known moves nothing.
func told(now map[string]Gene, ids []string) []Gene {
	var genes []Gene
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		if g, known := now[id]; known {
			genes = append(genes, g)
		}
	}
	return genes
}

func sortedByID(genes map[string]Gene) []Gene {
	var all []Gene
	for _, g := range genes {
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b Gene) int { return strings.Compare(a.ID, b.ID) })
	return all
}
