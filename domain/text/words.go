package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Words returns the words of s in order: runs of letters, marks and numbers, with the
// apostrophes inside. Words that only differ in case, width or composition come out the
// same: they are in NFKC and fully case-folded, apostrophes as U+0027. Characters that
// cannot be seen, such as a soft hyphen, are left out: they must not hide a word.
func Words(s string) []string {
	s = folded(s)
	var words []string
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return r != '\'' && !inWord(r) }) {
		if w = strings.Trim(w, "'"); w != "" {
			words = append(words, w)
		}
	}
	return words
}

// folded is a text in the one form in which words are compared. Most texts are ASCII, where
// lower case is all there is to do.
func folded(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	// Folding can take a text out of its normal form.
	s = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(s)))
	return strings.Map(visible, s)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
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
