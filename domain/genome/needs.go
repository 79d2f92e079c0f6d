package genome

import "math"

// smallBenefit is the least benefit that is worth more outcomes (ours): ten points.
const smallBenefit = 0.1

// Needs are the outcomes that it takes to know more of a gene; both are 0 if it is known, or
// if any effect is too small to look for.
type Needs struct {
	With    int `json:"with"`
	Without int `json:"without"`
}

// Needs returns how many outcomes are missing until a gene is ruled on. For one without
// effect it is how many more without it, at the present proportion to those with it, make
// the interval as narrow as the benefit so far, or as ten points.
func (t Tuning) Needs(cells []Cell) Needs {
	j := t.Judge(cells)
	switch j.Ruling {
	case RulingInsufficient:
		return Needs{With: max(0, t.TrialMinimum-j.With), Without: max(0, t.TrialMinimum-j.Without)}
	case RulingNoEffect:
		benefit, variance := difference(cells)
		more := t.times(variance, max(math.Abs(benefit), smallBenefit)) - 1
		return Needs{Without: int(math.Ceil(more * float64(j.Without)))}
	case RulingKeep, RulingRetire, RulingHarmStop:
	}
	return Needs{}
}

// times is how many times as much must be known for the interval to reach no further than
// aim: at least 1. The variance falls as what is known grows.
func (t Tuning) times(variance, aim float64) float64 {
	low, high := 1.0, 1.0
	for t.reach(variance/high) > aim {
		low, high = high, high*2
	}
	for range 30 { // to one in a billion
		middle := (low + high) / 2
		if t.reach(variance/middle) > aim {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
