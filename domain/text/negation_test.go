package text_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/text"
)

func TestNegates(t *testing.T) {
	for w := range strings.FieldsSeq("no not never none without cannot avoid avoiding seldom dont can't shan't") {
		require.True(t, text.Negates(w), w)
	}
	for w := range strings.FieldsSeq("omit skip instead fails missing nont know note nonetheless wont1") {
		require.False(t, text.Negates(w), w)
	}
	for w := range text.Negations() {
		require.True(t, text.Negates(w), w)
		require.Equal(t, []string{w}, text.Words(w), "as Words has it")
	}
	require.True(t, slices.Contains(slices.Collect(text.Negations()), "avoid"))
}
