package genome

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// factIn names the first kind of fact that a text holds, empty if it holds none. A gene
// tells how to work, for ever; a fact is true once, of one thing, and may be somebody's
// (seed, "Nightly consolidation", check). It is strict where it cannot tell.
func factIn(s string) string {
	s = plain(s)
	for _, f := range facts {
		if f.possible(s) && f.pattern.MatchString(s) {
			return f.name
		}
	}
	return ""
}

// unlinked is a text with the marks in its addresses blanked, so that the screen reads
// their words and does not take an address, which is a fact, for an injection.
func unlinked(s string) string {
	return links.ReplaceAllStringFunc(norm.NFKC.String(s), func(link string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsNumber(r) {
				return r
			}
			return ' '
		}, link)
	})
}

// factless is a text with a 0 for each fact in it.
func factless(s string) string {
	s = plain(s)
	for _, f := range facts {
		if f.possible(s) {
			s = f.pattern.ReplaceAllString(s, " 0 ")
		}
	}
	return s
}

// plain is what the patterns meet: compatibility forms resolved, lower-case, each digit of
// any script as the ASCII one of its value, without what cannot be seen.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case unicode.Is(unicode.Nd, r):
			return digit(r)
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(s))
}

// digit finds a decimal digit's value by its place: Unicode encodes them in tens, each
// from its zero, and the ranges of Nd begin with one.
func digit(r rune) rune {
	for _, in := range unicode.Nd.R16 {
		if lo := rune(in.Lo); lo <= r && r <= rune(in.Hi) {
			return '0' + (r-lo)%10
		}
	}
	for _, in := range unicode.Nd.R32 {
		if lo := rune(in.Lo); lo <= r && r <= rune(in.Hi) {
			return '0' + (r-lo)%10
		}
	}
	return r
}

const (
	email = `[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*`
	url   = `[a-z][a-z0-9+.-]*://\S*|\b(?:www\.|mailto:)\S+` +
		`|\b(?:[\p{L}\p{N}-]+\.)+(?:com|org|net|edu|gov|io|dev|app|ai|co|uk|eu|biz|xyz|cloud|online|site|link)\b\S*` +
		`|\b(?:[\p{L}\p{N}-]+\.)+[a-z]{2,}(?::\d+)?/\S*` +
		`|\b\d{1,3}(?:\.\d{1,3}){3}\b\S*`

	// figure is digits with what groups thousands and parts decimals.
	figure = `\d(?:[\d.,'’_ ]*\d)?`
	signs  = `[$€£¥₹₽₩₺₴₪₫₦฿¢₱₿]|\p{Sc}`
	codes  = `usd|eur|gbp|chf|jpy|cny|rmb|inr|rub|aud|cad|nzd|sek|nok|dkk|pln|czk|huf|brl|mxn|zar|krw|try|btc`
	units  = `dollars?|euros?|pounds?|francs?|yen|yuan|rupees?|roubles?|rubles?|kron(?:er|or|a)|pesos?|cents?|bucks|pence|quid|grand`
	scales = `(?:\s?(?:k|m|bn|mio|mrd|thousand|million|billion|trillion|hundred))?`
)

// links are matched as they stand in a text, in any case.
var links = regexp.MustCompile(`(?i)` + email + `|` + url)

// fact is one kind of fact. Patterns meet plain text, where a digit is ASCII.
type fact struct {
	name    string
	sign    string // characters of which each match has one
	pattern *regexp.Regexp
}

// possible spares most texts the pattern.
func (f fact) possible(plain string) bool { return strings.ContainsAny(plain, f.sign) }

const digits = "0123456789"

// facts are in the order in which they are named. A phone number is seven digits or more,
// however they are set apart: a range such as "5-10 of 30-40" has fewer.
var facts = []fact{
	{"an email address", "@", regexp.MustCompile(email)},
	{"a URL", ".:", regexp.MustCompile(url)},
	{"an amount", digits, regexp.MustCompile(
		`(?:` + signs + `)\s?-?` + figure +
			`|` + figure + scales + `\s?(?:(?:` + signs + `)|,-|(?:` + codes + `|` + units + `)(?:[^\p{L}\p{N}]|$))` +
			`|(?:^|[^\p{L}\p{N}])(?:` + codes + `)\s?` + figure)},
	{"a run of four or more digits", digits, regexp.MustCompile(`\d{4}`)},
	{"a phone number", digits, regexp.MustCompile(`(?:\+\s?)?\(?\d(?:[\s./()\x{2010}-\x{2015}-]{0,3}\d){6,}`)},
}
