package genome

import (
	"slices"

	"github.com/sergi/go-diff/diffmatchpatch"

	"redeye/domain/text"
)

// hunk is one place where words were struck out, put in, or both.
type hunk struct{ struck, put []string }

// wordsOf are the words of each line. A fact in it is one word, with a digit: it keeps its
// place, and is told to nobody.
func wordsOf(lines []string) [][]string {
	words := make([][]string, len(lines))
	for i, line := range lines {
		words[i] = text.Words(factless(line))
	}
	return words
}

// hunks is the word diff of two texts, given line by line. It has no clock, unlike the
// library's default, so that its result is a matter of the texts alone; instead it has a
// budget. Texts over it are compared line by line if they have as many lines.
func hunks(before, after [][]string) []hunk {
	budget := int(diffPairs)
	if all, within := diff(slices.Concat(before...), slices.Concat(after...), &budget); within || len(before) != len(after) {
		return all
	}
	var all []hunk
	for i := range before {
		inLine, _ := diff(before[i], after[i], &budget)
		all = append(all, inLine...)
	}
	return all
}

// diff compares words, unless that could cost more than is left of the budget.
func diff(before, after []string, budget *int) (all []hunk, within bool) {
	before, after = differing(before, after)
	if len(before)*len(after) > *budget || len(before)+len(after) > diffWords {
		return nil, false
	}
	*budget -= len(before) * len(after)
	l := letters{known: map[string]rune{}}
	differ := diffmatchpatch.New()
	differ.DiffTimeout = 0
	return l.hunks(differ.DiffMainRunes(l.spell(before), l.spell(after), false)), true
}

// differing is what two texts are without their common beginning and end.
func differing(a, b []string) (restA, restB []string) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// letters writes each distinct word as one rune, since the library compares runes.
type letters struct {
	words []string
	known map[string]rune
}

func (l *letters) spell(words []string) []rune {
	runes := make([]rune, len(words))
	for i, w := range words {
		r, known := l.known[w]
		if !known {
			r = letter(len(l.words))
			l.words, l.known[w] = append(l.words, w), r
		}
		runes[i] = r
	}
	return runes
}

// A diff holds its parts as strings, which surrogates do not survive: letters step over
// them. diffWords sees to it that there are enough.
const (
	firstLetter  = 1
	lastBefore   = 0xD7FF
	firstAfter   = 0xE000
	beforeTheGap = lastBefore - firstLetter + 1
)

func letter(n int) rune {
	if n < beforeTheGap {
		return rune(n + firstLetter)
	}
	return rune(n - beforeTheGap + firstAfter)
}

func number(r rune) int {
	if r <= lastBefore {
		return int(r) - firstLetter
	}
	return int(r) - firstAfter + beforeTheGap
}

func (l *letters) hunks(diffs []diffmatchpatch.Diff) []hunk {
	var all []hunk
	var h hunk
	for _, d := range diffs {
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			h.struck = append(h.struck, l.read(d.Text)...)
		case diffmatchpatch.DiffInsert:
			h.put = append(h.put, l.read(d.Text)...)
		case diffmatchpatch.DiffEqual:
			all, h = append(all, h), hunk{}
		}
	}
	return append(all, h)
}

func (l *letters) read(spelt string) []string {
	var words []string
	for _, r := range spelt {
		words = append(words, l.words[number(r)])
	}
	return words
}
