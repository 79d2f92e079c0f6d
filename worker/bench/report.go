package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
)

// report is what a bench measured.
type report struct {
	size
	hopsPerSecond      map[string][]float64 // by way, round by round
	tripsPerHop        []float64
	events, activities int // of one chain's history
}

func (r report) print(out io.Writer) error {
	floor, three := r.ratios("floor"), r.ratios("three")
	fmt.Fprintf(out, "\n%d chains of %d hops, %d at once; medians of %d rounds\n", r.chains, r.hops, r.concurrency, r.rounds)
	fmt.Fprintf(out, "  against the bare floor:           %.2f (%.2f to %.2f)\n", median(floor), slices.Min(floor), slices.Max(floor))
	fmt.Fprintf(out, "  against three activities a hop:   %.2f (%.2f to %.2f)\n", median(three), slices.Min(three), slices.Max(three))
	line, err := json.Marshal(map[string]float64{
		"chains.hops_per_second":          round(median(r.hopsPerSecond["redeye"])),
		"chains.hops_vs_floor":            round(median(floor)),
		"chains.hops_vs_three_activities": round(median(three)),
		"chains.activities_per_hop":       round(float64(r.activities) / float64(r.hops)),
		"chains.events_per_hop":           round(float64(r.events) / float64(r.hops)),
		"chains.roundtrips_per_hop":       round(median(r.tripsPerHop)),
	})
	fmt.Fprintf(out, "%s\n", line)
	return err
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

func round(f float64) float64 { return math.Round(f*1000) / 1000 }
