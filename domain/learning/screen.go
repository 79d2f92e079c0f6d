package learning

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"redeye/domain/fault"
	"redeye/domain/text"
)

// Screen refuses a text that may not become a learning: it is shown to later runs, and
// must not be able to pass for an instruction or to carry anything away. The error is
// fault.Invalid and says why, and what is acceptable. What it refuses is fixed
// (specification, section 4): a setting would be one that an attacker wants turned.
//
// It is strict where it cannot tell: an agent that hears why can say the same in other words.
func Screen(s string, rules Rules) error {
	reason := Objection(s, rules)
	if reason == "" {
		return nil
	}
	return fault.Invalidf("the learning %s. A learning is one line of plain words about your own work, at most %d characters, "+
		"without markup, links, secrets, names of Redeye's tools, or anything that tells a reader what to obey",
		reason, rules.MaxCharacters)
}

// Objection is why Screen would refuse a text, as a predicate; empty if it would not. It is
// for what else later runs are told.
func Objection(s string, rules Rules) string {
	switch {
	case !utf8.ValidString(s):
		return "is not valid UTF-8"
	case strings.TrimSpace(s) == "":
		return "is empty"
	case utf8.RuneCountInString(s) > rules.MaxCharacters:
		return "is too long"
	case strings.ContainsFunc(s, unseen):
		return "holds a line break, or a character that cannot be seen"
	case blocks.MatchString(norm.NFKC.String(s)):
		return "holds a section or fence marker"
	case text.HasCredential(s):
		return "holds what looks like a secret"
	}
	plain := unmask(s)
	words := joined(plain)
	for _, r := range refusals {
		if r.pattern.MatchString(plain) || r.inWords != nil && r.inWords.MatchString(words) {
			return r.reason
		}
	}
	return ""
}

// unseen characters can hide words from a person that a model reads. The two joiners are
// spared, since Persian and many Indian scripts cannot be written without them.
func unseen(r rune) bool {
	if r == zeroWidthNonJoiner || r == zeroWidthJoiner {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp) || supplementSelector(r)
}

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// supplementSelector tells the 240 variation selectors beside those that emoji need. They
// show nothing, and any text can be spelt in them.
func supplementSelector(r rune) bool { return r >= 0xE0100 && r <= 0xE01EF }

// unmask writes a text in the plain letters that it is read as: lower-case, compatibility
// forms resolved, accents and joiners dropped, look-alikes of other scripts replaced.
func unmask(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Cf):
			return -1
		case lookAlikes[r] != 0:
			return lookAlikes[r]
		}
		return r
	}, strings.ToLower(norm.NFKD.String(s)))
}

// lookAlikes are the small letters of other scripts that most fonts draw like Latin ones.
var lookAlikes = map[rune]rune{
	'а': 'a', 'е': 'e', 'і': 'i', 'ј': 'j', 'о': 'o', 'р': 'p', 'с': 'c', 'ѕ': 's', 'у': 'y', 'х': 'x', 'ѵ': 'v', 'ԁ': 'd', 'һ': 'h', 'ԛ': 'q', 'ԝ': 'w', // Cyrillic
	'α': 'a', 'ε': 'e', 'ι': 'i', 'κ': 'k', 'ν': 'v', 'ο': 'o', 'ρ': 'p', 'τ': 't', 'υ': 'u', 'χ': 'x', // Greek
	'ı': 'i', 'ɡ': 'g', 'ո': 'n', 'օ': 'o', 'ս': 'u', // dotless, script, Armenian
	'’': '\'', '‘': '\'', '“': '"', '”': '"',
}

// joined is the words of a text, each between blanks, so that no punctuation between them
// can hide a phrase. Single letters in a row are read as the word that they spell.
func joined(plain string) string {
	words := strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var b strings.Builder
	spelt := false
	for _, w := range words {
		single := utf8.RuneCountInString(w) == 1
		if !single || !spelt {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		spelt = single
	}
	return b.String() + " "
}

// refusal is one thing that a learning may not hold: pattern looks at the unmasked text,
// inWords at its words alone.
type refusal struct {
	reason           string
	pattern, inWords *regexp.Regexp
}

var refusals = []refusal{
	{"holds a section or fence marker", markers, nil},
	{"holds a phrase that overrides instructions", impostors, overrides},
	{"holds a URL", addresses, addressesInWords},
	{"names a tool of Redeye's", toolForms, toolsInWords},
}
