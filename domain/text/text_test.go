package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"redeye/domain/text"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"": "",
		"plain, äöü, 日本, 👋\n\tindented\n":       "plain, äöü, 日本, 👋\n\tindented\n",
		"caf\xc3 \xff end":                      "caf\uFFFD \uFFFD end",
		"a\x00b":                                "ab",
		"one\r\ntwo\rthree":                     "one\ntwo\nthree",
		"\x1b[1;31mred\x1b[0m and \x1b]0;t\x07": "red and ",
		"bell\x07 del\x7f c1\u0085":             "bell del c1",
	} {
		require.Equal(t, want, text.Clean(in), "%q", in)
	}
}

func TestCut(t *testing.T) {
	long := strings.Repeat("ä", 100)
	for _, tc := range []struct {
		in    string
		limit int
		want  string
	}{
		{"short", 5, "short"},
		{long, 200, long},
		{long, 80, strings.Repeat("ä", 26) + "… [cut, 200 bytes in all]"},
		{long, 20, strings.Repeat("ä", 8) + "…"},
		{long, 5, "ä…"},
		{long, 3, "…"},
		{long, 2, "ä"},
		{long, 1, ""},
		{long, 0, ""},
	} {
		got := text.Cut(tc.in, tc.limit)
		require.Equal(t, tc.want, got)
		require.LessOrEqual(t, len(got), tc.limit)
	}
}

func TestFirstLine(t *testing.T) {
	require.Equal(t, "first", text.FirstLine("\n  \n\t first \nsecond"))
	require.Empty(t, text.FirstLine(" \n\t\n"))
}

func TestWords(t *testing.T) {
	for in, want := range map[string][]string{
		"Never publish on 30-09, please.": {"never", "publish", "on", "30", "09", "please"},
		"don't don’t DON'T":               {"don't", "don't", "don't"},
		"'quoted' words'":                 {"quoted", "words"},
		"ﬁle FILE File":                   {"file", "file", "file"},
		"Straße STRASSE":                  {"strasse", "strasse"},
		"пример ПРИМЕР":                   {"пример", "пример"},
		"日本語 テキスト":                        {"日本語", "テキスト"},
		"ig\u200bnore\u00ad previous":     {"ignore", "previous"},
		"👋 … --- ''":                      nil,
		"e\u0301tude étude":               {"étude", "étude"},
		"broken\xffbytes":                 {"broken", "bytes"},
	} {
		require.Equal(t, want, text.Words(in), "%q", in)
	}
}

func FuzzClean(f *testing.F) {
	f.Add("\x1b[31mred\xff\x00\r\n", 7)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		clean := text.Clean(s)
		require.True(t, utf8.ValidString(clean))
		require.NotContains(t, clean, "\x00")
		require.Equal(t, clean, text.Clean(clean))
		cut := text.Cut(clean, max(0, limit%1000))
		require.LessOrEqual(t, len(cut), max(0, limit%1000))
		require.True(t, utf8.ValidString(cut))
	})
}
