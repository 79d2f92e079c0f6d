package factory

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"redeye/domain/run"
)

// section is one table of a document. A key that is read is known; close reports the others.
type section struct {
	doc   *document
	path  string
	title string // as a person calls it: "[agents.editor]"
	keys  map[string]any
	known []string
}

// value returns a key's value; ok is false where the key is absent or has another type,
// which is a fault.
func value[T any](s *section, key, want string) (v T, ok bool) {
	s.know(key)
	raw, present := s.keys[key]
	if !present {
		return v, false
	}
	if v, ok = raw.(T); !ok {
		s.fault(key, "must be %s, not %s", want, kindOf(raw))
	}
	return v, ok
}

func (s *section) know(key string) { s.known = append(s.known, key) }

func (s *section) has(key string) bool {
	_, ok := s.keys[key]
	return ok
}

// line is the key's, or the section's where it lacks the key.
func (s *section) line(key string) int {
	if line, ok := s.doc.lines[join(s.path, key)]; ok {
		return line
	}
	return max(s.doc.lines[s.path], 1)
}

// fault reports what is wrong with a key of this section.
func (s *section) fault(key, format string, args ...any) {
	s.doc.fault(s.line(key), "%s %s %s", s.title, key, fmt.Sprintf(format, args...))
}

func (s *section) text(key string) string {
	v, _ := value[string](s, key, "a string")
	return v
}

// required is text that cannot be left out or empty.
func (s *section) required(key, what string) string {
	v, ok := value[string](s, key, "a string")
	if v == "" && (ok || !s.has(key)) {
		s.fault(key, "is missing: %s", what)
	}
	return v
}

// flag is true or false; false where the key is absent.
func (s *section) flag(key string) bool {
	v, _ := value[bool](s, key, "true or false")
	return v
}

// texts is a list of strings; ok is false where the key is absent or faulty.
func (s *section) texts(key string) (all []string, ok bool) {
	list, ok := value[[]any](s, key, "a list of strings")
	for _, item := range list {
		text, isText := item.(string)
		if !isText {
			s.fault(key, "must be a list of strings, not of %s", kindOf(item))
			return nil, false
		}
		all = append(all, text)
	}
	return all, ok
}

// integer is a number within bounds. reason says what one below would do.
func (s *section) integer(key string, otherwise, least, most int, reason string) int {
	v, ok := value[int64](s, key, "a whole number")
	if !ok {
		return otherwise
	}
	if v < int64(least) {
		s.fault(key, "= %d is refused: %s; allowed: %d to %d", v, reason, least, most)
	} else if v > int64(most) {
		s.fault(key, "= %d is too large; allowed: %d to %d", v, least, most)
	}
	return int(v)
}

// maxDuration bounds what a run may take: a day is longer than any agent should be left alone.
const maxDuration = 24 * time.Hour

// duration is a Go duration of at least least.
func (s *section) duration(key string, otherwise, least time.Duration) time.Duration {
	text, ok := value[string](s, key, `a duration such as "30m"`)
	if !ok {
		return otherwise
	}
	v, err := time.ParseDuration(text)
	if err != nil || v < least || v > maxDuration {
		s.fault(key, `= %q is refused; allowed: a duration from %s to %s, such as "30m" or "90s"`, text, least, maxDuration)
	}
	return v
}

// maxDollars is more than any chain should cost, and catches amounts meant in cents.
const maxDollars = 1e6

// dollars is an amount of US dollars; nil where the key is absent.
func (s *section) dollars(key, unset string) *run.Money {
	s.know(key)
	raw, present := s.keys[key]
	if !present {
		return nil
	}
	amount, ok := number(raw)
	if !ok {
		s.fault(key, "must be a number of US dollars, not %s", kindOf(raw))
		return nil
	}
	micros := math.Round(amount * float64(run.Dollar))
	if !(amount > 0 && amount <= maxDollars) || micros/float64(run.Dollar) != amount {
		s.fault(key, "= %v is refused; allowed: US dollars above 0 and up to %d, with at most 6 decimals; without the key, %s", raw, int(maxDollars), unset)
		return nil
	}
	money := run.Money(micros)
	return &money
}

func number(raw any) (float64, bool) {
	switch v := raw.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// flags is a table of booleans.
func (s *section) flags(key string) map[string]bool {
	flags := map[string]bool{}
	table, _ := value[map[string]any](s, key, "a table of flags with true or false")
	inside := s.child(key, table)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		inside.checkName(name)
		if v, ok := value[bool](inside, name, "true or false"); ok {
			flags[name] = v
		}
	}
	if len(flags) == 0 {
		return nil
	}
	return flags
}

func kindOf(raw any) string {
	switch raw.(type) {
	case string:
		return "a string"
	case bool:
		return "true or false"
	case int64:
		return "a whole number"
	case float64:
		return "a number with decimals"
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}
