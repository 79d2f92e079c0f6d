package factory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"redeye/domain/fault"
)

// Fault is one thing that is wrong in a factory's file.
type Fault struct {
	File    string
	Line    int // from 1
	Message string
}

func (f Fault) Error() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message) }

// Faults are all that is wrong in a file, in order of their lines.
type Faults []Fault

func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, one := range f {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// err returns the faults as one fault.Invalid error; nil if there are none.
func (f Faults) err() error {
	if len(f) == 0 {
		return nil
	}
	slices.SortStableFunc(f, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	return &fault.Error{Kind: fault.Invalid, Err: f}
}
