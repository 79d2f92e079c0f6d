// Package chart draws numbers by day or night: as pictures, and as one line of a terminal.
package chart

import (
	"fmt"
	"math"

	"github.com/go-analyze/charts"
)

// None is a value where there is none: a line has a gap there.
var None = math.NaN()

// Panel is one chart: lines over the same labels.
type Panel struct {
	Title string
	Note  string // under the title; may be empty
	// Percent says that values are shares, from 0 to 1.
	Percent bool
	Labels  []string // of the values, from the left
	Lines   []Line
}

// Line is one row of values.
type Line struct {
	Name   string
	Values []float64 // None where there is none
}

// Size of a panel, in points.
const (
	width  = 900
	height = 250

	titleSize = 12
	smallSize = 9

	manyLabels = 45
)

// SVG draws panels one under the other. The same panels give the same bytes. It asks for no
// font beside those that every browser has.
func SVG(panels ...Panel) ([]byte, error) {
	p := charts.NewPainter(charts.PainterOptions{
		OutputFormat: charts.ChartOutputSVG, Width: width, Height: height * len(panels), Theme: charts.GetTheme(charts.ThemeLight),
	})
	p.FilledRect(0, 0, width, height*len(panels), charts.ColorWhite, charts.ColorWhite, 0)
	for i, panel := range panels {
		box := charts.NewBox(0, i*height, width, (i+1)*height)
		if err := p.Child(charts.PainterBoxOption(box)).LineChart(panel.options()); err != nil {
			return nil, fmt.Errorf("draw %q: %w", panel.Title, err)
		}
	}
	return p.Bytes()
}

func (p Panel) options() charts.LineChartOption {
	values := make([][]float64, len(p.Lines))
	names := make([]string, len(p.Lines))
	for i, l := range p.Lines {
		names[i], values[i] = l.Name, known(l.Values)
	}
	small := charts.NewFontStyleWithSize(smallSize)
	o := charts.NewLineChartOptionWithData(values)
	o.Theme = charts.GetTheme(charts.ThemeLight)
	o.Title = charts.TitleOption{Text: p.Title, Subtext: p.Note, FontStyle: charts.NewFontStyleWithSize(titleSize), SubtextFontStyle: small}
	o.Legend = charts.LegendOption{SeriesNames: names, Offset: charts.OffsetRight, FontStyle: small}
	o.XAxis.Labels = p.Labels
	o.XAxis.BoundaryGap = charts.Ptr(false)
	o.XAxis.LabelCount = min(len(p.Labels), 10)
	o.XAxis.LabelFontStyle = small
	o.LineStrokeWidth = 2
	if len(p.Labels) > manyLabels { // dots would hide the lines
		o.Symbol.Shape = charts.SymbolNone
	}
	o.Padding = charts.NewBox(20, 15, 30, 10)
	o.YAxis = []charts.YAxisOption{p.axis()}
	o.ValueFormatter = p.format
	return o
}

// axis is from 0 to 1 for shares; other numbers begin at 0 too.
func (p Panel) axis() charts.YAxisOption {
	a := charts.YAxisOption{Min: charts.Ptr(0.0), LabelCount: 6, LabelFontStyle: charts.NewFontStyleWithSize(smallSize)}
	if p.Percent {
		a.Max = charts.Ptr(1.0)
	}
	return a
}

func (p Panel) format(v float64) string {
	if p.Percent {
		return fmt.Sprintf("%.0f%%", 100*v)
	}
	return fmt.Sprintf("%g", math.Round(100*v)/100)
}

func known(values []float64) []float64 {
	all := make([]float64, len(values))
	for i, v := range values {
		if all[i] = v; math.IsNaN(v) {
			all[i] = charts.GetNullValue()
		}
	}
	return all
}

// bars are the eighths of a block.
var bars = []rune("▁▂▃▄▅▆▇█")

// Spark draws values as one row of blocks, from 0 or the least, if that is below, to the
// greatest; a blank is where there is none.
func Spark(values []float64) string {
	low, high := Range(values)
	low = min(low, 0)
	row := make([]rune, len(values))
	for i, v := range values {
		switch {
		case math.IsNaN(v):
			row[i] = ' '
		case high == low:
			row[i] = bars[0]
		default:
			row[i] = bars[int(math.Round((v-low)/(high-low)*float64(len(bars)-1)))]
		}
	}
	return string(row)
}

// Range is from the least value to the greatest; 0 and 0 of none.
func Range(values []float64) (low, high float64) {
	first := true
	for _, v := range values {
		if math.IsNaN(v) {
			continue
		}
		if first {
			low, high, first = v, v, false
		}
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
