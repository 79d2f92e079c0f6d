package genome

import "redeye/domain/text"

// EditDistance says how far an edit is from the text, from 0 to 1: the words that were struck
// out or put in, the more of the two in each place, by the words of the longer text. Case,
// punctuation and space count for nothing. Where the texts differ in too much for a diff, as
// FromEdit has it, it is 1.
func EditDistance(before, after string) float64 {
	if sameWords(before, after) {
		return 0
	}
	changed := 0
	for _, h := range hunks(wordsOf(linesOf(before)), wordsOf(linesOf(after))) {
		changed += max(len(h.struck), len(h.put))
	}
	words := max(len(text.Words(before)), len(text.Words(after)))
	if changed == 0 || words == 0 {
		return 1
	}
	return min(1, float64(changed)/float64(words))
}

// Distance is that of a customer's edit; ok is false if there is none. own is as Records
// takes it, which has accepted the edit.
func (o Observed) Distance(own *string) (distance float64, ok bool) {
	if o.Edit == nil {
		return 0, false
	}
	before, err := o.before(own)
	return EditDistance(before, o.Edit.After), err == nil
}
