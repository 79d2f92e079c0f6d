package run

import "strings"

// Fence encloses a text that others wrote, so that a prompt can carry it word for word.
// The fence is a line of backticks, longer than any row of them within: the text cannot
// close it. The text gets a final newline if it has none.
func Fence(text string) string {
	fence := strings.Repeat("`", max(3, longestRow(text, '`')+1))
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return fence + "\n" + text + fence
}

func longestRow(text string, of rune) int {
	longest, row := 0, 0
	for _, r := range text {
		if r != of {
			row = 0
			continue
		}
		row++
		longest = max(longest, row)
	}
	return longest
}

// Quote puts "> " before every line of a text that others wrote. Every character that
// ends a line for some reader counts as a newline, so that no line goes unquoted.
func Quote(text string) string {
	text = strings.TrimRight(lineEnds.Replace(text), "\n")
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
}

var lineEnds = strings.NewReplacer(
	"\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n",
)
