package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
)

// figures are what a part of the bench measured, by name.
type figures map[string]float64

// print writes them as one line of JSON.
func (f figures) print(out io.Writer) error {
	for name, v := range f {
		f[name] = round(v)
	}
	line, err := json.Marshal(f)
	fmt.Fprintf(out, "\n%s\n", line)
	return err
}

// report is what the chains took.
type report struct {
	size
	hopsPerSecond      map[string][]float64 // by way, round by round
	tripsPerHop        []float64
	events, activities int // of one chain's history
}

func (r report) tell(out io.Writer) figures {
	floor, three := r.ratios("floor"), r.ratios("three")
	fmt.Fprintf(out, "\n%d chains of %d hops, %d at once; medians of %d rounds\n", r.chains, r.hops, r.concurrency, r.rounds)
	fmt.Fprintf(out, "  against the bare floor:           %.2f (%.2f to %.2f)\n", median(floor), slices.Min(floor), slices.Max(floor))
	fmt.Fprintf(out, "  against three activities a hop:   %.2f (%.2f to %.2f)\n", median(three), slices.Min(three), slices.Max(three))
	return figures{
		"chains.hops_per_second":          median(r.hopsPerSecond["redeye"]),
		"chains.hops_vs_floor":            median(floor),
		"chains.hops_vs_three_activities": median(three),
		"chains.activities_per_hop":       float64(r.activities) / float64(r.hops),
		"chains.events_per_hop":           float64(r.events) / float64(r.hops),
		"chains.roundtrips_per_hop":       median(r.tripsPerHop),
	}
}

// ratios are Redeye's hops a second over another way's, round by round.
func (r report) ratios(way string) []float64 {
	ratios := make([]float64, 0, r.rounds)
	for i, n := range r.hopsPerSecond["redeye"] {
		ratios = append(ratios, n/r.hopsPerSecond[way][i])
	}
	return ratios
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

// round keeps four significant digits: ratios are large and small.
func round(f float64) float64 {
	if f == 0 {
		return 0
	}
	scale := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(f))))
	return math.Round(f*scale) / scale
}
