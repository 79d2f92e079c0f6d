package genome

import (
	"fmt"
	"unicode/utf8"

	"redeye/domain/fault"
	"redeye/domain/learning"
)

// Reason says which rule refused a text.
type Reason string

// The reasons. The first five refuse a candidate by what it says, in the order in which
// they are checked; the others by what has been decided before.
const (
	Injection Reason = "injection" // it could pass for an instruction, or hides something
	TooLong   Reason = "too_long"  // ours: over Tuning.MaxCharacters
	Identity  Reason = "identity"  // it negates a kernel gene
	Fact      Reason = "fact"
	Duplicate Reason = "duplicate" // of a kernel or customer gene
	Unwanted  Reason = "unwanted"  // the customer has rejected its like of late
	Outlived  Reason = "outlived"  // its like has retired of late, with as much evidence
	OverCap   Reason = "over_cap"  // the pass had written enough; it was not checked
)

// Refusal is why a text was refused.
type Refusal struct {
	Reason Reason `json:"reason"`
	// Because is a predicate for a person: "holds an amount".
	Because string `json:"because"`
	// Gene is the gene that it meets; empty if it meets none.
	Gene string `json:"gene,omitempty"`
}

func refuse(reason Reason, format string, args ...any) *Refusal {
	return &Refusal{Reason: reason, Because: fmt.Sprintf(format, args...)}
}

func (r *Refusal) meeting(g Gene) *Refusal {
	r.Gene = g.ID
	return r
}

// Err is the refusal as an error of kind fault.Invalid; nil if there is none.
func (r *Refusal) Err() error {
	if r == nil {
		return nil
	}
	return fault.Invalidf("the gene %s", r.Because)
}

// Screened is why Screen refuses.
const Screened = "could pass for an instruction, a part of the prompt, or a secret"

// Screen refuses a text that could act on the model which reads it: nil if it passes. The
// rules are those of learnings, with three differences. It is one line whatever it was
// (see Wording); it may be of any length, since nobody can be asked to shorten what they
// have done; and an address is no injection but a fact, though its words are read.
func Screen(s string) *Refusal {
	line := unlinked(Wording(s))
	if line == "" { // nothing to obey
		return nil
	}
	if learning.Screen(line, learning.Rules{MaxCharacters: utf8.RuneCountInString(line)}) != nil {
		return refuse(Injection, Screened)
	}
	return nil
}

// Check refuses a candidate for a learned gene: nil if it passes. The order is the
// specification's: injection, identity, fact, near-duplicate. genes are its agent's; only
// live ones of the kernel and the customer count.
func (t Tuning) Check(candidate string, genes []Gene) *Refusal {
	return t.check(Wording(candidate), t.read(genes))
}

// check takes a candidate as Wording leaves it.
func (t Tuning) check(candidate string, known []reading) *Refusal {
	gist := t.Gist(candidate)
	for _, check := range []func() *Refusal{
		func() *Refusal { return Screen(candidate) },
		func() *Refusal { return t.length(candidate) },
		func() *Refusal { return t.identity(gist, known) },
		func() *Refusal { return factual(candidate) },
		func() *Refusal { return t.duplicate(gist, known) },
	} {
		if refusal := check(); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (t Tuning) length(candidate string) *Refusal {
	if n := utf8.RuneCountInString(candidate); n > t.MaxCharacters {
		return refuse(TooLong, "has %d characters, more than %d", n, t.MaxCharacters)
	}
	return nil
}

// identity refuses what negates a kernel gene that it otherwise matches: alike but for the
// words that negate, and only one of the two is negated (ours).
func (t Tuning) identity(gist Gist, known []reading) *Refusal {
	for _, k := range known {
		if k.State != Live || k.Stratum != Kernel || k.gist.Negated == gist.Negated {
			continue
		}
		if similarity(t.claim(gist), t.claim(k.gist)) >= t.Similarity {
			return refuse(Identity, "contradicts what the agent is: %q", k.Text).meeting(k.Gene)
		}
	}
	return nil
}

func factual(candidate string) *Refusal {
	if what := factIn(candidate); what != "" {
		return refuse(Fact, "holds %s", what)
	}
	return nil
}

func (t Tuning) duplicate(gist Gist, known []reading) *Refusal {
	for _, k := range known {
		if k.State == Live && k.Stratum != Learned && t.Alike(gist, k.gist) {
			return refuse(Duplicate, "nearly repeats the %s gene %q", k.Stratum, k.Text).meeting(k.Gene)
		}
	}
	return nil
}

// reading is a gene with its gist, which is worked out once.
type reading struct {
	Gene
	gist Gist
}

// read puts genes in their total order, by birth and then ID, so that of several that
// refuse a text the same one does.
func (t Tuning) read(genes []Gene) []reading {
	all := make([]reading, 0, len(genes))
	for _, g := range oldestFirst(genes) {
		all = append(all, reading{g, t.Gist(g.Text)})
	}
	return all
}
