package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"redeye/domain/quality"
	"redeye/domain/run"
	"redeye/starter/chart"
)

func writeScorecard(p *page, s scorecard) {
	if len(s.Cards) == 0 {
		p.linef("no card of %s in %s; a night makes that of the day before, with scorecards = true in [genome]", s.Agent, s.Workspace)
		return
	}
	rows := make([][]string, 0, len(s.Cards)+1)
	for _, c := range s.Cards {
		rows = append(rows, cardRow(c.Day.Format(time.DateOnly), c.Card))
	}
	p.table("DAY RUNS ACCEPTED EDITED DISTANCE HELP FATAL COST UNKNOWN LEARNINGS GENES", "", append(rows, cardRow("total", s.Total)))
	p.linef("\naccepted: %s", percent(s.Total.AcceptRate()))
	p.linef("")
	writeSparks(p, s)
}

func cardRow(day string, c quality.Card) []string {
	return []string{
		day, strconv.Itoa(c.Runs), rate(c.AcceptRate()), rate(c.EditRate()), distance(c),
		rate(quality.Share{Of: c.Runs, N: c.Requests}), rate(quality.Share{Of: c.Runs, N: c.Fatal}),
		cardCost(c), strconv.Itoa(c.CostUnknown),
		happened("born", c.LearningsBorn, "rediscovered", c.LearningsRediscovered, "confirmed", c.LearningsConfirmed,
			"lapsed", c.LearningsLapsed, "rejected", c.LearningsRejected),
		happened("born", c.GenesBorn, "confirmed", c.GenesConfirmed, "retired", c.GenesRetired),
	}
}

// rate is a share with what it is of; nothing of nothing.
func rate(s quality.Share) string {
	if s.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%% of %d", 100*s.Rate(), s.Of)
}

func distance(c quality.Card) string {
	if c.Edits == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%%", 100*c.MeanDistance())
}

func cardCost(c quality.Card) string {
	if c.CostKnown == 0 {
		return "-"
	}
	return c.Cost.String()
}

// happened lists counts that are not 0, each after its name.
func happened(pairs ...any) string {
	var all []string
	for i := 0; i < len(pairs); i += 2 {
		if n := pairs[i+1].(int); n > 0 {
			all = append(all, fmt.Sprintf("%d %s", n, pairs[i]))
		}
	}
	return cmp.Or(strings.Join(all, ", "), "-")
}

// series are what is drawn, each a value for each day.
type series struct {
	name    string
	percent bool
	of      func(quality.Card) float64
}

func drawn() []series {
	share := func(of func(quality.Card) quality.Share) func(quality.Card) float64 {
		return func(c quality.Card) float64 {
			if s := of(c); s.Of > 0 {
				return s.Rate()
			}
			return chart.None
		}
	}
	return []series{
		{"runs", false, func(c quality.Card) float64 { return float64(c.Runs) }},
		{"accepted", true, share(quality.Card.AcceptRate)},
		{"edited", true, share(quality.Card.EditRate)},
		{"cost, US dollars", false, func(c quality.Card) float64 {
			if c.CostKnown == 0 {
				return chart.None
			}
			return float64(c.Cost) / float64(run.Dollar)
		}},
	}
}

// values are a series by day; there is none on a day without a card.
func (s scorecard) values(of series) []float64 {
	cards := map[time.Time]quality.Card{}
	for _, c := range s.Cards {
		cards[c.Day.UTC()] = c.Card
	}
	all := make([]float64, len(s.days))
	for i, day := range s.days {
		all[i] = chart.None
		if c, made := cards[day]; made {
			all[i] = of.of(c)
		}
	}
	return all
}

// span is from the least value to the greatest; a dash if there is none.
func span(values []float64, percent bool) string {
	if !slices.ContainsFunc(values, func(v float64) bool { return !math.IsNaN(v) }) {
		return "-"
	}
	low, high := chart.Range(values)
	return number(low, percent) + " to " + number(high, percent)
}

func writeSparks(p *page, s scorecard) {
	rows := make([][]string, 0, len(drawn()))
	for _, d := range drawn() {
		values := s.values(d)
		rows = append(rows, []string{d.name, "│" + chart.Spark(values) + "│", span(values, d.percent)})
	}
	p.columns(rows)
	p.linef("%s to %s", s.days[0].Format(time.DateOnly), s.days[len(s.days)-1].Format(time.DateOnly))
}

func number(v float64, percent bool) string {
	if percent {
		return fmt.Sprintf("%.0f%%", 100*v)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func (s scorecard) panels() []chart.Panel {
	labels := make([]string, len(s.days))
	for i, day := range s.days {
		labels[i] = day.Format("01-02")
	}
	all := make([]chart.Panel, 0, len(drawn()))
	for _, d := range drawn() {
		all = append(all, chart.Panel{
			Title: s.Agent + " in " + s.Workspace + ": " + d.name, Percent: d.percent, Labels: labels,
			Lines: []chart.Line{{Name: d.name, Values: s.values(d)}},
		})
	}
	return all
}
