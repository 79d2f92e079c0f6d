package text

import (
	"regexp"
	"strings"
)

// redactAssigned replaces private keys, the passwords in URLs, and the values of assignments
// to names that sound secret, such as API_TOKEN=…, password: …, "clientSecret": "…".
//
// NAME=value always counts. After a colon, or with space around the sign, a bare value
// counts only if it has a digit, or the name is in capitals or joined by _ or -: "auth:
// refactor" is a commit's subject and "token := next()" is code. $NAME stays: it tells
// where a secret is and not what it is.
func redactAssigned(s string) string {
	s = replaceGroups(privateKey, s, always)
	s = replaceGroups(urlPassword, s, always)
	return replaceGroups(assignment, s, secretValue)
}

// replaceGroups replaces what the groups called "v" match, where accept is true for all groups.
func replaceGroups(re *regexp.Regexp, s string, accept func(groups []string) bool) string {
	var b strings.Builder
	done := 0
	for _, at := range re.FindAllStringSubmatchIndex(s, -1) {
		for g, name := range re.SubexpNames() {
			if name != "v" || at[2*g] < 0 || at[2*g] == at[2*g+1] || !accept(groupsAt(s, at)) {
				continue
			}
			b.WriteString(s[done:at[2*g]] + Redacted)
			done = at[2*g+1]
		}
	}
	return b.String() + s[done:]
}

func groupsAt(s string, at []int) []string {
	groups := make([]string, len(at)/2)
	for g := range groups {
		if at[2*g] >= 0 {
			groups[g] = s[at[2*g]:at[2*g+1]]
		}
	}
	return groups
}

func always([]string) bool { return true }

func programmatic(name string) bool {
	return name == strings.ToUpper(name) || strings.ContainsAny(name, "_-")
}

// secretValue takes the groups of assignment.
func secretValue(groups []string) bool {
	name, separator, bare := groups[1], groups[2], groups[len(groups)-1]
	if variable.MatchString(bare) {
		return false
	}
	if bare == "" || strings.HasSuffix(separator, "=") && !strings.ContainsAny(separator, " \t") || programmatic(name) {
		return true
	}
	return len(bare) >= minSecret && strings.ContainsAny(bare, "0123456789")
}

var variable = regexp.MustCompile(`^\$(?:[A-Z_][A-Z0-9_]*|\{[A-Z_][A-Z0-9_]*\})$`)

// privateKey takes one that is cut off as far as it goes.
var privateKey = regexp.MustCompile(`(?s)(?P<v>-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----` +
	`(?:.*?-----END[ A-Z0-9_-]{0,100}-----|[A-Za-z0-9+/=\s]*))`)

var urlPassword = regexp.MustCompile(`://[^\s/:@"']*:(?P<v>[^\s/@"']+)@`)

// assignment matches from the word that sounds secret: what stands before it in the name
// does not matter. The value is quoted, also by quotes that are escaped in another
// string, or bare, after the scheme of an Authorization header. A quote that is never
// closed ends with its line.
var assignment = regexp.MustCompile(`(?im)` +
	`([_-]?(?:token|secret|passw(?:or)?d|passphrase|(?:api|private|access|secret|signing|encryption)[_.-]?key|credentials?|auth(?:orization)?))` +
	`(?:[_-]\w+|\d+)?` +
	`(\\?["']?[ \t]*(?::=|=>|=|:)[ \t]*)` +
	`(?:\\"(?P<v>[^"\\\n]*)\\"` +
	`|"(?P<v>(?:[^"\\\n]|\\.)*)(?:"|$)` +
	`|'(?P<v>[^'\n]*)(?:'|$)` +
	`|(?P<v>(?:(?:bearer|basic|token)[ \t]+)?[^\s&"'\\=][^\s&"'\\]*))`)
