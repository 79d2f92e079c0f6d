package genome_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/genome"
)

func TestGist(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		words   string
		negated bool
	}{
		"case, order and punctuation":  {"Use BULLETS -- use, bullets!", "bullets use", false},
		"common words go":              {"It is the summary of a report", "report summary", false},
		"what negates stays":           {"Do not use bullets", "bullets do not use", true},
		"contractions negate":          {"Don’t use bullets", "bullets don't use", true},
		"the platform's prefix goes":   {genome.EditPrefix + "omit “very”", "omit very", false},
		"in any case, twice":           {" from an EDIT: " + genome.EditPrefix + "omit “very”", "omit very", false},
		"the words of the prefix stay": {"shorten tables from an edit", "edit shorten tables", false},
		"nothing":                      {"", "", false},
		"nothing but common words":     {"It is as it was.", "", false},
		"an emoji":                     {"👍🏽", "", false},
		"an emoji among words":         {"nice 👩‍🔧 work", "nice work", false},
		"width and composition":        {"ｗｉｄｅ cafe\u0301", "café wide", false},
		"what cannot be seen":          {"sum\u00admary e\u200d\u0301tude", "summary étude", false},
		"Cyrillic":                     {"Короче, КОРОЧЕ пишите", "короче пишите", false},
		"Chinese by clause":            {"请写短一点，谢谢", "请写短一点 谢谢", false},
		"Arabic":                       {"اكتب أقصر", "أقصر اكتب", false},
		"digits of any script":         {"٣ lines", "lines ٣", false},
		"invalid bytes":                {"a1\xff b2", "a1 b2", false},
	} {
		t.Run(name, func(t *testing.T) {
			got := tuning(t, 0).Gist(c.text)
			require.Equal(t, c.words, strings.Join(got.Words, " "))
			require.Equal(t, c.negated, got.Negated)
		})
	}
}

func TestWording(t *testing.T) {
	for text, want := range map[string]string{
		"":             "",
		" one \t two ": "one two",
		"a\rb\nc\vd\fe\u0085f\u2028g\u2029h\u00a0i": "a b c d e f g h i",
		"a\x00b\x1bc\u00add\u202ee\ufefff":          "abcdef",
		"می\u200cخواهم 👩\u200d🔧":                    "می\u200cخواهم 👩\u200d🔧",
		"FROM an edit:from an edit: omit":           "omit",
		"a\xff\xfeb":                                "a\ufffdb",
		"an edit, from an edit: omit":               "an edit, from an edit: omit",
	} {
		require.Equal(t, want, genome.Wording(text), "%q", text)
	}
}

func TestThereAreThirtyTwoCommonWords(t *testing.T) {
	const common = "a an and are as at be but by for from has have i in is it its of on or that the their this to was we were will with you"
	require.Len(t, strings.Fields(common), 32)
	require.Empty(t, tuning(t, 0).Gist(common).Words)
	require.Empty(t, tuning(t, 1).Gist(strings.ToUpper(common)).Words)
	for _, other := range strings.Fields("not no do please use they he she if so up can all would make") {
		require.NotEmpty(t, tuning(t, 0).Gist(other).Words, other)
	}
}

func TestVersionOneStems(t *testing.T) {
	one := tuning(t, 1)
	require.Equal(t, one.Gist("shortening the summaries"), one.Gist("shortened summary"))
	require.Equal(t, []string{"étude", "короче"}, one.Gist("étude короче").Words, "English letters only")
	require.True(t, one.Gist("avoiding tables").Negated, "polarity is of the words, not of their stems")
}

func TestAHundredKilobytesAreTakenWhole(t *testing.T) {
	long := strings.Repeat("alpha beta gamma delta ", 4400) + "omega"
	start := time.Now()
	require.Equal(t, []string{"alpha", "beta", "delta", "gamma", "omega"}, tuning(t, 1).Gist(long).Words)
	require.Less(t, time.Since(start), 5*time.Second, "a tenth of a second, but for the race detector on a busy machine")
}

func FuzzGist(f *testing.F) {
	for _, s := range []string{short, "Don’t", "İ ﬁ \u0345", "e\u200d\u0301", "'a''b'", "from an edit: x", "\xff", "👍", "ʼn ŉ", "K Å ſ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := tuning(t, 0).Gist(s)
		again := tuning(t, 0).Gist(strings.Join(once.Words, " "))
		require.Equal(t, strings.Join(once.Words, " "), strings.Join(again.Words, " "), "normalising again changes nothing")
		require.Equal(t, once.Negated, again.Negated)
		require.Equal(t, once.Negated, tuning(t, 1).Gist(s).Negated)
		require.Equal(t, genome.Wording(s), genome.Wording(genome.Wording(s)))
		require.Equal(t, len(once.Words) > 0, tuning(t, 0).Alike(once, once))
	})
}
