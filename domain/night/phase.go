package night

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Phase is one ordered part of the night.
type Phase string

// The phases, in the order of the specification. But for the first and for Retention, each
// is off unless its flag of [genome] is on.
const (
	// Rescreen takes revoked evidence from genes, and screens genes again.
	Rescreen Phase = "rescreen"
	// Consolidate makes genes of observations. Its flag is consolidation.
	Consolidate Phase = "consolidate"
	// Verdicts judges genes by the runs that were left without one. Its flag is leave_one_out.
	Verdicts Phase = "verdicts"
	// Families proposes to share what several agents have learned.
	Families Phase = "families"
	// Competence counts what was accepted and rejected.
	Competence Phase = "competence"
	// Threads has open threads expire. Its flag is memory.
	Threads Phase = "threads"
	// Episodes deletes old episodes. Its flag is memory.
	Episodes Phase = "episodes"
	// Scorecards makes the cards of the days that are over.
	Scorecards Phase = "scorecards"
	// Retention deletes history, and what nobody is told any more.
	Retention Phase = "retention"
	// Alerts tells a person what the night found.
	Alerts Phase = "alerts"
)

// What a phase takes at a time: one transaction, short enough that outcomes of its
// workspaces wait about a second for it, and little enough to be held in memory.
const (
	PageSize = 50     // workspaces
	PageRows = 20_000 // observations and genes in them
	// PageDeletes is how many records of each kind retention deletes. A chain takes its
	// runs with it, and all that belongs to those.
	PageDeletes = 500
)

// Page is a part of a phase's work.
type Page struct {
	Night   time.Time // the key, and the asOf
	Factory string    // digest of the snapshot it goes by; empty if there was none
	// After is where the last page stopped: the workspaces after it are next, in order of
	// ID. Retention, which takes the oldest records of all, leaves it empty.
	After string
	// Size is the most workspaces of a page, or records of each kind to delete.
	Size int
	// Failed are the phases that have failed before this one in the same night.
	Failed []Failure
	// Rows ends a page before the workspace that would bring it over so many observations
	// and genes; the first is taken whatever it holds. 0 is without limit.
	Rows int
}

// Progress is what a page came to.
type Progress struct {
	Cursor string // the last workspace of the page; empty in retention
	Done   bool   // nothing is left after it
}

// Counts say what a phase did, by name: "births", "chains_deleted".
type Counts map[string]int

// Add adds another's counts.
func (c Counts) Add(d Counts) {
	for name, n := range d {
		c[name] += n
	}
}

// String lists the counts that are not 0, by name.
func (c Counts) String() string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if c[name] != 0 {
			all = append(all, fmt.Sprintf("%s %d", strings.ReplaceAll(name, "_", " "), c[name]))
		}
	}
	if all == nil {
		return "nothing to do"
	}
	return strings.Join(all, ", ")
}
