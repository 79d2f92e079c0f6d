package text

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean returns s as valid UTF-8 without control characters, but for newline and tab.
// A run of broken bytes becomes one U+FFFD: Temporal cannot report such a text. NUL goes
// because PostgreSQL refuses it; the other controls and terminal escape sequences go
// because whoever prints the text would obey them. A carriage return, by which progress
// bars start their line again, becomes a newline.
func Clean(s string) string {
	if clean(s) {
		return s
	}
	s = strings.ToValidUTF8(s, string(utf8.RuneError))
	if strings.ContainsAny(s, "\x1b\u009b") {
		s = escapes.ReplaceAllString(s, "")
	}
	return strings.Map(printable, lineEnds.Replace(s))
}

func clean(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return printable(r) != r }) < 0
}

// printable is for strings.Map: -1 drops the character. Controls are C0, DEL and C1.
func printable(r rune) rune {
	if unicode.IsControl(r) && r != '\n' && r != '\t' {
		return -1
	}
	return r
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// escapes are the sequences of ECMA-48: CSI (colours, cursor), strings such as OSC (titles,
// links), and short ones. A string that is never closed ends with its line, so that it
// cannot swallow the rest.
var escapes = regexp.MustCompile(`(?:\x1b\[|\x{9b})[0-?]*[ -/]*[@-~]?` +
	`|\x1b[\]PX^_][^\x07\x1b\r\n]*(?:\x07|\x1b\\)?` +
	`|\x1b[ -/]*[0-~]?`)
