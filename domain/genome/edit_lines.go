package genome

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// linesOf are the lines that are not blank, as a gene would word them.
func linesOf(s string) []string {
	var lines []string
	for line := range strings.Lines(s) {
		if line = Wording(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// edges compares the first lines of two texts, then the last, and returns what is left of
// them: a line that a rule spoke of is not diffed again.
func edges(before, after []string) (found, b, a []string) {
	// Two lines can be a text and its greeting; in which both were changed, they can as
	// well be two sentences.
	letters := min(len(before), len(after)) >= 3
	opening, before, after := edge(before, after, letters, "open with", "skip greeting")
	slices.Reverse(before)
	slices.Reverse(after)
	closing, before, after := edge(before, after, letters, "end with", "skip closing")
	slices.Reverse(before)
	slices.Reverse(after)
	return append(opening, closing...), before, after
}

func edge(before, after []string, letters bool, with, skip string) (found, b, a []string) {
	if len(before) == 0 || len(after) == 0 || before[0] == after[0] {
		return nil, before, after
	}
	old, fresh := before[0], after[0]
	wasThere, isThere := slices.Contains(before, fresh), slices.Contains(after, old)
	switch {
	case !wasThere && isThere && salute(after):
		return []string{with + " " + quoted(fresh)}, before, after[1:]
	case wasThere && !isThere && salute(before):
		return []string{skip + " " + quoted(old)}, before[1:], after
	case !wasThere && !isThere && letters && salute(before) && salute(after) && !alike(old, fresh):
		return []string{with + " " + quoted(fresh) + " instead of " + quoted(old)}, before[1:], after[1:]
	}
	return nil, before, after
}

// salute says that the first of the lines can be told to an agent as a greeting or closing,
// and is not the whole text.
func salute(lines []string) bool {
	return len(lines) > 1 && utf8.RuneCountInString(lines[0]) <= shortLine && tellable(lines[0])
}

// alike lines are one that was edited, for the words' rules to look at.
func alike(a, b string) bool {
	t := version0()
	return t.Alike(t.Gist(a), t.Gist(b))
}

// tellable says that words hold for other texts too, and are a claim to compare by.
func tellable(s string) bool {
	return !strings.ContainsFunc(s, unicode.IsNumber) && factIn(s) == "" && len(version0().Gist(s).Words) > 0
}
