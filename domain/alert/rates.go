package alert

import (
	"fmt"
	"math"
	"time"
)

// Rates are how many outputs of an agent were accepted: in the week up to asOf, and in the
// four weeks before it.
type Rates struct {
	Workspace, Agent       string
	Now, NowAccepted       int
	Before, BeforeAccepted int
}

// Weeks of Rates.
const (
	Recent  = 7 * 24 * time.Hour
	Earlier = 28 * 24 * time.Hour
)

// The level is strict, since it is looked at every night: at 1 % an agent that never changes
// would be told of about once a year (ours). With fewer outcomes than ten nothing is sure.
const (
	level  = 0.001
	fewest = 10
)

// alert is that of a rate which has fallen beyond chance, by Fisher's exact test, one-sided.
// It comes once a week at most.
func (r Rates) alert(asOf time.Time) (Alert, bool) {
	monday := asOf.UTC().AddDate(0, 0, -(int(asOf.UTC().Weekday())+6)%7).Format(time.DateOnly)
	fallen := r.Now >= fewest && r.Before >= fewest && fisher(r.NowAccepted, r.Now, r.BeforeAccepted, r.Before) < level
	return AcceptRate.of(asOf, r.Workspace, r.Agent,
		fmt.Sprintf("customers accept less of %s: %d of %d in the last week, %d of %d in the four before; see: starter scorecard %s --workspace %s",
			r.Agent, r.NowAccepted, r.Now, r.BeforeAccepted, r.Before, r.Agent, r.Workspace),
		r.Workspace, r.Agent, monday), fallen
}

// fisher is the chance that as few of n, or fewer, are accepted as a, if those and b of m
// come from one urn.
func fisher(a, n, b, m int) float64 {
	all := choose(n+m, a+b)
	p := 0.0
	for k := max(0, a+b-m); k <= a; k++ {
		p += math.Exp(choose(n, k) + choose(m, a+b-k) - all)
	}
	return min(1, p)
}

// choose is the logarithm of the binomial coefficient.
func choose(n, k int) float64 { return factorial(n) - factorial(k) - factorial(n-k) }

func factorial(n int) float64 {
	l, _ := math.Lgamma(float64(n + 1))
	return l
}
