package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// wishes are n short observations as customers write them: each is about one of many
// wishes, in varying words, and every third is about something of its own. The same n
// gives the same texts.
func wishes(n int) []string {
	rng := rand.New(rand.NewPCG(7, 11)) //nolint:gosec // it is to be the same each time
	texts := make([]string, n)
	for i := range texts {
		texts[i] = wish(rng)
	}
	return texts
}

func wish(rng *rand.Rand) string {
	pick := func(words []string) string { return words[rng.IntN(len(words))] }
	if rng.IntN(3) == 0 {
		var words []string
		for range 6 + rng.IntN(8) {
			words = append(words, fmt.Sprintf("%s%d", pick(nouns), rng.IntN(400)))
		}
		return strings.Join(words, " ")
	}
	return fmt.Sprintf("%s %s the %s in the %s %s, %s",
		pick(openers), pick(verbs), pick(nouns), pick(places), pick(manners), pick(closers))
}

var (
	openers = strings.Split("Please|Could you|Next time|Always|I would rather|Do not|Never|Kindly|We prefer to|It is better to", "|")
	verbs   = strings.Fields("shorten expand bold list number translate cite quote sort group split merge rename drop repeat simplify soften open close summarise")
	nouns   = strings.Fields("summary greeting table heading bullet paragraph date figure name link quote footnote caption total currency unit " +
		"sentence conclusion introduction appendix signature subject deadline owner risk action decision question example metaphor acronym chart")
	places  = strings.Fields("report email memo minutes proposal brief invoice newsletter answer draft ticket changelog contract letter page")
	manners = strings.Split("first|last|at the top|below everything|without colour|with numbers|for managers|for engineers|for the board|every week", "|")
	closers = strings.Split("our readers skim|legal asked for it|it reads better|as before|nobody has time|thank you|it was confusing|that is our style", "|")
)
