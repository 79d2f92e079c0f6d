package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	nameWidth = 34
	cellWidth = 28
)

// write is the result as a table: a block for each persona, a line for each measure.
func write(out io.Writer, seeds int, all []result) {
	fmt.Fprintf(out, "%d lives of %d days with %d runs a day; means with their 95 %% intervals\n", seeds, nights, perDay)
	for _, p := range personas {
		fmt.Fprintln(out)
		line(out, strings.ToUpper(p.name), append(names(), "1 less 0"))
		for _, m := range measures {
			if m.applies == nil || m.applies(p) {
				line(out, m.name, append(cells(m, of(p, all)), m.change(of(p, all))))
			}
		}
	}
}

// of are a persona's results, in the order of the arms.
func of(p persona, all []result) []result {
	var found []result
	for _, r := range all {
		if r.persona == p {
			found = append(found, r)
		}
	}
	return found
}

func names() []string {
	var names []string
	for _, a := range arms {
		names = append(names, a.name)
	}
	return names
}

func cells(m measure, results []result) []string {
	var cells []string
	for _, r := range results {
		if m.learns && !r.learns {
			cells = append(cells, "-")
			continue
		}
		cells = append(cells, m.mean(r.lives).text(m.percent))
	}
	return cells
}

// change is what tuning 1 changes for the same customers with the same luck.
func (m measure) change(results []result) string {
	old, mended := results[tuning0].lives, results[tuning1].lives
	by := make([]float64, len(old))
	for i := range by {
		by[i] = m.of(mended[i]) - m.of(old[i])
	}
	return meanOf(by).text(m.percent)
}

func (m mean) text(percent bool) string {
	s := fmt.Sprintf("%.2f ± %.2f", m.mean, m.reach)
	if percent {
		s = fmt.Sprintf("%.1f%% ± %.1f", 100*m.mean, 100*m.reach)
	}
	if m.never > 0 {
		s += fmt.Sprintf(" (%d never)", m.never)
	}
	return s
}

func line(out io.Writer, name string, cells []string) {
	row := pad(name, nameWidth)
	for _, c := range cells {
		row += pad(c, cellWidth)
	}
	fmt.Fprintln(out, strings.TrimRight(row, " "))
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(2, width-utf8.RuneCountInString(s)))
}
