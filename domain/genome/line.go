package genome

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// EditPrefix begins every observation that FromEdit derives, so that a reader can tell it
// from the customer's own words. It is ours and no preference: it is stripped before
// texts are compared, and a gene does not carry it.
const EditPrefix = "From an edit: "

// Wording is a text as a gene has it and as a prompt shows it: without the platform's
// prefix, on one line, without what cannot be seen. No reader can take part of it for a
// line of its own, and what a person sees is what a model reads. Wording a text again
// changes nothing.
func Wording(s string) string {
	s = strings.Join(strings.Fields(strings.Map(seen, strings.ToValidUTF8(s, string(utf8.RuneError)))), " ")
	prefix := strings.TrimSpace(EditPrefix)
	for len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		s = strings.TrimSpace(s[len(prefix):])
	}
	return s
}

// seen is for strings.Map: whatever ends a line for some reader becomes a blank, and
// controls and format characters go. The two joiners stay, since Persian and many Indian
// scripts cannot be written without them.
func seen(r rune) rune {
	switch {
	case r >= ' ' && r <= '~': // nearly all there is
		return r
	case r == zeroWidthNonJoiner || r == zeroWidthJoiner:
		return r
	case unicode.In(r, unicode.White_Space, unicode.Zl, unicode.Zp):
		return ' '
	case unicode.In(r, unicode.Cc, unicode.Cf):
		return -1
	}
	return r
}

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)
