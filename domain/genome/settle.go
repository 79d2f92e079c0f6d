package genome

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strings"
	"time"
)

// settling decides what becomes of the candidates, in order of rank.
type settling struct {
	tuning    Tuning
	asOf      time.Time
	workspace Workspace
	known     map[string][]reading // the genes of each agent that has had a turn
	pass      Pass
}

func (s *settling) settle(c candidate) {
	if refusal := s.write(c); refusal != nil {
		s.pass.Refusals = append(s.pass.Refusals, c.refused(*refusal, s.tuning))
		return
	}
	s.pass.Consumed = append(s.pass.Consumed, c.ids()...)
}

func (s *settling) write(c candidate) *Refusal {
	if len(s.pass.Births)+len(s.pass.Refreshes) >= s.tuning.Writes {
		return refuse(OverCap, "comes after the %d that one night writes", s.tuning.Writes)
	}
	known := s.genes(c.agent)
	if refusal := s.tuning.check(c.text, known); refusal != nil {
		return refusal
	}
	if g := s.standing(c, known); g != nil {
		s.refresh(g, c)
		return nil
	}
	forerunner, refusal := s.forerunner(c, known)
	if refusal != nil {
		return refusal
	}
	s.bear(c, forerunner)
	return nil
}

func (s *settling) genes(agent string) []reading {
	known, read := s.known[agent]
	if !read {
		own := slices.Collect(func(yield func(Gene) bool) {
			for _, g := range s.workspace.Genes {
				if g.Agent == agent && !yield(g) {
					return
				}
			}
		})
		known = s.tuning.read(own)
		s.known[agent] = known
	}
	return known
}

// standing is the live learned gene that a candidate speaks for: the most similar, then
// the strongest, then the earliest, then the first by ID (ours). nil if there is none.
func (s *settling) standing(c candidate, known []reading) *reading {
	var best *reading
	for i := range known {
		k := &known[i]
		if k.State != Live || k.Stratum != Learned || !s.tuning.Alike(c.gist, k.gist) {
			continue
		}
		// known is in order of birth, then ID: only what is better replaces.
		if best == nil || cmp.Or(cmp.Compare(similarity(c.gist, k.gist), similarity(c.gist, best.gist)), cmp.Compare(k.Strength, best.Strength)) > 0 {
			best = k
		}
	}
	return best
}

// refresh adds evidence, and leaves strength to outcomes; but what has fallen so low that
// it is not told could never again be credited.
func (s *settling) refresh(g *reading, c candidate) {
	before := g.Strength
	if s.tuning.RefreshLifts {
		g.Strength = max(before, s.tuning.CompileStrength)
	}
	s.pass.Refreshes = append(s.pass.Refreshes, Refresh{Gene: g.ID, Evidence: c.evidence(), Before: before, After: g.Strength})
}

// forerunner refuses a candidate whose like the customer has rejected, or has retired with
// as much evidence, of late. Otherwise it names the last retired gene that was like it.
//
// Evidence is counted in distinct runs (ours): one edit can say the same in two
// observations, and one run repeated is no pattern.
func (s *settling) forerunner(c candidate, known []reading) (last string, refusal *Refusal) {
	t := s.tuning
	var ended time.Time
	for _, k := range known {
		if k.State == Live || k.EndedAt == nil || !t.Alike(c.gist, k.gist) {
			continue
		}
		age := s.asOf.Sub(*k.EndedAt)
		if k.State == Rejected && age < t.RejectedPause {
			return "", refuse(Unwanted, "is like %q, rejected on %s", k.Text, k.EndedAt.UTC().Format(time.DateOnly)).meeting(k.Gene)
		}
		if k.State == Retired && age < t.RetiredPause && c.runs <= runs(k.Evidence) {
			refusal = refuse(Outlived, "is like %q, retired on %s, and has no more than its %d runs",
				k.Text, k.EndedAt.UTC().Format(time.DateOnly), runs(k.Evidence)).meeting(k.Gene)
		}
		if k.State == Retired && !k.EndedAt.Before(ended) {
			last, ended = k.ID, *k.EndedAt
		}
	}
	return last, refusal
}

func (s *settling) bear(c candidate, forerunner string) {
	s.pass.Births = append(s.pass.Births, Gene{
		ID:       geneID(s.workspace.ID, c, s.asOf),
		Agent:    c.agent,
		Stratum:  Learned,
		Text:     c.text,
		State:    Live,
		Strength: s.tuning.BirthStrength,
		Evidence: c.evidence(),
		Returns:  forerunner,
		BornAt:   s.asOf.UTC(),
	})
}

// geneID is the same whenever the same observations are consolidated for the same night:
// a pass that is worked out twice writes no gene twice.
func geneID(workspace string, c candidate, asOf time.Time) string {
	of := strings.Join([]string{workspace, c.agent, c.observations[0].ID, asOf.UTC().Format(time.RFC3339Nano)}, "\x00")
	sum := sha256.Sum256([]byte(of))
	return "g." + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
}
