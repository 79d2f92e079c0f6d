package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"redeye/domain/run"
)

// print writes a command's data to standard output: as one JSON document with --json,
// else as the page that write fills.
func (a *app) print(data any, write func(*page)) error {
	if a.json {
		encoder := json.NewEncoder(a.out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(data)
	}
	var p page
	write(&p)
	_, err := io.WriteString(a.out, p.String())
	return err
}

// sayf writes a line of talk to standard error. Talk that cannot be heard stops nothing.
func (a *app) sayf(format string, args ...any) {
	_, _ = fmt.Fprintf(a.err, format+"\n", args...)
}

// page is what a command shows to people.
type page struct{ strings.Builder }

func (p *page) linef(format string, args ...any) {
	_, _ = fmt.Fprintf(p, format+"\n", args...) // into memory
}

// fields writes name and value pairs in two columns, and leaves out empty values.
func (p *page) fields(pairs ...string) {
	var rows [][]string
	for pair := range slices.Chunk(pairs, 2) {
		if pair[1] != "" {
			rows = append(rows, pair)
		}
	}
	p.columns(rows)
}

// table writes rows under a heading; without rows it says so.
func (p *page) table(heading, none string, rows [][]string) {
	if len(rows) == 0 {
		p.linef("%s", none)
		return
	}
	p.columns(slices.Concat([][]string{strings.Fields(heading)}, rows))
}

// columns writes rows with their cells one under the other.
func (p *page) columns(rows [][]string) {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		_, _ = io.WriteString(w, strings.Join(row, "\t")+"\n") // into memory
	}
	_ = w.Flush()
	for line := range strings.Lines(b.String()) {
		p.linef("%s", strings.TrimRight(line, " \n"))
	}
}

// section writes a titled block of text, indented so that it cannot be taken for a heading.
func (p *page) section(title, text string) {
	if text == "" {
		return
	}
	p.linef("\n%s", title)
	for line := range strings.Lines(text) {
		p.linef("%s", strings.TrimRight("  "+line, " \n"))
	}
}

// clock writes an instant, in UTC like every record and every message.
func clock(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05Z") }

// ended writes when something ended; empty while it has not.
func ended(t *time.Time) string {
	if t == nil {
		return ""
	}
	return clock(*t)
}

// cost writes a measured cost. What was not measured is unknown, which is not zero.
func cost(m *run.Money) string {
	if m == nil {
		return "unknown"
	}
	return m.String()
}

// flags writes flags in the order of their names; "none" where a pipeline has none.
func flags(values map[string]bool) string {
	if len(values) == 0 {
		return "none"
	}
	pairs := make([]string, 0, len(values))
	for name, value := range values {
		pairs = append(pairs, fmt.Sprintf("%s=%t", name, value))
	}
	slices.Sort(pairs)
	return strings.Join(pairs, " ")
}

// plural writes a count with its noun: "1 run", "3 runs".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// array is a list as JSON shows it: empty rather than null.
func array[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
