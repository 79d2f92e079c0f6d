package genome

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"
)

// Cell counts the outcomes of one gene's runs in the experiment that had the same number of
// eligible genes. Runs are compared within a cell only: the chance of a gene to be left out
// is LeaveOut by that number, and as a genome grows the share of accepted outputs changes
// too. Put together, the two would look like an effect of the gene.
type Cell struct {
	Eligible int `json:"eligible"`
	// With are the runs that were not drawn, and so were told the gene with all others.
	With         int `json:"with"`
	WithAccepted int `json:"with_accepted"`
	// Without are the runs that left this gene out. One that left out another is in
	// neither.
	Without         int `json:"without"`
	WithoutAccepted int `json:"without_accepted"`
}

// Ruling is what a night finds of a gene in the experiment.
type Ruling string

// The five rulings.
const (
	RulingKeep         Ruling = "keep"              // outputs are better with it
	RulingRetire       Ruling = "retire"            // outputs are worse with it
	RulingNoEffect     Ruling = "no_effect"         // neither has shown
	RulingHarmStop     Ruling = "harm_stop"         // worse for certain, before TrialMinimum was reached
	RulingInsufficient Ruling = "insufficient_data" // fewer outcomes than TrialMinimum
)

// Judgement is a gene's ruling with what it rests on.
type Judgement struct {
	Ruling Ruling `json:"ruling"`
	// Cells summed up.
	With            int `json:"with"`
	WithAccepted    int `json:"with_accepted"`
	Without         int `json:"without"`
	WithoutAccepted int `json:"without_accepted"`
	// Benefit is by how much the share of accepted outputs is higher with the gene, from -1
	// to 1, and Low to High its interval.
	Benefit float64 `json:"benefit"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

// Judge rules on a gene by the mixture sequential probability ratio test (Robbins 1970;
// Johari, Koomen, Pekelis and Walsh 2017), two-sided at TrialLevel. Its interval holds at
// all looks together, which is what corrects for looking every night: however long an
// experiment goes on, a gene without effect is found to have one in TrialLevel of the cases
// at most.
//
// The benefit is the Mantel-Haenszel difference over the cells. Its variance is that of
// shares with an accepted and a rejected output added to each (Agresti and Caffo 2000), so
// that few outcomes, all of a kind, do not look certain.
//
// A gene whose interval lies below nothing does harm. Before TrialMinimum outcomes of either
// kind that is a harm-stop, which waits for no more; after it, it retires.
func (t Tuning) Judge(cells []Cell) Judgement {
	j := sum(cells)
	variance := 0.0
	j.Benefit, variance = difference(cells)
	j.Low, j.High = t.interval(j.Benefit, variance)
	few := min(j.With, j.Without) < t.TrialMinimum
	switch {
	case j.High < 0 && few:
		j.Ruling = RulingHarmStop
	case few:
		j.Ruling = RulingInsufficient
	case j.High < 0:
		j.Ruling = RulingRetire
	case j.Low > 0:
		j.Ruling = RulingKeep
	default:
		j.Ruling = RulingNoEffect
	}
	return j
}

func sum(cells []Cell) (j Judgement) {
	for _, c := range cells {
		j.With, j.WithAccepted = j.With+c.With, j.WithAccepted+c.WithAccepted
		j.Without, j.WithoutAccepted = j.Without+c.Without, j.WithoutAccepted+c.WithoutAccepted
	}
	return j
}

// difference is the weighted difference of the cells' shares and its variance; the latter is
// infinite if no cell has both kinds of runs. Floats are added in one order of the cells.
func difference(cells []Cell) (benefit, variance float64) {
	ordered := slices.SortedFunc(slices.Values(cells), func(a, b Cell) int { return cmp.Compare(a.Eligible, b.Eligible) })
	var weights float64
	for _, c := range ordered {
		if c.With == 0 || c.Without == 0 {
			continue
		}
		with, without := float64(c.With), float64(c.Without)
		weight := float64(with*without) / (with + without)
		benefit += float64(weight * (float64(c.WithAccepted)/with - float64(c.WithoutAccepted)/without))
		variance += float64(weight * weight * c.variance())
		weights += weight
	}
	if weights == 0 {
		return 0, math.Inf(1)
	}
	return benefit / weights, variance / float64(weights*weights)
}

// variance is that of the difference of the two shares.
func (c Cell) variance() float64 {
	pooled := spreadOf(c.WithAccepted+c.WithoutAccepted, c.With+c.Without)
	return max(pooled, spreadOf(c.WithAccepted, c.With))/float64(c.With) +
		max(pooled, spreadOf(c.WithoutAccepted, c.Without))/float64(c.Without)
}

// spreadOf is the variance of one output, with one of each kind added.
func spreadOf(accepted, of int) float64 {
	p := float64(accepted+1) / float64(of+2)
	return float64(p * (1 - p))
}

// interval is that of the mixture: normal, as wide as the effect that it is tuned to find.
func (t Tuning) interval(benefit, variance float64) (low, high float64) {
	reach := t.reach(variance)
	return max(-1, benefit-reach), min(1, benefit+reach)
}

func (t Tuning) reach(variance float64) float64 {
	if math.IsInf(variance, 1) {
		return math.Inf(1)
	}
	known := float64(t.TrialEffect*t.TrialEffect) / variance
	return math.Sqrt(float64(variance*(1+known)) / known * (float64(2*math.Log(1/t.TrialLevel)) + math.Log1p(known)))
}

// Ends reports whether the ruling ends its gene.
func (r Ruling) Ends() bool { return r == RulingRetire || r == RulingHarmStop }

// End is the gene after a ruling that ends it. Its record is the tombstone: what keeps its
// like away is what keeps that of any retired gene away.
func (j Judgement) End(g Gene, at time.Time) Gene {
	return g.ended(Retired, at, fmt.Sprintf("made outputs worse: with it %d of %d were accepted, without it %d of %d",
		j.WithAccepted, j.With, j.WithoutAccepted, j.Without))
}
