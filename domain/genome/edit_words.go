package genome

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// wordRules finds what was replaced, then what was struck out.
func wordRules(before, after [][]string) []string {
	var replaced, struck tally
	rest := " " + strings.Join(slices.Concat(after...), " ") + " "
	for _, h := range hunks(before, after) {
		old, fresh := strings.Join(h.struck, " "), strings.Join(h.put, " ")
		if !phrase(h.struck, old) || strings.Contains(rest, " "+old+" ") {
			continue
		}
		switch {
		case len(h.put) == 0:
			struck.add("omit " + quoted(old))
		case phrase(h.put, fresh):
			replaced.add(replacement(old, fresh))
		}
	}
	return append(replaced.ranked(), struck.ranked()...)
}

func phrase(words []string, joined string) bool {
	return len(words) > 0 && len(words) <= shortPhrase && utf8.RuneCountInString(joined) <= phraseRunes && tellable(joined)
}

// replacement tells an edit from its opposite by its other words: as a set, "a instead of
// b" is "b instead of a".
func replacement(old, fresh string) string {
	if fresh < old {
		return "write " + quoted(fresh) + " instead of " + quoted(old)
	}
	return "never " + quoted(old) + ", rather " + quoted(fresh)
}

// tally counts what is found, in order of its first place.
type tally struct {
	found  []string
	places map[string]int
}

func (t *tally) add(s string) {
	if t.places == nil {
		t.places = map[string]int{}
	}
	if t.places[s]++; t.places[s] == 1 {
		t.found = append(t.found, s)
	}
}

// ranked puts what was found in most places first.
func (t *tally) ranked() []string {
	slices.SortStableFunc(t.found, func(a, b string) int { return cmp.Compare(t.places[b], t.places[a]) })
	return t.found
}
