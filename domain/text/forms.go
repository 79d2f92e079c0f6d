package text

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// minSecret is the length, in bytes, from which a value is a secret worth looking for.
const minSecret = 6

// forms returns every form in which a text can repeat the secrets.
func forms(secrets []string) []string {
	var all []string
	for _, secret := range secrets {
		for _, value := range valuesOf(secret) {
			if len(value) >= minSecret {
				all = append(all, encodings(value)...)
			}
		}
	}
	return all
}

// valuesOf returns a secret as it is, as Clean leaves it, and its lines: who prints a
// private key may indent it.
func valuesOf(secret string) []string {
	values := []string{secret, Clean(secret), strings.TrimSpace(secret)}
	for line := range strings.Lines(Clean(secret)) {
		values = append(values, strings.TrimSpace(line))
	}
	return slices.Compact(values)
}

func encodings(v string) []string {
	return append(base64s(v),
		v,
		url.QueryEscape(v), url.PathEscape(v),
		inJSON(v, true), inJSON(v, false),
		unquoted(strconv.Quote(v)), unquoted(strconv.QuoteToASCII(v)),
		strings.ReplaceAll(v, `'`, `'\''`), strings.ReplaceAll(v, `'`, `'"'"'`),
	)
}

func inJSON(v string, escapeHTML bool) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(escapeHTML)
	if enc.Encode(v) != nil { // no string fails to encode
		return v
	}
	return unquoted(strings.TrimSpace(b.String()))
}

func unquoted(s string) string { return s[1 : len(s)-1] }

// base64s returns the value's base64 as a whole, and what is certain of it inside that of
// a longer text, where it can begin at each of three places of a group.
func base64s(v string) []string {
	all := []string{base64.StdEncoding.EncodeToString([]byte(v)), base64.URLEncoding.EncodeToString([]byte(v))}
	for before := range 3 {
		padded := append(make([]byte, before), v...)
		// A character is certain if all of its six bits are the value's.
		from, to := (before*8+5)/6, len(padded)*8/6
		all = append(all,
			base64.RawStdEncoding.EncodeToString(padded)[from:to],
			base64.RawURLEncoding.EncodeToString(padded)[from:to])
	}
	return all
}

// replacer returns what replaces each of the values by the mark, the longest that fits
// first; nil if there are none. Values that are in the mark are left out.
func replacer(values []string) *strings.Replacer {
	values = slices.DeleteFunc(values, func(v string) bool { return len(v) < minSecret || strings.Contains(Redacted, v) })
	if len(values) == 0 {
		return nil
	}
	slices.SortFunc(values, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	var pairs []string
	for _, v := range slices.Compact(values) {
		pairs = append(pairs, v, Redacted)
	}
	return strings.NewReplacer(pairs...)
}
