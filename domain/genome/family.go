package genome

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strings"
	"time"

	"redeye/domain/fault"
)

// FamilyState is where a family stands.
type FamilyState string

// The three states of a family. Nothing leads out of the last two.
const (
	FamilyProposed FamilyState = "proposed"
	FamilyApproved FamilyState = "approved"
	FamilyRejected FamilyState = "rejected"
)

// Family is a proposal of the night to share what several agents of a workspace have
// learned. It changes nothing before a person approves it (specification, section 6, phase
// 4).
type Family struct {
	ID   string `json:"id"`
	Text string `json:"text"` // the wording that would be shared
	// Genes are the learned genes that say so, Agents whose they are; both sorted.
	Genes      []string    `json:"genes"`
	Agents     []string    `json:"agents"`
	State      FamilyState `json:"state"`
	ProposedAt time.Time   `json:"proposed_at"` // the night's
	DecidedAt  *time.Time  `json:"decided_at,omitempty"`
	DecidedBy  string      `json:"decided_by,omitempty"`
	Reason     string      `json:"reason,omitempty"`
}

// Decide is the family after a person's word. One that is decided is fault.Conflict.
func (f Family) Decide(to FamilyState, d Decision, at time.Time) (Family, error) {
	if f.State != FamilyProposed {
		return Family{}, fault.Conflictf("family %s was already %s by %s at %s", f.ID, f.State, f.DecidedBy, f.DecidedAt.UTC().Format(time.RFC3339))
	}
	f.State, f.DecidedAt, f.DecidedBy, f.Reason = to, &at, d.By, d.Reason
	return f, nil
}

// Kinship is what one night makes of a workspace's families. It is a value to be applied as
// a whole.
type Kinship struct {
	Proposed []Family
	// Changed are open proposals that have other genes now; their wording stays.
	Changed []Family
	// Withdrawn are open proposals that are of several agents no more, by ID.
	Withdrawn []string
	// KeptAway counts those that a person has rejected within Tuning.RejectedPause.
	KeptAway int
}

// Families groups a workspace's live learned genes, of all its agents, as Groups does; a
// group of two agents or more is a family, in the wording of its medoid. known are the
// workspace's families so far. One that shares a gene with an open proposal, or says the
// same, is that proposal.
func (t Tuning) Families(workspace string, asOf time.Time, genes []Gene, known []Family) Kinship {
	k := kinship{tuning: t, workspace: workspace, asOf: asOf, known: inOrder(known), met: map[string]bool{}}
	for _, f := range t.found(genes) {
		k.settle(f)
	}
	for _, f := range k.known {
		if f.State == FamilyProposed && !k.met[f.ID] {
			k.Withdrawn = append(k.Withdrawn, f.ID)
		}
	}
	return k.Kinship
}

func inOrder(families []Family) []Family {
	return slices.SortedFunc(slices.Values(families), func(a, b Family) int {
		return cmp.Or(a.ProposedAt.Compare(b.ProposedAt), strings.Compare(a.ID, b.ID))
	})
}

// found are the families that there are now, without ID and state, in the order of their
// oldest genes.
func (t Tuning) found(genes []Gene) []Family {
	live := oldestFirst(slices.DeleteFunc(slices.Clone(genes), func(g Gene) bool { return g.State != Live || g.Stratum != Learned }))
	gists := make([]Gist, len(live))
	for i, g := range live {
		gists[i] = t.Gist(g.Text)
	}
	var families []Family
	for _, members := range t.Groups(gists) {
		f := Family{Text: live[members[medoid(pick(gists, members))]].Text}
		for _, g := range pick(live, members) {
			f.Genes, f.Agents = append(f.Genes, g.ID), append(f.Agents, g.Agent)
		}
		slices.Sort(f.Genes)
		slices.Sort(f.Agents)
		if f.Agents = slices.Compact(f.Agents); len(f.Agents) > 1 {
			families = append(families, f)
		}
	}
	return families
}

// kinship is a night's work on families under way.
type kinship struct {
	tuning    Tuning
	workspace string
	asOf      time.Time
	known     []Family
	met       map[string]bool // open proposals that still stand
	Kinship
}

func (k *kinship) settle(f Family) {
	if open := k.like(f, func(o Family) bool { return o.State == FamilyProposed && !k.met[o.ID] }); open != nil {
		k.met[open.ID] = true
		if !slices.Equal(open.Genes, f.Genes) {
			open.Genes, open.Agents = f.Genes, f.Agents
			k.Changed = append(k.Changed, *open)
		}
		return
	}
	if k.like(f, k.unwanted) != nil {
		k.KeptAway++
		return
	}
	f.ID, f.State, f.ProposedAt = k.id(f), FamilyProposed, k.asOf.UTC()
	k.Proposed = append(k.Proposed, f)
}

func (k *kinship) unwanted(f Family) bool {
	return f.State == FamilyRejected && k.asOf.Sub(*f.DecidedAt) < k.tuning.RejectedPause
}

// like is the first known family of a kind that a found one is the same as; nil if there is
// none.
func (k *kinship) like(f Family, kind func(Family) bool) *Family {
	gist := k.tuning.Gist(f.Text)
	for _, o := range k.known {
		if kind(o) && (meet(o.Genes, f.Genes) || k.tuning.Alike(gist, k.tuning.Gist(o.Text))) {
			return &o
		}
	}
	return nil
}

func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(id string) bool { return slices.Contains(b, id) })
}

// id is the same whenever the same night finds the same family.
func (k *kinship) id(f Family) string {
	of := strings.Join([]string{k.workspace, f.Genes[0], k.asOf.UTC().Format(time.RFC3339Nano)}, "\x00")
	sum := sha256.Sum256([]byte(of))
	return "f." + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
}
