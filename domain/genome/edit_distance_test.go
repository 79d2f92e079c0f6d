package genome_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/genome"
)

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		before, after string
		want          float64
	}{
		{"", "", 0},
		{"one two three four", "One, two: three four!", 0},
		{"one two three four", "one two three five", 0.25},
		{"one two three four", "one two three", 0.25},
		{"one two three", "one two three four", 0.25},
		{"one two\nthree four", "one two three four", 0},
		{"one two three four", "five six seven eight", 1},
		{"one two", "", 1},
		{"", "one two", 1},
		{"we utilise it\nand more", "hello team\nwe use it\nand more", 3.0 / 7},
	} {
		require.InDelta(t, c.want, genome.EditDistance(c.before, c.after), 1e-9, "%q to %q", c.before, c.after)
	}
}

func TestAnEditOfEverythingIsAsFarAsItCanBe(t *testing.T) {
	text := func(of string) string {
		var words []string
		for n := range 20_000 {
			words = append(words, fmt.Sprintf("%s%d", of, n))
		}
		return strings.Join(words, " ")
	}
	require.InDelta(t, 1, genome.EditDistance(text("a")+"\n", text("b")+"\nmore\n"), 0)
}

func TestDistanceIsOfAnEdit(t *testing.T) {
	own := "one two three four"
	_, ok := genome.Observed{Run: "a.1", Comment: "no"}.Distance(&own)
	require.False(t, ok)
	d, ok := genome.Observed{Run: "a.1", Edit: &genome.EditedText{After: "one two three"}}.Distance(&own)
	require.True(t, ok)
	require.InDelta(t, 0.25, d, 1e-9)
}
