package genome

import (
	"maps"
	"slices"
	"strings"
	"time"

	"redeye/domain/fault"
)

// event is what a person can do to a gene.
type event string

const (
	approved event = "approve"
	rejected event = "reject"
	retired  event = "retire"
)

// standing is where a gene is, as far as a person's moves go.
type standing string

const (
	kernel   standing = "a kernel gene"
	customer standing = "a customer gene"
	flagged  standing = "a flagged customer gene"
	learned  standing = "a learned gene"
	gone     standing = "a retired gene"
	unwanted standing = "a rejected gene"
)

type move func(g Gene, at time.Time, why string) Gene

// moves holds every legal move of a person; what is not in it is refused. A person writes
// customer genes, so that there is nothing in them to reject; and what has ended stays so.
var moves = map[standing]map[event]move{
	kernel:   {retired: retire},
	customer: {retired: retire},
	flagged:  {retired: retire, approved: vindicate},
	learned:  {retired: retire, approved: adopt, rejected: reject},
	gone:     {},
	unwanted: {},
}

func (g Gene) standing() standing {
	switch {
	case g.State == Retired:
		return gone
	case g.State == Rejected:
		return unwanted
	case g.Stratum == Kernel:
		return kernel
	case g.Stratum == Learned:
		return learned
	case g.Flagged:
		return flagged
	}
	return customer
}

func (g Gene) after(e event, at time.Time, why string) (Gene, error) {
	from := g.standing()
	move, legal := moves[from][e]
	if !legal {
		return Gene{}, fault.Conflictf("cannot %s %s: it is %s; %s", e, g.ID, from, allowed(from))
	}
	return move(g, at, why), nil
}

func allowed(from standing) string {
	var events []string
	for _, e := range slices.Sorted(maps.Keys(moves[from])) {
		events = append(events, string(e))
	}
	if len(events) == 0 {
		return "nothing more can be done to it"
	}
	return "allowed: " + strings.Join(events, ", ")
}

// Approve makes a learned gene the customer's, or has a flagged customer gene's
// contradictions forgotten: a person says that it holds. Any other gene is fault.Conflict.
func Approve(g Gene, at time.Time) (Gene, error) { return g.after(approved, at, "") }

// Reject makes a live learned gene a tombstone, which keeps its like away for
// Tuning.RejectedPause. Any other gene is fault.Conflict.
func Reject(g Gene, at time.Time, why string) (Gene, error) { return g.after(rejected, at, why) }

// Retire has any live gene leave the genome; its record is kept. A gene that has ended is
// fault.Conflict.
func Retire(g Gene, at time.Time, why string) (Gene, error) { return g.after(retired, at, why) }

func retire(g Gene, at time.Time, why string) Gene { return g.ended(Retired, at, why) }

func reject(g Gene, at time.Time, why string) Gene { return g.ended(Rejected, at, why) }

func vindicate(g Gene, _ time.Time, _ string) Gene {
	g.Contradictions, g.Flagged = 0, false
	return g
}

func adopt(g Gene, at time.Time, _ string) Gene {
	g.Stratum, g.Strength, g.ApprovedAt = Customer, 0, &at
	return vindicate(g, at, "")
}
