package genome

import (
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"

	"redeye/domain/text"
)

// Gist is what two texts are compared by. The zero value is that of a text without a
// word that counts; it is like nothing, not even itself.
type Gist struct {
	// Words are the distinct words, sorted.
	Words []string
	// Negated says that the text tells what not to do, or what is not so.
	Negated bool
}

// Gist normalises a text: the platform's prefix stripped, lower-case, without punctuation
// and the 32 common words; in tuning version 1 by stems (seed, "Nightly consolidation").
// The whole text counts, however long, and any script does. Where nothing is left, as of
// an emoji alone, the text has no gist and belongs to no group.
//
// A word that negates is a word like any other: it is Negated that version 1 keeps apart.
func (t Tuning) Gist(s string) Gist {
	words := settled(text.Words(unprefixed(s)))
	g := Gist{Negated: slices.ContainsFunc(words, text.Negates)}
	words = slices.DeleteFunc(words, func(w string) bool { return common[w] })
	if t.Stemmed {
		stem(words)
	}
	slices.Sort(words)
	g.Words = slices.Compact(words)
	return g
}

// unprefixed spares the texts without the prefix, nearly all, the cost of Wording.
func unprefixed(s string) string {
	prefix := strings.TrimSpace(EditPrefix)
	if s = strings.TrimSpace(s); len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s
	}
	return unprefixed(s[len(prefix):])
}

// settled takes words apart until that changes nothing. Once is not always enough: a
// letter and its accent that a joiner kept apart are composed only when it is gone. Each
// turn removes or composes something, so that it ends.
func settled(words []string) []string {
	for {
		joined := strings.Join(words, " ")
		if isASCII(joined) {
			return words
		}
		again := text.Words(joined)
		if slices.Equal(again, words) {
			return words
		}
		words = again
	}
}

func isASCII(w string) bool {
	for i := range len(w) {
		if w[i] >= 0x80 {
			return false
		}
	}
	return true
}

// stem leaves words with other letters than English has as they are.
func stem(words []string) {
	for i, w := range words {
		if isASCII(w) {
			words[i] = english.Stem(w, true)
		}
	}
}

// common are the 32 words that nearly every English sentence has, so that they say
// nothing of what it says. None of them negates: "not" makes another preference.
var common = setOf("a an and are as at be but by for from has have i in is " +
	"it its of on or that the their this to was we were will with you")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
