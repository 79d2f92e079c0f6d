package run

import (
	"fmt"
	"slices"
	"strings"
)

// Judge names the outcome of an ended process, with the reason where it did not succeed.
// A failed agent's reason ends with what it last wrote on standard error. Whoever lets the
// reason out redacts the exit's texts before: in a part of one, a secret may no longer be
// recognised.
func Judge(exit Exit) (Outcome, string) {
	switch exit.Ended {
	case EndedTimeout, EndedIdleTimeout:
		return TimedOut, exit.reason("it took too long")
	case EndedStopped:
		return Halted, exit.reason("it was stopped")
	case EndedNotStarted:
		return Failed, exit.reason("it could not be started")
	case EndedItself:
	}
	if exit.Code == 0 {
		return Succeeded, ""
	}
	reason := exit.reason(fmt.Sprintf("exit code %d", exit.Code))
	if words := lastWords(exit.Stderr); words != "" {
		reason += "; it last wrote: " + words
	}
	return Failed, reason
}

func (e Exit) reason(otherwise string) string {
	if e.Reason != "" {
		return e.Reason
	}
	return otherwise
}

// lastWordsBytes bounds the lines of standard error in a reason: a person reads the rest
// in the run's record.
const lastWordsBytes = 500

// lastWords returns the last lines that are not blank, as many as fit. Of a last line
// that is too long itself, the end.
func lastWords(stderr string) string {
	var words []string
	size := 0
	for _, line := range slices.Backward(strings.Split(stderr, "\n")) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		size += len(line)
		if size > lastWordsBytes {
			if len(words) == 0 {
				words = append(words, "…"+strings.ToValidUTF8(line[len(line)-lastWordsBytes:], ""))
			}
			break
		}
		words = append(words, line)
	}
	slices.Reverse(words)
	return strings.Join(words, " / ")
}
