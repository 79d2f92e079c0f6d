package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/text"
)

// What is ASCII takes a shorter way; it must come to the same as in other company.
func FuzzWordsOfASCII(f *testing.F) {
	f.Add("Don't PIN the v1.2 'quoted' --flag\x00\x7f")
	f.Fuzz(func(t *testing.T, s string) {
		alone, beside := text.Words(s), text.Words(s+" é")
		require.Equal(t, append(alone, "é"), beside)
	})
}
