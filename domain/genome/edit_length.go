package genome

import (
	"slices"
	"unicode"

	"redeye/domain/text"
)

// sameWords says that an edit changed nothing that counts.
func sameWords(before, after string) bool {
	return before == after || slices.Equal(text.Words(before), text.Words(after))
}

func lengthRule(before, after string) []string {
	b, a := length(before), length(after)
	if b == 0 || a == 0 || max(a, b)-min(a, b) < lengthNoise {
		return nil
	}
	switch left := float64(a) / float64(b); {
	case left <= mostlyCut:
		return []string{"write shorter: cut most of it"}
	case left <= halfCut:
		return []string{"write shorter: cut about half"}
	case left <= somewhatCut:
		return []string{"write shorter: cut about a quarter"}
	case left >= doubled:
		return []string{"go into more detail: add as much again"}
	case left >= halfAdded:
		return []string{"go into more detail: add about half"}
	case left >= somewhatAdded:
		return []string{"go into more detail: add about a quarter"}
	}
	return nil
}

// length counts the characters that are no space: words would not do, since some scripts
// set no blanks between them.
func length(s string) int {
	n := 0
	for _, r := range s {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}
