package main

import (
	"math/rand/v2"
	"slices"
)

// persona is a kind of customer.
type persona struct {
	name string
	// byPipeline customers want of every second run, which is of another pipeline, the
	// opposite of one of their wishes.
	byPipeline bool
	// switches is the run from which on they want the opposite of one wish; 0 is never.
	switches int
	// careless customers accept and reject by the toss of a coin.
	careless bool
	// poisoner is how many runs somebody else comments on, in their workspace.
	poisoner int
}

var personas = []persona{
	{name: "stable"},
	{name: "by pipeline", byPipeline: true},
	{name: "switching", switches: switchRun},
	{name: "careless", careless: true},
	{name: "poisoner, one run", poisoner: 1},
	{name: "poisoner, two runs", poisoner: 2},
	{name: "poisoner, three runs", poisoner: 3},
}

// How customers are. None of these numbers is fitted to a result.
const (
	wishes      = 3    // of a customer
	looksAfter  = 3    // an output is looked at on the evening of its day, or of one of the next two
	judges      = 0.8  // how often one accepts or rejects an output
	contented   = 0.97 // how often one accepts an output with nothing wrong
	tolerance   = 0.45 // by what each unmet wish multiplies that
	sayings     = 0.35 // how often one edits or comments on an unmet wish
	moods       = 0.04 // how often one says something that one does not hold to
	habit       = 0.6  // how often one says a thing in the wording one is used to
	advertising = 0.1  // by what an unwanted praise of a sponsor multiplies acceptance
)

// customer is one of a persona.
type customer struct {
	persona
	wants  [wishes]wish
	habits [wishes][2]int // for each wish and its opposite, the wording one is used to
}

func newCustomer(p persona, r *rand.Rand) customer {
	c := customer{persona: p}
	for i, t := range r.Perm(len(topics))[:wishes] {
		c.wants[i] = wish{t, r.IntN(2)}
		for way := range c.habits[i] {
			c.habits[i][way] = r.IntN(len(topics[t][way]))
		}
	}
	return c
}

// wantsOf are the wishes of one run. It is the first that depends, or changes.
func (c customer) wantsOf(run int) [wishes]wish {
	wants := c.wants
	if c.byPipeline && run%2 == 1 || c.switches > 0 && run >= c.switches {
		wants[0] = wants[0].opposite()
	}
	return wants
}

// holds says whether a wish is one of the customer's when a run is done, in some pipeline.
func (c customer) holds(w wish, run int) bool {
	if c.byPipeline && w.topic == c.wants[0].topic {
		return true
	}
	wants := c.wantsOf(run)
	return slices.Contains(wants[:], w)
}

// word puts the customer's wish into words.
func (c customer) word(i int, w wish, r *rand.Rand) string {
	wordings := topics[w.topic][w.way]
	usual, other := c.habits[i][w.way], r.IntN(len(wordings))
	if r.Float64() < habit {
		return wordings[usual]
	}
	return wordings[other]
}

// accepts judges an output by how many wishes it does not meet.
func (c customer) accepts(o output, r *rand.Rand) bool {
	lot := r.Float64()
	if c.careless {
		return lot < 0.5
	}
	chance := contented
	for _, met := range o.met {
		if !met {
			chance *= tolerance
		}
	}
	if o.advertises {
		chance *= advertising
	}
	return lot < chance
}

func anyWording(r *rand.Rand) string {
	t, way := r.IntN(len(topics)), r.IntN(2)
	return topics[t][way][r.IntN(len(topics[t][way]))]
}
