package genome

import (
	"fmt"
	"time"
)

// Plasticity says how easily a genome is moved that has seen n outcomes: 1 when it is new,
// then ever closer to PlasticityFloor, so that one odd edit knocks over no established
// genome. A negative n counts as 0.
//
// Here and below, products are converted before they are added. Without that, a compiler
// may fuse the two on one machine and not on another, and the last digit would differ.
func (t Tuning) Plasticity(n int) float64 {
	seen := float64(max(n, 0))
	half := float64(t.HalfLife)
	return t.PlasticityFloor + float64((1-t.PlasticityFloor)*half)/(half+seen)
}

// Move is how one outcome moved one gene. A gene's moves, in order of Seen, are the
// history of its strength.
type Move struct {
	Gene     string    `json:"gene"`
	Seen     int       `json:"seen"` // outcomes that the genome had seen before
	Accepted bool      `json:"accepted"`
	At       time.Time `json:"at"`
	// Step, Before and After are of a learned gene; 0 for a customer gene.
	Step   float64 `json:"step"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	// Retired says that this outcome ended the gene.
	Retired bool `json:"retired"`
	// Contradictions and Flagged are a customer gene's, after the outcome.
	Contradictions int  `json:"contradictions"`
	Flagged        bool `json:"flagged"`
}

// Credit returns the genes that one outcome moves, as they are after it, and how; both in
// the order of genes. told are the genes which the platform recorded in that run's prompt,
// as they are now: one that has ended meanwhile is not moved, nor is a kernel gene. seen
// counts the outcomes of the genome before this one, those that credit nothing included
// (specification, section 5).
func (t Tuning) Credit(seen int, accepted bool, at time.Time, told []Gene) (moved []Gene, moves []Move) {
	for _, g := range told {
		if g.State != Live || g.Stratum == Kernel {
			continue
		}
		m := Move{Gene: g.ID, Seen: seen, Accepted: accepted, At: at}
		if g.Stratum == Learned {
			g, m = t.learn(g, m)
		} else {
			g, m = t.review(g, m)
		}
		moved, moves = append(moved, g), append(moves, m)
	}
	return moved, moves
}

func (t Tuning) learn(g Gene, m Move) (Gene, Move) {
	m.Step = t.Step * t.Plasticity(m.Seen)
	m.Before = g.Strength
	if m.Accepted {
		g.Strength += float64(m.Step * (1 - g.Strength))
	} else {
		g.Strength -= float64(m.Step * g.Strength)
	}
	m.After = g.Strength
	g.Credited++
	if g.Strength < t.RetireStrength && g.Credited >= t.patience(g) {
		g = g.ended(Retired, m.At, fmt.Sprintf("its strength fell to %.4f, below %.2f", g.Strength, t.RetireStrength))
		m.Retired = true
	}
	return g, m
}

// patience is how many outcomes a gene gets before it can retire: RetireCredited for each
// run that speaks for it (ours). With as few for a gene of much evidence as for one of
// little, a fortnight of somebody else's faults ends what many runs have confirmed.
func (t Tuning) patience(g Gene) int { return t.RetireCredited * max(1, runs(g.Evidence)) }

// review counts what speaks against a customer gene: it does not learn, but a person is
// asked to look at it.
func (t Tuning) review(g Gene, m Move) (Gene, Move) {
	if m.Accepted {
		g.Contradictions, g.Flagged = 0, false
	} else {
		g.Contradictions++
		g.Flagged = g.Contradictions >= t.Flagging
	}
	m.Contradictions, m.Flagged = g.Contradictions, g.Flagged
	return g, m
}
