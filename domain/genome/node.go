package genome

import (
	"cmp"
	"slices"
)

// node is all the gists that are equal, as a grouping sees them.
type node struct {
	words     []int32 // ascending, which is rarest first
	signature uint64  // a bit for each word, some for more than one
	negated   bool
	members   []int // indices of the gists
}

// nodesOf returns the nodes of the gists that have words, shortest first, and how many
// words there are.
func nodesOf(gists []Gist) (nodes []node, vocabulary int) {
	singles, vocabulary := numbered(gists)
	slices.SortFunc(singles, func(a, b node) int {
		return cmp.Or(cmp.Compare(len(a.words), len(b.words)), a.compare(b), cmp.Compare(a.members[0], b.members[0]))
	})
	for _, n := range singles {
		if last := len(nodes) - 1; last >= 0 && nodes[last].compare(n) == 0 {
			nodes[last].members = append(nodes[last].members, n.members[0])
			continue
		}
		nodes = append(nodes, n)
	}
	return nodes, vocabulary
}

func (n node) compare(m node) int {
	if n.negated != m.negated {
		if m.negated {
			return -1
		}
		return 1
	}
	return slices.Compare(n.words, m.words)
}

// numbered gives each gist with words a node of its own, with its words by number.
func numbered(gists []Gist) (singles []node, vocabulary int) {
	ids, total := map[string]int32{}, 0
	for _, g := range gists {
		total += len(g.Words)
	}
	all, counts, indices := make([]int32, 0, total), []int32(nil), make([]int, len(gists))
	singles = make([]node, 0, len(gists))
	for i, g := range gists {
		if len(g.Words) == 0 {
			continue
		}
		from := len(all)
		indices[i] = i
		for _, w := range g.Words {
			id, known := ids[w]
			if !known {
				id = int32(len(counts))
				ids[w], counts = id, append(counts, 0)
			}
			counts[id]++
			all = append(all, id)
		}
		singles = append(singles, node{words: all[from:len(all):len(all)], negated: g.Negated, members: indices[i : i+1 : i+1]})
	}
	rarestFirst(singles, ranks(counts))
	return singles, len(counts)
}

// ranks numbers words anew, the rarest first.
func ranks(counts []int32) []int32 {
	order := make([]int32, len(counts))
	for id := range order {
		order[id] = int32(id)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b)) })
	ranks := make([]int32, len(counts))
	for rank, id := range order {
		ranks[id] = int32(rank)
	}
	return ranks
}

func rarestFirst(singles []node, ranks []int32) {
	for i := range singles {
		n := &singles[i]
		for k, id := range n.words {
			n.words[k] = ranks[id]
			n.signature |= 1 << (ranks[id] % 64)
		}
		slices.Sort(n.words)
	}
}
