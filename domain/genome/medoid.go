package genome

import (
	"math"
	"strings"
)

// medoid returns the index of the gist with the highest mean similarity to the others in
// its group; of equals the first, which is the earliest if gists are in order of time.
// Equal gists are worked out once, and those that share no word not at all.
func medoid(gists []Gist) int {
	v := variantsOf(gists)
	best, most := 0, -1.0
	for i := range v.all {
		if likeness := v.likeness(i); likeness > most {
			best, most = v.all[i].first, likeness
		}
	}
	return best
}

// variant is one set of words with how many of a group have it.
type variant struct {
	words []string
	first int // the first of them
	count int
}

// variants are a group's, in the order of their first.
type variants struct {
	all  []variant
	with map[string][]int // by word
	both []int            // shared words of the one at hand with each
	sums []int            // shared words by size of the union
}

func variantsOf(gists []Gist) *variants {
	v := &variants{with: map[string][]int{}}
	at := map[string]int{}
	largest := 0
	for i, g := range gists {
		key := strings.Join(g.Words, " ") // no word holds a blank
		k, known := at[key]
		if !known {
			k, at[key] = len(v.all), len(v.all)
			v.all = append(v.all, variant{words: g.Words, first: i})
			for _, w := range g.Words {
				v.with[w] = append(v.with[w], k)
			}
		}
		v.all[k].count++
		largest = max(largest, len(g.Words))
	}
	v.both, v.sums = make([]int, len(v.all)), make([]int, 2*largest+1)
	return v
}

// likeness sums the similarities to a whole group; the one to itself is in every sum and
// changes no order. Fractions are added as integers for each denominator, then from the
// smallest, and rounded to nine places: what is equal must come out equal.
func (v *variants) likeness(of int) float64 {
	clear(v.sums)
	words := v.all[of].words
	for _, w := range words {
		for _, k := range v.with[w] {
			v.both[k]++
		}
	}
	for _, w := range words {
		for _, k := range v.with[w] {
			n := v.both[k] // 0 if it has been counted by an earlier word
			v.sums[len(words)+len(v.all[k].words)-n] += n * v.all[k].count
			v.both[k] = 0
		}
	}
	likeness := 0.0
	for denominator, sum := range v.sums {
		if sum > 0 {
			likeness += float64(sum) / float64(denominator)
		}
	}
	return math.Round(float64(likeness*1e9)) / 1e9
}
