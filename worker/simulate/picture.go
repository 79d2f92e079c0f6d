package main

import (
	"strconv"

	"redeye/starter/chart"
)

// draw is the result as a picture: what agents were told, day by day.
func draw(all []result) ([]byte, error) {
	right := func(t tally) [nights]int { return t.right }
	misled := func(t tally) [nights]int { return t.misled }
	return chart.SVG(
		panel("Wishes told: a stable customer", of(named("stable"), all), perDay*wishes, right),
		panel("Wishes told: one of three turns into its opposite half-way", of(named("switching"), all), perDay*wishes, right),
		panel("Wishes told: verdicts by the toss of a coin", of(named("careless"), all), perDay*wishes, right),
		panel("Runs told the poison: three runs are the poisoner's", of(named("poisoner, three runs"), all), perDay, misled),
	)
}

func named(name string) persona {
	for _, p := range personas {
		if p.name == name {
			return p
		}
	}
	return persona{}
}

func panel(title string, results []result, of int, number func(tally) [nights]int) chart.Panel {
	p := chart.Panel{Title: title, Percent: true}
	for day := range nights {
		p.Labels = append(p.Labels, strconv.Itoa(day+1))
	}
	for _, r := range results {
		p.Lines = append(p.Lines, chart.Line{Name: r.arm.name, Values: byDay(r.lives, of, number)})
	}
	return p
}
