package main

// tally is what is counted of one life.
type tally struct {
	firstRight int // the night of the first gene of a wish, and of nothing against it; nights if there was none
	recovered  int // nights after a switch until the new wish held; nights if it never did
	births     int
	wrong      int // genes born that the customer does not hold to, poisoned ones aside
	poisoned   int // genes born of the poisoner's words
	merged     int // genes that stand for a wish and for its opposite
	lost       int // genes that retired while the customer held to them
	accepted   int
	judged     int

	// By day, out of wishes or runs.
	right   [nights]int // wishes that the agent was told
	against [nights]int // wishes whose opposite it was told
	misled  [nights]int // runs that were told the poisoner's words
}

func newTally() tally { return tally{firstRight: nights, recovered: nights} }

// run counts what an agent was told of what its customer wants.
func (t *tally) run(n int, wants [wishes]wish, told telling) {
	day := n / perDay
	for _, w := range wants {
		switch way, known := told.ways[w.topic]; {
		case !known:
		case way == w.way:
			t.right[day]++
		default:
			t.against[day]++
		}
	}
	if told.poison {
		t.misled[day]++
	}
}

func (t *tally) outcome(accepted bool) {
	t.judged++
	if accepted {
		t.accepted++
	}
}

func (t *tally) born(night int, w wish, holds, contradicts bool) {
	t.births++
	switch {
	case w == poison:
		t.poisoned++
	case !holds:
		t.wrong++
	case !contradicts:
		t.firstRight = min(t.firstRight, night+1)
	}
}

func (t *tally) retired(holds bool) {
	if holds {
		t.lost++
	}
}

// settled is told each night after a switch whether the new wish holds.
func (t *tally) settled(since int, holds bool) {
	if holds {
		t.recovered = min(t.recovered, since+1)
	}
}
