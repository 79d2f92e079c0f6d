package genome_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"redeye/domain/genome"
)

const sentence = "The committee met in the old hall and agreed on the plan for the winter season."

// edited are the observations without the prefix, which all must have.
func edited(t *testing.T, before, after string) []string {
	var all []string
	for _, s := range genome.FromEdit(before, after) {
		bare, found := strings.CutPrefix(s, genome.EditPrefix)
		require.True(t, found, s)
		all = append(all, bare)
	}
	return all
}

func TestFromEditByRule(t *testing.T) {
	ten := strings.Repeat("Ten words of plain text to cut. ", 10)
	for name, c := range map[string]struct {
		before, after string
		want          []string
	}{
		"nothing changed":           {sentence, sentence, nil},
		"nor but case and space":    {sentence, strings.ToUpper(sentence) + "\n", nil},
		"nor marks alone":           {sentence, sentence + strings.Repeat("!", 60), nil},
		"from nothing":              {"", sentence, nil},
		"to nothing":                {sentence, " ", nil},
		"length: most of it":        {ten, ten[:len(ten)*4/10-1], []string{"write shorter: cut most of it"}},
		"length: about half":        {ten, ten[:len(ten)/2], []string{"write shorter: cut about half"}},
		"length: about a quarter":   {ten, ten[:len(ten)*3/4], []string{"write shorter: cut about a quarter"}},
		"length: little":            {ten, ten[:len(ten)*9/10], nil},
		"length: a quarter more":    {ten, ten + ten[:len(ten)/4], []string{"go into more detail: add about a quarter"}},
		"length: half more":         {ten, ten + ten[:len(ten)/2], []string{"go into more detail: add about half"}},
		"length: as much again":     {ten, ten + ten, []string{"go into more detail: add as much again"}},
		"length: too short to tell": {"one two three four", "one two", []string{"omit “three four”"}},
		"greeting: added":           {"One.\nTwo.", "Hi all,\n\nOne.\nTwo.", []string{"open with “Hi all,”"}},
		"greeting: removed":         {"Dear Sir,\nOne.\nTwo.", "One.\nTwo.", []string{"skip greeting “Dear Sir,”"}},
		"greeting: changed":         {"Dear Sir,\nOne.\nTwo.", "Hi all,\nOne.\nTwo.", []string{"open with “Hi all,” instead of “Dear Sir,”"}},
		"greeting: a fact":          {"Re: 4711,\nOne.\nTwo.", "One.\nTwo.", nil},
		"greeting: an address":      {"Dear a@b,\nOne.\nTwo.", "One.\nTwo.", nil},
		"greeting: too long":        {ten + "\nTwo.", strings.Repeat("So long ", 8) + "\n" + ten + "\nTwo.", nil},
		"greeting: of two lines":    {"Good morning.\nOne.", "Good evening.\nOne.", []string{"write “evening” instead of “morning”"}},
		"greeting: moved":           {"One.\nTwo.\nThree.", "Two.\nOne.\nThree.", nil},
		"closing: added":            {"One.\nTwo.", "One.\nTwo.\nCheers", []string{"end with “Cheers”"}},
		"closing: removed":          {"One.\nTwo.\nYours faithfully", "One.\nTwo.", []string{"skip closing “Yours faithfully”"}},
		"closing: changed":          {"One.\nTwo.\nYours faithfully", "One.\nTwo.\nCheers", []string{"end with “Cheers” instead of “Yours faithfully”"}},
		"closing: alike":            {"One.\nTwo.\nKind regards, Ann", "One.\nTwo.\nBest regards, Ann", []string{"write “best” instead of “kind”"}},
		"closing: too long":         {"One.\nTwo.\n" + strings.Repeat("long ", 13), "One.\nTwo.", []string{"write shorter: cut most of it"}},
		"replaced: by the earlier":  {"We utilise it", "We use it", []string{"write “use” instead of “utilise”"}},
		"replaced: by the later":    {"We use it", "We utilise it", []string{"never “use”, rather “utilise”"}},
		"replaced: not everywhere":  {"We utilise it, and they utilise it", "We use it, and they utilise it", nil},
		"replaced: common words":    {"We work for you", "We work with you", nil},
		"replaced: a number":        {"We met on 4 May", "We met on 5 May", nil},
		"replaced: too many":        {"We met one two three four times", "We met five six seven eight times", nil},
		"struck out":                {"It is very good, and very old", "It is good, and old", []string{"omit “very”"}},
		"struck out: not all":       {"It is very good, and very old", "It is good, and very old", nil},
		"struck out: a fact":        {"Ask ann@example.org about it", "Ask about it", nil},
		"replaced: a fact":          {"It costs 5 euros today", "It costs a lot today", nil},
		"struck out: common words":  {"It is as it was in the hall", "It is as it was the hall", nil},
		"the most frequent first": {
			"a quick fox, a really lazy dog, a really old cat sat", "a fox, a lazy dog, a old cat sat",
			[]string{"omit “really”", "omit “quick”"},
		},
		"replaced before struck out": {"very good cars", "good bikes", []string{"write “bikes” instead of “cars”", "omit “very”"}},
		"at most five": {
			"Dear Sir,\n" + ten + "bbx k ccx k ddx k eex k ffx k ggx k hhx k\nBye", "Hi,\n" + ten + "k k k k k k k\nSo long",
			[]string{
				"open with “Hi,” instead of “Dear Sir,”", "end with “So long” instead of “Bye”",
				"omit “bbx”", "omit “ccx”", "omit “ddx”",
			},
		},
		"Cyrillic":  {"Это очень важно и очень срочно", "Это важно и срочно", []string{"omit “очень”"}},
		"Chinese":   {"您好，\n请看附件，谢谢\n二\n三", "大家好，\n请看附件，谢谢\n二\n三", []string{"open with “大家好，” instead of “您好，”"}},
		"emoji":     {"Great 👍", "Great", nil},
		"bad bytes": {"very \xff\xfe good", "good \xff", []string{"omit “very”"}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, edited(t, c.before, c.after)) })
	}
}

// Two like edits must be one group, and observations of other rules or words another,
// or the night makes a gene of nothing.
func TestObservationsOfEditsGroupByWhatTheySay(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"write shorter: cut most of it", "write shorter: cut about half", true},
		{"go into more detail: add as much again", "go into more detail: add about a quarter", true},
		{"write shorter: cut about half", "go into more detail: add about half", false},
		{"omit “very”", "omit “really”", false},
		{"omit “very”", "write “really” instead of “very”", false},
		{"omit “very”", "never “very”, rather “really”", false},
		{"write “use” instead of “utilise”", "write “car” instead of “automobile”", false},
		{"write “use” instead of “utilise”", "never “use”, rather “utilise”", false},
		{"skip greeting “Hello”", "skip greeting “Dear Sir”", false},
		{"skip greeting “Hello”", "open with “Hello”", false},
		{"open with “Hello”", "open with “Hi”", false},
		{"end with “Cheers”", "open with “Cheers”", false},
	} {
		for version := range 2 {
			got := tuning(t, version)
			require.Equal(t, c.want, got.Alike(got.Gist(genome.EditPrefix+c.a), got.Gist(c.b)), "%q and %q", c.a, c.b)
		}
	}
}

func TestTwoLikeEditsMakeAGene(t *testing.T) {
	first := genome.FromEdit("We should utilise the hall.", "We should use the hall.")
	second := genome.FromEdit("They utilise a car, and utilise it well.", "They use a car, and use it well.")
	p := consolidate(t, []genome.Observation{seen("o1", "r1", first[0], 2), seen("o2", "r2", second[0], 1)})
	require.Len(t, p.Births, 1)
	require.Equal(t, "write “use” instead of “utilise”", p.Births[0].Text)
}

func TestAHundredKilobytesAreComparedWithinASecond(t *testing.T) {
	words := func(prefix string, n int) string {
		return strings.Join(repeatEach(n, func(i int) string { return numbered(prefix, i) }), " ")
	}
	same := strings.Repeat(sentence+"\n", 1250)
	for name, c := range map[string]struct {
		before, after string
		want          []string
	}{
		"one word":         {same + "very good", same + "good", []string{"omit “very”"}},
		"every sentence":   {same, strings.ReplaceAll(same, "plan", "idea"), []string{"write “idea” instead of “plan”"}},
		"a new text":       {words("a", 17_000), words("b", 17_000), nil},
		"at the bound":     {words("a", 3100), words("b", 3100), nil},
		"one endless word": {strings.Repeat("a", 100_000), strings.Repeat("b", 100_000), nil},
		"every other word": {strings.Repeat("so k ", 1500), strings.Repeat("no l ", 1500), nil},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			got := edited(t, c.before, c.after)
			require.Less(t, time.Since(start), 15*time.Second, "a second, but for the race detector on a busy machine")
			require.Equal(t, c.want, got)
		})
	}
}

func repeatEach(n int, make func(i int) string) []string {
	all := []string{}
	for i := range n {
		all = append(all, make(i))
	}
	return all
}

func FuzzFromEdit(f *testing.F) {
	f.Add(sentence, "Hi,\n"+sentence)
	f.Add("Dear Sir,\nOne\nTwo", "Hi\nOne\nTwo\nBye")
	f.Add("\xff\u2028", "a\u200db")
	f.Fuzz(func(t *testing.T, before, after string) {
		require.Empty(t, genome.FromEdit(before, before))
		got := genome.FromEdit(before, after)
		require.LessOrEqual(t, len(got), 5)
		for _, s := range got {
			require.LessOrEqual(t, utf8.RuneCountInString(s), 400)
			require.True(t, strings.HasPrefix(s, genome.EditPrefix))
			require.NotEmpty(t, tuning(t, 0).Gist(s).Words)
			require.Equal(t, genome.Wording(s), strings.TrimPrefix(s, genome.EditPrefix), "it is a line")
			if refusal := tuning(t, 0).Check(s, nil); refusal != nil {
				require.NotEqual(t, genome.Fact, refusal.Reason, s)
			}
		}
		require.Equal(t, got, genome.FromEdit(before, after))
	})
}
