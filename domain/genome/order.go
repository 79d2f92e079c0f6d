package genome

import (
	"cmp"
	"slices"
	"strings"
)

// Every choice has a total order (specification, section 5). Both of these end with the
// ID, which is unique.

func byBirth(a, b Gene) int { return cmp.Or(a.BornAt.Compare(b.BornAt), strings.Compare(a.ID, b.ID)) }

func byTime(a, b Observation) int { return cmp.Or(a.At.Compare(b.At), strings.Compare(a.ID, b.ID)) }

func oldestFirst(genes []Gene) []Gene { return slices.SortedFunc(slices.Values(genes), byBirth) }

// distinct are the observations in order, each once however often it was given.
func distinct(observations []Observation) []Observation {
	sorted := slices.SortedFunc(slices.Values(observations), byTime)
	return slices.CompactFunc(sorted, func(a, b Observation) bool { return a.ID == b.ID })
}
