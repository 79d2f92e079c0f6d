package quality_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/quality"
)

// The intervals are those of Newcombe (1998), table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		n, of     int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{29, 29, 0.8830, 1},
		{0, 0, 0, 1},
	} {
		low, high := quality.Share{Of: c.of, N: c.n}.Wilson()
		require.InDelta(t, c.low, low, 0.0001, "%+v", c)
		require.InDelta(t, c.high, high, 0.0001, "%+v", c)
	}
}
