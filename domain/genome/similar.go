package genome

import "strings"

// Alike is the grouping rule: the sets of words overlap by at least Similarity and, in
// tuning version 1, both or neither are negated. It is symmetric. A gist without words is
// like nothing.
func (t Tuning) Alike(a, b Gist) bool {
	if t.PolarityApart && a.Negated != b.Negated {
		return false
	}
	return t.near(shared(a.Words, b.Words), len(a.Words)+len(b.Words))
}

// near says that two sets, of sum words together, share enough of them. The quotient of
// two small integers is rounded once, so that the comparison is exact.
func (t Tuning) near(shared, sum int) bool {
	return shared > 0 && float64(shared)/float64(sum-shared) >= t.Similarity
}

// similarity is the token Jaccard: the shared words by all the words; 0 of nothing.
func similarity(a, b Gist) float64 {
	n := shared(a.Words, b.Words)
	if n == 0 {
		return 0
	}
	return float64(n) / float64(len(a.Words)+len(b.Words)-n)
}

// shared counts the words in both sorted sets.
func shared(a, b []string) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch strings.Compare(a[0], b[0]) {
		case -1:
			a = a[1:]
		case 1:
			b = b[1:]
		default:
			n, a, b = n+1, a[1:], b[1:]
		}
	}
	return n
}
