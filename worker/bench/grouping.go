package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"redeye/domain/genome"
)

// grouped is how many observations of one genome are grouped.
const grouped = 10_000

// grouping compares the grouping of one genome's observations with the tokenising that
// comes before it, and with comparing all pairs. Tokenising and grouping take medians of
// the rounds; all pairs take long enough to be measured once.
func (b *bench) grouping(_ context.Context, out io.Writer) (figures, error) {
	tuning, err := genome.TuningOf(0)
	if err != nil {
		return nil, err
	}
	texts := wishes(grouped)
	var gists []genome.Gist
	var groups [][]int
	var tokenise, group []float64
	for range b.rounds {
		tokenise = append(tokenise, seconds(func() { gists = gistsOf(tuning, texts) }))
		group = append(group, seconds(func() { groups = tuning.Groups(gists) }))
	}
	pairs := 0
	all := seconds(func() { pairs = allPairs(gists, tuning.Similarity) })

	fmt.Fprintf(out, "\n%d observations of one genome: %d groups; %d pairs are alike\n", grouped, len(groups), pairs)
	fmt.Fprintf(out, "  tokenising %.0f ms, grouping %.0f ms, comparing all pairs %.1f s\n",
		1000*median(tokenise), 1000*median(group), all)
	return figures{
		"genome.group_vs_allpairs": median(group) / all,
		"genome.group_vs_tokenise": median(group) / median(tokenise),
	}, nil
}

func gistsOf(t genome.Tuning, texts []string) []genome.Gist {
	gists := make([]genome.Gist, len(texts))
	for i, text := range texts {
		gists[i] = t.Gist(text)
	}
	return gists
}

// allPairs is the obvious way: the Jaccard similarity of every two sets, on maps.
func allPairs(gists []genome.Gist, similarity float64) (alike int) {
	sets := make([]map[string]bool, len(gists))
	for i, g := range gists {
		sets[i] = make(map[string]bool, len(g.Words))
		for _, w := range g.Words {
			sets[i][w] = true
		}
	}
	for i, a := range sets {
		for _, b := range sets[:i] {
			shared := 0
			for w := range a {
				if b[w] {
					shared++
				}
			}
			if all := len(a) + len(b) - shared; all > 0 && float64(shared) >= similarity*float64(all) {
				alike++
			}
		}
	}
	return alike
}

func seconds(do func()) float64 {
	begun := time.Now()
	do()
	return time.Since(begun).Seconds()
}
