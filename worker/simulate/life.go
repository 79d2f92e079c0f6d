package main

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"time"

	"redeye/domain/genome"
)

// How long and how busy a life is.
const (
	nights    = 90
	perDay    = 4
	runsAll   = nights * perDay
	switchRun = runsAll / 2

	poisonDay = 10

	obeys   = 0.9 // how often an agent does as it is told
	guesses = 0.4 // how often one that is not told does what is wanted
)

// arm is a way to run an agent.
type arm struct {
	name   string
	learns bool
	tuning int
	immune bool
}

var arms = []arm{
	{name: "no learning"},
	{name: "tuning 0", learns: true},
	{name: "tuning 1", learns: true, tuning: 1},
	{name: "tuning 1, immune", learns: true, tuning: 1, immune: true},
}

// Places of the arms that are compared.
const tuning0, tuning1 = 1, 2

// life is one agent with one customer, from the first run to the last night.
type life struct {
	arm
	customer
	seed         uint64
	now          time.Time // an evening
	tuning       genome.Tuning
	genes        []genome.Gene
	observations []genome.Observation // neither consumed nor old
	unseen       map[int][]output     // by the day on which the customer looks
	meant        map[string]wish      // the truth of each observation there was
	outcomes     int
	count        tally
}

// begin is any day: nothing depends on which.
var begin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// live is a whole life. The same seed gives the same customer in every arm, with the same
// luck on the same run.
func live(a arm, p persona, seed uint64) (tally, error) {
	tuning, err := genome.TuningOf(a.tuning)
	l := life{
		arm: a, customer: newCustomer(p, luck(seed, "customer", 0)), seed: seed, tuning: tuning,
		unseen: map[int][]output{}, meant: map[string]wish{}, count: newTally(),
	}
	for day := range nights {
		for k := range perDay {
			l.run(day*perDay + k)
		}
		l.evening(day)
		l.night(day)
	}
	for _, g := range l.genes {
		if l.contradicts(g) {
			l.count.merged++
		}
	}
	return l.count, err
}

// luck is the same for the same purpose, whatever happened before.
func luck(seed uint64, purpose string, n int) *rand.Rand {
	of := fnv.New64a()
	fmt.Fprint(of, purpose, n)
	return rand.New(rand.NewPCG(seed, of.Sum64())) //nolint:gosec // luck that can be repeated
}

// run is one run, from what the agent is told to how well the output meets what is wanted.
func (l *life) run(n int) {
	told := l.told()
	r := luck(l.seed, "run", n)
	o := output{run: n, wants: l.wantsOf(n), genes: told.genes}
	for i, w := range o.wants {
		o.met[i] = does(told.ways, w, r)
	}
	o.advertises = told.poison && r.Float64() < obeys
	l.count.run(n, o.wants, told)
	day := n/perDay + r.IntN(looksAfter)
	l.unseen[day] = append(l.unseen[day], o)
}

// output is one that the customer has yet to look at.
type output struct {
	run        int
	wants      [wishes]wish
	met        [wishes]bool
	advertises bool
	genes      []string // told
}

// does decides on which way the agent goes: as it is told, most of the time.
func does(ways map[int]int, w wish, r *rand.Rand) bool {
	lot := r.Float64()
	switch way, told := ways[w.topic]; {
	case !told:
		return lot < guesses
	case way == w.way:
		return lot < obeys
	}
	return lot >= obeys
}

// telling is a prompt, as an agent understands it.
type telling struct {
	genes  []string
	ways   map[int]int // by topic; where two lines disagree, the upper one holds
	poison bool
}

func (l *life) told() telling {
	t := telling{ways: map[int]int{}}
	if !l.learns {
		return t
	}
	section := genome.Compile(l.tuning, l.genes, l.observations)
	t.genes = section.Genes
	for _, text := range l.texts(section) {
		w := truth[genome.Wording(text)]
		if t.poison = t.poison || w == poison; w == poison {
			continue
		}
		if _, above := t.ways[w.topic]; !above {
			t.ways[w.topic] = w.way
		}
	}
	return t
}

// texts are the lines of a section, from the top.
func (l *life) texts(s genome.Section) []string {
	var texts []string
	for _, id := range s.Genes {
		texts = append(texts, l.genes[l.gene(id)].Text)
	}
	for _, id := range s.Observations {
		texts = append(texts, l.observations[slices.IndexFunc(l.observations, func(o genome.Observation) bool { return o.ID == id })].Text)
	}
	return texts
}

func (l *life) gene(id string) int {
	return slices.IndexFunc(l.genes, func(g genome.Gene) bool { return g.ID == id })
}

// evening is when the customer looks at outputs of that day and of those before.
func (l *life) evening(day int) {
	l.now = begin.AddDate(0, 0, day).Add(19 * time.Hour)
	for _, o := range l.unseen[day] {
		l.says(o)
		l.judges(o)
	}
	delete(l.unseen, day)
	if since := day - poisonDay; since >= 0 && since < l.poisoner {
		for range 5 { // as often as they can in one run
			l.observe(day*perDay, poisoned)
		}
	}
}

// says is what the customer says of an output: of unmet wishes, and of a mood.
func (l *life) says(o output) {
	r := luck(l.seed, "says", o.run)
	for i, w := range o.wants {
		text, says := l.word(i, w, r), r.Float64() < sayings
		if says && !o.met[i] {
			l.observe(o.run, text)
		}
	}
	if text := anyWording(r); r.Float64() < moods {
		l.observe(o.run, text)
	}
}

func (l *life) observe(n int, text string) {
	o := genome.Observation{
		ID: fmt.Sprintf("o%04d", len(l.meant)), Agent: "agent", Run: fmt.Sprintf("r%04d", n),
		Kind: genome.Comment, Text: text, At: l.now,
	}
	l.observations, l.meant[o.ID] = append(l.observations, o), truth[genome.Wording(text)]
}

// judges is the outcome of a run, if there is one.
func (l *life) judges(o output) {
	r := luck(l.seed, "judges", o.run)
	if r.Float64() >= judges {
		return
	}
	accepted := l.accepts(o, r)
	l.count.outcome(accepted)
	moved, moves := l.tuning.Credit(l.outcomes, accepted, l.now, l.genesOf(o.genes))
	l.outcomes++
	for i, g := range moved {
		l.genes[l.gene(g.ID)] = g
		if moves[i].Retired {
			l.count.retired(l.holds(truth[g.Text], o.run))
		}
	}
}

func (l *life) genesOf(ids []string) []genome.Gene {
	var genes []genome.Gene
	for _, id := range ids {
		genes = append(genes, l.genes[l.gene(id)])
	}
	return genes
}

// night is the night after a day: what is consolidated, and what can be seen of it.
func (l *life) night(day int) {
	asOf := l.now.Add(450 * time.Minute)
	last := day*perDay + perDay - 1
	if l.learns {
		l.apply(last, genome.Consolidate(l.tuning, l.immune, asOf, genome.Workspace{
			ID: "workspace", Genes: l.genes, Observations: l.observations,
		}))
		l.observations = slices.DeleteFunc(l.observations, func(o genome.Observation) bool { return !o.At.After(l.tuning.Since(asOf)) })
	}
	if l.switches > 0 && last >= l.switches {
		l.count.settled(day-l.switches/perDay, l.follows(l.wantsOf(last)[0]))
	}
}

// follows says that an agent is told a gene for a wish, and none against it.
func (l *life) follows(w wish) bool {
	tells := func(w wish) bool {
		return slices.ContainsFunc(l.genes, func(g genome.Gene) bool {
			return g.State == genome.Live && g.Strength >= l.tuning.CompileStrength && truth[g.Text] == w
		})
	}
	return tells(w) && !tells(w.opposite())
}

func (l *life) apply(last int, p genome.Pass) {
	for _, g := range p.Births {
		l.genes = append(l.genes, g)
		w := truth[g.Text]
		l.count.born(last/perDay, w, l.holds(w, last), l.contradicts(g))
	}
	for _, r := range p.Refreshes {
		g := &l.genes[l.gene(r.Gene)]
		g.Strength, g.Evidence = r.After, append(slices.Clone(g.Evidence), r.Evidence...)
	}
	l.observations = slices.DeleteFunc(l.observations, func(o genome.Observation) bool { return slices.Contains(p.Consumed, o.ID) })
}

// contradicts says that a gene stands for a wish and for its opposite.
func (l *life) contradicts(g genome.Gene) bool {
	behind := map[wish]bool{}
	for _, e := range g.Evidence {
		behind[l.meant[e.Observation]] = true
	}
	for w := range behind {
		if behind[w.opposite()] {
			return true
		}
	}
	return false
}
