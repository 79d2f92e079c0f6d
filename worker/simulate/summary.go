package main

import "math"

// measure is one number of a life.
type measure struct {
	name string
	of   func(tally) float64
	// never says that a life did not get there: its number is then the least it can be. nil
	// if every life has one.
	never func(tally) bool
	// applies to a persona; nil is to all.
	applies func(persona) bool
	learns  bool // there is nothing to measure without learning
	percent bool
}

// recoveries are counted from a switch, which is late in a life.
const afterSwitch = nights - switchRun/perDay

var measures = []measure{
	{name: "outputs accepted", percent: true, of: func(t tally) float64 { return share(t.accepted, t.judged) }},
	{name: "wishes told", percent: true, of: func(t tally) float64 { return share(total(t.right), runsAll*wishes) }},
	{name: "opposites told", percent: true, of: func(t tally) float64 { return share(total(t.against), runsAll*wishes) }},
	{
		name: "nights to the first right gene", learns: true,
		of:    func(t tally) float64 { return float64(t.firstRight) },
		never: func(t tally) bool { return t.firstRight == nights },
	},
	{name: "false genes in 100 runs", learns: true, of: func(t tally) float64 { return 100 * share(t.wrong, runsAll) }},
	{name: "genes of a wish and its opposite", learns: true, of: func(t tally) float64 { return float64(t.merged) }},
	{name: "right genes retired", learns: true, of: func(t tally) float64 { return float64(t.lost) }},
	{
		name: "nights to recover from the switch", learns: true,
		of:      func(t tally) float64 { return float64(min(t.recovered, afterSwitch)) },
		never:   func(t tally) bool { return t.recovered == nights },
		applies: func(p persona) bool { return p.switches > 0 },
	},
	{
		name: "poisoned genes", learns: true, of: func(t tally) float64 { return float64(t.poisoned) },
		applies: func(p persona) bool { return p.poisoner > 0 },
	},
	{
		name: "runs told the poison", learns: true, percent: true, of: func(t tally) float64 { return share(total(t.misled), runsAll) },
		applies: func(p persona) bool { return p.poisoner > 0 },
	},
}

func total(byDay [nights]int) (n int) {
	for _, k := range byDay {
		n += k
	}
	return n
}

func share(n, of int) float64 { return float64(n) / float64(of) }

// mean is that of many lives, with half the width of its 95 % interval.
type mean struct {
	mean  float64
	reach float64
	never int // lives that did not get there
}

// z is the normal 97.5 % quantile: lives are many.
const z = 1.959964

func (m measure) mean(lives []tally) mean {
	values, never := make([]float64, len(lives)), 0
	for i, t := range lives {
		values[i] = m.of(t)
		if m.never != nil && m.never(t) {
			never++
		}
	}
	found := meanOf(values)
	found.never = never
	return found
}

func meanOf(values []float64) mean {
	n := float64(len(values))
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	for _, v := range values {
		squares += float64((v - sum/n) * (v - sum/n))
	}
	return mean{mean: sum / n, reach: z * math.Sqrt(squares/(n-1)/n)}
}

// byDay is the mean of a number of each day, as a share. It counts before it divides: a sum
// of shares can come out above 1.
func byDay(lives []tally, of int, number func(tally) [nights]int) []float64 {
	var sums [nights]int
	for _, t := range lives {
		for day, n := range number(t) {
			sums[day] += n
		}
	}
	means := make([]float64, nights)
	for day, n := range sums {
		means[day] = share(n, of*len(lives))
	}
	return means
}
