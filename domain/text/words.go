package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Words returns the words of s in order: runs of letters, marks and numbers, with the
// apostrophes inside. Words that only differ in case, width or composition come out the
// same: they are in NFKC and fully case-folded, apostrophes as U+0027. Characters that
// cannot be seen, such as a soft hyphen, are left out: they must not hide a word.
func Words(s string) []string {
	// Folding can take a text out of its normal form.
	s = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(s)))
	s = strings.Map(visible, s)
	var words []string
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return r != '\'' && !inWord(r) }) {
		if w = strings.Trim(w, "'"); w != "" {
			words = append(words, w)
		}
	}
	return words
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) }

func visible(r rune) rune {
	switch {
	case r == '\u2019':
		return '\''
	case unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}
