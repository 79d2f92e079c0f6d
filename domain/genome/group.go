package genome

import (
	"math/bits"
	"slices"
)

// Groups returns the connected components under Alike: every gist with words is in
// exactly one group, be it alone, so that the order of arrival cannot matter (ours). A
// group holds indices of gists, ascending; groups are in the order of their first member.
//
// It is exact, equal to comparing all pairs, and compares few. Equal gists are one node.
// Nodes come shortest first, and each meets only those that share one of its rarest words:
// two sets that share none of more words than alike ones can differ in are not alike. A
// component is left at its first node that is alike, and a popcount of two signatures
// turns down most of the rest.
func (t Tuning) Groups(gists []Gist) [][]int {
	nodes, vocabulary := nodesOf(gists)
	if len(nodes) == 0 {
		return nil
	}
	j := joiner{
		apart:    t.PolarityApart,
		needs:    t.needs(2 * len(nodes[len(nodes)-1].words)),
		nodes:    nodes,
		sets:     alone(len(nodes)),
		postings: make([][]chain, vocabulary),
	}
	for n := range nodes {
		j.join(int32(n), t.probes(len(nodes[n].words)))
	}
	return components(nodes, j.sets)
}

// needs tells how many words two sets have to share, by how many they have together.
func (t Tuning) needs(most int) []int {
	needs := make([]int, most+1)
	n := 0
	for sum := range needs {
		for n <= sum/2 && !t.near(n, sum) {
			n++
		}
		needs[sum] = n
	}
	return needs
}

// probes is how many of a set's rarest words a shorter set that is like it cannot miss: it
// is at most as small as what the two share.
func (t Tuning) probes(size int) int {
	n := 1
	for n < size && !t.near(n, size+n) {
		n++
	}
	return size - n + 1
}

// joiner is a grouping under way.
type joiner struct {
	apart    bool // gists of opposite polarity
	needs    []int
	nodes    []node
	sets     forest
	postings [][]chain // of each word, the earlier nodes that are found by it
	links    []link
}

// link is a node's place in a chain. It holds what turns most nodes down, so that few are
// fetched from memory.
type link struct {
	signature  uint64
	size, node int32
	next       int32 // negative at the end
}

// chain is the nodes of one posting that are known to be in one component. Most have but
// the first.
type chain struct {
	link
	last int32 // place of the last link; negative if there is but the first
}

// join finds what a node, the longest so far, is like, by its first words; and has it
// found by fewer, since what is yet to come is no shorter.
func (j *joiner) join(n int32, probes int) {
	words := j.nodes[n].words
	for _, w := range words[:probes] {
		j.meet(n, w)
	}
	for _, w := range words[:len(words)-j.needs[2*len(words)]+1] {
		j.post(n, w)
	}
}

// meet unites a node with each component of which it is like a node in the posting. What
// is then in the node's own component becomes one chain, the last, which is passed over in
// one step.
func (j *joiner) meet(n, word int32) {
	chains := j.postings[word]
	own := -1
	for at := 0; at < len(chains); at++ {
		switch {
		case !j.joins(n, &chains[at]):
		case own < 0:
			own = at
		default:
			j.chain(&chains[own], chains[at])
			last := len(chains) - 1
			chains[at], chains = chains[last], chains[:last]
			at--
		}
	}
	if last := len(chains) - 1; own >= 0 {
		chains[own], chains[last] = chains[last], chains[own]
	}
	j.postings[word] = chains
}

// joins says that a chain is in the node's component, after having seen to it if it is
// alike. A lone node is turned down before its component is looked up.
func (j *joiner) joins(n int32, c *chain) bool {
	if c.next < 0 && !j.possible(n, &c.link) {
		return false
	}
	if j.sets.same(n, c.node) {
		return true
	}
	for l := &c.link; ; l = &j.links[l.next] {
		if j.possible(n, l) && j.alike(n, l.node) {
			j.sets.unite(n, l.node)
			return true
		}
		if l.next < 0 {
			return false
		}
	}
}

// post adds a node to a posting, where meet has put the chain of its component last.
func (j *joiner) post(n, word int32) {
	size := int32(len(j.nodes[n].words))
	own := chain{link: link{signature: j.nodes[n].signature, size: size, node: n, next: -1}, last: -1}
	chains := j.postings[word]
	if end := len(chains) - 1; end >= 0 && j.sets.same(n, chains[end].node) {
		j.chain(&chains[end], own)
		return
	}
	j.postings[word] = append(chains, own)
}

// chain appends a chain to another.
func (j *joiner) chain(to *chain, c chain) {
	at := int32(len(j.links))
	j.links = append(j.links, c.link)
	if to.last < 0 {
		to.next = at
	} else {
		j.links[to.last].next = at
	}
	if to.last = c.last; to.last < 0 {
		to.last = at
	}
}

// possible turns down a node, which is no longer, that cannot be alike. Each bit in which
// signatures differ stands for a word, or more, that only one of the two has.
func (j *joiner) possible(n int32, l *link) bool {
	long := &j.nodes[n]
	sum := len(long.words) + int(l.size)
	need := j.needs[sum]
	return int(l.size) >= need && (sum-bits.OnesCount64(long.signature^l.signature))/2 >= need
}

// alike is Alike of two nodes.
func (j *joiner) alike(n, m int32) bool {
	a, b := &j.nodes[n], &j.nodes[m]
	return (!j.apart || a.negated == b.negated) &&
		sharedNumbers(a.words, b.words) >= j.needs[len(a.words)+len(b.words)]
}

func sharedNumbers(a, b []int32) int {
	n, i, k := 0, 0, 0
	for i < len(a) && k < len(b) {
		x, y := a[i], b[k]
		if x == y {
			n++
		}
		if x <= y {
			i++
		}
		if y <= x {
			k++
		}
	}
	return n
}

// components lists the members of the forest's trees.
func components(nodes []node, sets forest) [][]int {
	groups := make([][]int, len(nodes))
	for n := range nodes {
		root := sets.find(int32(n))
		groups[root] = append(groups[root], nodes[n].members...)
	}
	groups = slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 0 })
	for _, g := range groups {
		slices.Sort(g)
	}
	slices.SortFunc(groups, func(a, b []int) int { return a[0] - b[0] })
	return groups
}
