package genome

// The bounds of what one edit says.
const (
	mostOfAnEdit  = 5    // observations: more is a new text, not a wish
	shortLine     = 60   // longest line, in characters, that can be a greeting or a closing
	shortPhrase   = 3    // most words that count as struck out or replaced in one place
	phraseRunes   = 40   // longest such phrase, in characters: some scripts set no blanks
	diffPairs     = 1e7  // most pairs of words that a diff may have to compare: a tenth of a second
	diffWords     = 2e5  // most words that differ: so many can be told apart by one rune each
	lengthNoise   = 20   // characters by which a text must change to count as shorter or longer
	mostlyCut     = 0.4  // of the length that is left, from which little is left
	halfCut       = 0.65 // … about half
	somewhatCut   = 0.85 // … about three quarters
	somewhatAdded = 1.2  // … about a quarter more
	halfAdded     = 1.4  // … about half more
	doubled       = 1.8  // … twice as long or longer
)

// FromEdit returns the observations in a customer's edit, each of at most 400 characters
// and beginning with EditPrefix; none if it changed nothing but case, punctuation and
// space. The rules are fixed (ours), and so is their order; the first five observations
// count.
//
//  1. Length, in characters that are no space. Up to 0.4 of it left: "write shorter: cut
//     most of it"; up to 0.65 "… about half"; up to 0.85 "… about a quarter". From 1.2:
//     "go into more detail: add about a quarter"; from 1.4 "… about half"; from 1.8 "…
//     as much again". Under 20 characters' difference, or from or to nothing, it says none.
//  2. Greeting: the first line, if it is short, at most 60 characters, and not the whole
//     text. Added: "open with “Hi all,”". Removed: "skip greeting “Dear Sir,”". Changed,
//     in texts of three lines or more: "open with “Hi all,” instead of “Dear Sir,”".
//     A changed line that is alike by the grouping rule is for rules 4 and 5.
//  3. Closing: the last line, likewise, with "end with" and "skip closing".
//  4. Replaced words: where at most three gave way to at most three, and the old ones stand
//     nowhere any more: "write “use” instead of “utilise”". If the new words come after
//     the old by the alphabet: "never “use”, rather “utilise”". An edit and its opposite
//     would otherwise be the same set of words.
//  5. Struck out words: at most three in one place, that stand nowhere any more: "omit
//     “very”".
//
// In 4 and 5 the words that were changed in most places come first, then the earliest.
// They are compared and quoted as text.Words has them. Lines and words that hold a fact, or
// a digit, are passed over: they are about that text and not about the next. So are words
// that are all among the 32 common ones.
//
// Any script will do. Where texts differ in so much that a diff would take long, about
// 3,000 words on each side, they are compared line by line if they have as many lines;
// otherwise the text is a new one, and rules 4 and 5 find nothing.
func FromEdit(before, after string) []string {
	if sameWords(before, after) {
		return nil
	}
	found := lengthRule(before, after)
	outer, b, a := edges(linesOf(before), linesOf(after))
	found = append(found, outer...)
	found = append(found, wordRules(wordsOf(b), wordsOf(a))...)
	return prefixed(found[:min(len(found), mostOfAnEdit)])
}

func prefixed(found []string) []string {
	for i, s := range found {
		found[i] = EditPrefix + s
	}
	return found
}

func quoted(s string) string { return "“" + s + "”" }
