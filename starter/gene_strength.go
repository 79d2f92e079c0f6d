package main

import (
	"fmt"
	"strings"

	"github.com/guptarohit/asciigraph"

	"redeye/domain/genome"
)

const (
	// chartColumns hold the line itself: with its scale, it fits into 80 columns.
	chartColumns = 72
	// chartSteps divide the scale from 0 to 1, so that both thresholds stand on a line of
	// their own.
	chartSteps = 20
	// outcomeColumns is how wide one outcome is where there is room.
	outcomeColumns = 4
)

// thresholds are those of the specification; every version of the tuning has the same.
func thresholds() genome.Tuning {
	t, _ := genome.TuningOf(0) // there always is a version 0
	return t
}

// writeStrength draws a learned gene's strength outcome by outcome, from left to right.
func writeStrength(p *page, paint palette, r genome.Record) {
	moves := learnedMoves(r.Moves)
	if len(moves) == 0 {
		return
	}
	title := "strength, outcome by outcome"
	// What the gene was before the first is drawn as well.
	if most := chartColumns - 1; len(moves) > most {
		title = fmt.Sprintf("strength, the last %d of %d outcomes", most, len(moves))
		moves = moves[len(moves)-most:]
	}
	p.linef("\n%s", title)
	width := min(outcomeColumns, chartColumns/(len(moves)+1))
	for line := range strings.Lines(plot(moves, width)) {
		p.linef("%s", paint.scale(strings.TrimRight(line, " \n")))
	}
	p.linef("%s%s", strings.Repeat(" ", len(" 0.00 |")), verdicts(moves, width))
	p.linef("+ accepted, - rejected; it is told from %.2f, and retires below %.2f", thresholds().CompileStrength, thresholds().RetireStrength)
}

// learnedMoves are the moves of a gene from before it was the customer's.
func learnedMoves(moves []genome.MoveRecord) []genome.MoveRecord {
	var learned []genome.MoveRecord
	for _, m := range moves {
		if m.Step > 0 {
			learned = append(learned, m)
		}
	}
	return learned
}

// plot is the line, with the thresholds as dotted lines behind it. A step is as wide as
// an outcome: nothing is interpolated.
func plot(moves []genome.MoveRecord, width int) string {
	steps := held(moves[0].Before, width)
	for _, m := range moves {
		steps = append(steps, held(m.After, width)...)
	}
	t := thresholds()
	dots := asciigraph.CreateCharSet("·")
	return asciigraph.PlotMany(
		[][]float64{held(t.RetireStrength, len(steps)), held(t.CompileStrength, len(steps)), steps},
		asciigraph.SeriesChars(dots, dots, asciigraph.DefaultCharSet),
		asciigraph.LowerBound(0), asciigraph.UpperBound(1), asciigraph.Height(chartSteps), asciigraph.Precision(2))
}

func held(value float64, columns int) []float64 {
	line := make([]float64, columns)
	for i := range line {
		line[i] = value
	}
	return line
}

// verdicts marks each outcome under its step.
func verdicts(moves []genome.MoveRecord, width int) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", width-1))
	for _, m := range moves {
		mark := "-"
		if m.Accepted {
			mark = "+"
		}
		fmt.Fprintf(&b, "%s%s", mark, strings.Repeat(" ", width-1))
	}
	return strings.TrimRight(b.String(), " ")
}
