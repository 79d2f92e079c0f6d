package chart_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/starter/chart"
)

func TestASparkHasABlockForEachValue(t *testing.T) {
	require.Equal(t, "▁▂▃▄▅▆▇█", chart.Spark([]float64{0, 1, 2, 3, 4, 5, 6, 7}))
	require.Equal(t, "▅ █", chart.Spark([]float64{4, chart.None, 8}))
	require.Equal(t, "▁▁", chart.Spark([]float64{0, 0}))
	require.Equal(t, "██", chart.Spark([]float64{3, 3}))
	require.Equal(t, "▁█", chart.Spark([]float64{-1, 1}))
	require.Empty(t, chart.Spark(nil))
}

func TestRange(t *testing.T) {
	low, high := chart.Range([]float64{chart.None, 3, 2, chart.None})
	require.InDelta(t, 2, low, 0)
	require.InDelta(t, 3, high, 0)
	low, high = chart.Range([]float64{chart.None})
	require.Zero(t, low)
	require.Zero(t, high)
}

func TestAPictureIsTheSameEachTime(t *testing.T) {
	panels := []chart.Panel{
		{Title: "runs <told>", Note: "a note", Labels: []string{"1", "2", "3"}, Lines: []chart.Line{{"one", []float64{1, 2, 3}}, {"two", []float64{3, chart.None, 1}}}},
		{Title: "rates", Percent: true, Labels: []string{"1", "2"}, Lines: []chart.Line{{"rate", []float64{0.25, 1}}}},
	}
	first, err := chart.SVG(panels...)
	require.NoError(t, err)
	for _, word := range []string{"runs &lt;told&gt;", "a note", ">two<", "100%"} {
		require.True(t, strings.Contains(string(first), word), word)
	}
	second, err := chart.SVG(panels...)
	require.NoError(t, err)
	require.Equal(t, first, second)
	if file := os.Getenv("CHART"); file != "" { // to be looked at
		require.NoError(t, os.WriteFile(file, first, 0o600))
	}
}
