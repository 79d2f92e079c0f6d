package factory

import (
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// top is the document itself as a section.
func (d *document) top() *section { return &section{doc: d, keys: d.root, title: "top level:"} }

func (s *section) child(key string, keys map[string]any) *section {
	name := key
	if s.path != "" {
		name = strings.Trim(s.title, "[]") + "." + key
	}
	return &section{doc: s.doc, path: join(s.path, key), title: "[" + name + "]", keys: keys}
}

// section returns the table under a key; an empty one where there is none.
func (s *section) section(key string) *section {
	table, _ := value[map[string]any](s, key, "a table")
	return s.child(key, table)
}

// named walks the tables under a key, such as [agents.NAME], by name, and closes each.
func (s *section) named(key string) iter.Seq2[string, *section] {
	outer := s.section(key)
	return func(yield func(string, *section) bool) {
		for _, name := range slices.Sorted(maps.Keys(outer.keys)) {
			outer.checkName(name)
			table, ok := value[map[string]any](outer, name, "a table")
			if !ok {
				continue
			}
			inner := outer.child(name, table)
			if !yield(name, inner) {
				return
			}
			inner.close()
		}
	}
}

// each walks the tables of an array, such as [[routes]], and closes each.
func (s *section) each(key string) iter.Seq[*section] {
	list, _ := value[[]any](s, key, "an array of tables, [["+key+"]]")
	return func(yield func(*section) bool) {
		for i, item := range list {
			path := element(join(s.path, key), i)
			table, ok := item.(map[string]any)
			if !ok {
				s.fault(key, "must be an array of tables, [[%s]], not of %s", key, kindOf(item))
				return
			}
			inner := &section{doc: s.doc, path: path, title: "[[" + key + "]]", keys: table}
			if !yield(inner) {
				return
			}
			inner.close()
		}
	}
}

// close reports the keys that nobody has read.
func (s *section) close() {
	slices.Sort(s.known)
	for _, key := range slices.Sorted(maps.Keys(s.keys)) {
		if slices.Contains(s.known, key) {
			continue
		}
		s.doc.fault(s.line(key), "%s has no key %q%s; allowed: %s", strings.TrimSuffix(s.title, ":"), key, meant(key, s.known), list(s.known))
	}
}

// names is what the names of agents, runners, pipelines and flags look like: they stand in
// IDs, file names, command lines and task queues.
var names = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,62}$`)

const aName = "a lower-case letter, then up to 62 lower-case letters, digits, _ or -"

func (s *section) checkName(name string) {
	if !names.MatchString(name) {
		s.doc.fault(s.line(name), "%s %q is no name; allowed: %s", s.title, name, aName)
	}
}
