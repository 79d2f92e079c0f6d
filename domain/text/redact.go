package text

import "strings"

// Redacted stands where a secret was. Redact takes a text apart at these marks, so that
// no secret is ever found in or across one: that makes it end, and makes it idempotent.
const Redacted = "[redacted]"

// Redactor replaces secrets by "[redacted]". It is safe for concurrent use. The zero value
// knows no values, as NewRedactor() does.
type Redactor struct {
	known *strings.Replacer // nil if there are none
}

// NewRedactor returns a Redactor that knows the values of secrets, beside the shapes that
// every Redactor finds. Values under 6 bytes are ignored: "true" or "8080" would be
// struck from every text, and what is that short can be guessed anyway.
func NewRedactor(secrets ...string) *Redactor {
	return &Redactor{known: replacer(forms(secrets))}
}

// Safe makes s fit to leave an activity: clean, redacted and at most limit bytes long.
func (r *Redactor) Safe(s string, limit int) string {
	return Cut(r.Redact(Clean(s)), limit)
}

// Redact replaces the known values, in every usual encoding, the values of assignments to
// names that sound secret, and the credentials that gitleaks recognises. Redacting again
// changes nothing.
func (r *Redactor) Redact(s string) string {
	if s == "" {
		return ""
	}
	cheap := func(s string) string { return redactAssigned(replace(s, r.known)) }
	// Gitleaks takes the longest by far, so that it comes when the rest is done.
	return untilStable(untilStable(s, cheap), func(s string) string {
		return untilStable(replace(s, replacer(credentials(s))), cheap)
	})
}

// untilStable ends, because every turn but the last leaves less text between the marks.
func untilStable(s string, turn func(string) string) string {
	for {
		next := turn(s)
		if next == s {
			return s
		}
		s = next
	}
}

// HasCredential reports whether s holds what looks like a credential, of whomever.
func HasCredential(s string) bool {
	return new(Redactor).Redact(s) != s
}

// replace works on the text between marks.
func replace(s string, secrets *strings.Replacer) string {
	if secrets == nil {
		return s
	}
	parts := strings.Split(s, Redacted)
	for i, part := range parts {
		parts[i] = secrets.Replace(part)
	}
	return strings.Join(parts, Redacted)
}
