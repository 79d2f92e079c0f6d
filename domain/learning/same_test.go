package learning_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/learning"
)

func TestSame(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"the specification's pair", "the workspace needs careful handling before publishing", "the manifest needs careful handling before publishing", false},
		{"an added clause", pinned, longer, true},
		{"case, punctuation and short words", "Pin the compiler version!", "pin a COMPILER version, that is", false},
		{"only short words differ", "Pin the compiler version early", "pin a COMPILER, version early", true},
		{"other numbers", "keep the logs for 30 days after a release is out", "keep the logs for 90 days after a release is out", false},
		{"short words with a digit count", "deploy stage v1 before release", "deploy stage v2 before release", false},
		{"three words suffice", "compiler version pinned", "compiler version pinned early", true},
		{"two do not", "compiler version", "compiler version pinned", false},
		{"two of the same are an echo all the same", "Compiler version.", "compiler version", true},
		{"twice as many words", "alpha beta gamma", "alpha beta gamma delta epsilon zeta1", true},
		{"more than twice", "alpha beta gamma1", "alpha beta gamma1 delta epsilon zeta1 theta", false},
		{"four runes are long", "pine pile pike", "pine pile pike pits", true},
		{"three are not", "pin pil pik", "pin pil pik pit", false},
		{"one negated", "publish notes after review", "do not publish notes after review", false},
		{"both negated", "never publish notes after review", "never publish the notes after review", true},
		{"contraction", "Don't publish notes after review", "publish notes after review", false},
		{"typographic contraction", "Don’t publish notes after review", "don't publish notes after review", true},
		{"contraction without apostrophe", "the build doesnt publish notes", "the build publish notes doesnt1", false},
		{"a short negation among the glue", "no publish notes review", "publish notes review", false},
		{"avoid", "always avoid publishing notes before review", "always publishing notes before review", false},
		{"repeated words are one", "review review review notes", "review notes", false},
		{"nothing", "", "", false},
		{"only marks", "!!!", "!!!", false},
		{"other scripts", "сборка требует закреплённой версии", "Сборка требует закреплённой версии компилятора", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, learning.Same(c.a, c.b))
			require.Equal(t, c.want, learning.Same(c.b, c.a))
		})
	}
}

func TestADigitDecidesHoweverLongTheSentence(t *testing.T) {
	frame := strings.Repeat("retention archive snapshot ledger ", 10) + "kept for "
	require.False(t, learning.Same(frame+"30 days", frame+"90 days"))
}

func FuzzSame(f *testing.F) {
	f.Add(pinned, longer)
	f.Add("don't", "don’t")
	f.Add("İstanbul 30", "ΣΑΣ ﬁ\u200d")
	f.Fuzz(func(t *testing.T, a, b string) {
		require.Equal(t, learning.Same(a, b), learning.Same(b, a), "symmetric")
		require.True(t, learning.Same(a+" word", a+" word"), "a text is the same as itself")
	})
}
