package genome

import (
	"iter"

	"redeye/domain/text"
)

// claim is a gist without the words that negate: what is said, whichever way round. They
// are recognised stemmed, too.
func (t Tuning) claim(g Gist) Gist {
	var words []string
	for _, w := range g.Words {
		if text.Negates(w) || t.Stemmed && stemmedNegations[w] {
			continue
		}
		words = append(words, w)
	}
	return Gist{Words: words, Negated: g.Negated}
}

var stemmedNegations = stems(text.Negations())

func stems(words iter.Seq[string]) map[string]bool {
	set := map[string]bool{}
	for w := range words {
		one := []string{w}
		stem(one)
		set[one[0]] = true
	}
	return set
}
