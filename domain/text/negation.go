package text

import (
	"iter"
	"maps"
	"strings"
)

// Negates tells whether a word, as Words has it, turns a sentence round, in English. One
// that only tells of something bad ("fails", "missing") does not; "avoid" tells the reader
// what not to do, and does.
func Negates(word string) bool { return negations[word] || strings.HasSuffix(word, "n't") }

// Negations walks the words that negate, but for contractions with their apostrophe, in no
// order.
func Negations() iter.Seq[string] { return maps.Keys(negations) }

var negations = map[string]bool{
	"no": true, "not": true, "never": true, "none": true, "nothing": true, "nobody": true,
	"nowhere": true, "neither": true, "nor": true, "without": true, "cannot": true,
	"hardly": true, "scarcely": true, "barely": true, "rarely": true, "seldom": true,
	"avoid": true, "avoids": true, "avoided": true, "avoiding": true,
	// Contractions as they are typed without their apostrophe, where that is no other word.
	"aint": true, "arent": true, "cant": true, "couldnt": true, "didnt": true, "doesnt": true,
	"dont": true, "hadnt": true, "hasnt": true, "havent": true, "isnt": true, "mustnt": true,
	"shouldnt": true, "wasnt": true, "werent": true, "wont": true, "wouldnt": true,
}
