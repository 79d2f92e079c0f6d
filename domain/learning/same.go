package learning

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"redeye/domain/text"
)

// Sameness is fixed (specification, section 4): a setting that is a little wrong would
// confirm nothing, or merge two insights into one, and nobody would see either.
const (
	minWords       = 3 // in the smaller set: two words would match nearly everything
	maxElaboration = 2 // times the smaller set: a much more specific claim is another one
	shortRunes     = 3 // words up to this long are glue, unless they hold a digit
)

// Same reports whether two learnings say the same: the significant words of one contain
// those of the other, of which there are enough, and both or neither are negated. It is
// symmetric. Texts with the same words in the same order are the same however few
// they are (ours): an echo of a short learning is an echo.
func Same(a, b string) bool { return gistOf(a).same(gistOf(b)) }

// gist is what sameness looks at.
type gist struct {
	words       []string // all of them, in order
	significant map[string]bool
	negated     bool
}

func gistOf(s string) gist {
	g := gist{words: text.Words(apostrophes.Replace(s)), significant: map[string]bool{}}
	for _, w := range g.words {
		if utf8.RuneCountInString(w) > shortRunes || strings.ContainsFunc(w, unicode.IsDigit) {
			g.significant[w] = true
		}
		g.negated = g.negated || text.Negates(w)
	}
	return g
}

// apostrophes makes "don’t" the word that "don't" is.
var apostrophes = strings.NewReplacer("’", "'", "ʼ", "'", "‘", "'", "＇", "'")

func (g gist) same(h gist) bool {
	if len(g.words) > 0 && slices.Equal(g.words, h.words) {
		return true
	}
	small, large := g.significant, h.significant
	if len(small) > len(large) {
		small, large = large, small
	}
	return g.negated == h.negated &&
		len(small) >= minWords &&
		len(large) <= maxElaboration*len(small) &&
		contains(large, small)
}

func contains(large, small map[string]bool) bool {
	for w := range small {
		if !large[w] {
			return false
		}
	}
	return true
}
