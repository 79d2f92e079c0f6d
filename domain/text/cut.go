package text

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ellipsis marks a cut where there is no room for more.
const ellipsis = "…"

// Cut returns s if it has at most limit bytes. Otherwise it returns the beginning, ended
// at a rune, with a mark that tells how long s was; within limit bytes, mark included. A
// small limit gets a small mark, one below 3 bytes none.
func Cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	mark := fmt.Sprintf("%s [cut, %d bytes in all]", ellipsis, len(s))
	if len(mark) > limit/2 {
		mark = ellipsis
	}
	if len(mark) > limit {
		mark = ""
	}
	return begin(s, limit-len(mark)) + mark
}

// begin returns at most n bytes of s, without a part of a rune at the end.
func begin(s string, n int) string {
	n = max(n, 0)
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// FirstLine returns the first line that is not blank, without the space around it; empty
// if there is none.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}
