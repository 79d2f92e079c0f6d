package factory

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// Defaults of a runner (ours). Half an hour is long for an agent, ten seconds are enough
// to write down what it has.
const (
	defaultTimeout   = 30 * time.Minute
	defaultGrace     = 10 * time.Second
	defaultResultKey = "result"
	defaultCostKey   = "total_cost_usd"
)

func runner(s *section) Runner {
	r := Runner{
		Command:     command(s),
		Dir:         s.text("dir"),
		Env:         env(s),
		Timeout:     s.duration("timeout", defaultTimeout, time.Second),
		IdleTimeout: s.duration("idle_timeout", 0, 0),
		Grace:       s.duration("grace", defaultGrace, time.Millisecond),
		Output:      output(s),
		ResultKey:   s.text("result_key"),
		CostKey:     s.text("cost_key"),
	}
	keysOf(s, &r)
	if r.IdleTimeout > 0 && r.IdleTimeout < time.Second {
		s.fault("idle_timeout", `= %q would end every run; allowed: "0s" for none, or from 1s`, r.IdleTimeout)
	}
	return r
}

func command(s *section) []string {
	words, ok := s.texts("command")
	if !s.has("command") {
		s.fault("command", `is missing: the program and its arguments, such as ["claude", "-p"]`)
		return nil
	}
	if ok && (len(words) == 0 || words[0] == "") {
		s.fault("command", `is empty; allowed: the program and its arguments, such as ["claude", "-p"]`)
	}
	for _, unknown := range placeholdersIn(words) {
		if !slices.Contains(placeholders, unknown) {
			s.fault("command", "has an unknown placeholder %s%s; allowed: %s", unknown, meant(unknown, placeholders), list(placeholders))
		}
	}
	return words
}

// placeholders are what a command line may contain; a runner fills them in.
var placeholders = []string{"{prompt}", "{mcp}", "{mcp_url}", "{model}", "{budget}"}

var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

// placeholdersIn leaves out ${name}: that is the shell's.
func placeholdersIn(words []string) []string {
	var found []string
	for _, word := range words {
		for _, at := range placeholder.FindAllStringIndex(word, -1) {
			if at[0] == 0 || word[at[0]-1] != '$' {
				found = append(found, word[at[0]:at[1]])
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// env is an allow-list of variables. The platform's own are refused: with them an agent
// could write to the record that is kept of it, or speak for another run.
func env(s *section) []string {
	all, _ := s.texts("env")
	for _, name := range all {
		switch {
		case !envName.MatchString(name):
			s.fault("env", "%q is no name of a variable; allowed: letters, digits and _, and no digit first; values are not written here", name)
		case ownedByPlatform(name):
			s.fault("env", "%q would hand the agent the platform's own keys; allowed: any but DATABASE_URL, REDEYE_* and TEMPORAL_*", name)
		}
	}
	return all
}

func ownedByPlatform(name string) bool {
	name = strings.ToUpper(name)
	return name == "DATABASE_URL" || strings.HasPrefix(name, "REDEYE_") || strings.HasPrefix(name, "TEMPORAL_")
}

func output(s *section) string {
	format, ok := value[string](s, "output", `"text" or "json"`)
	if !ok {
		return OutputText
	}
	if format != OutputText && format != OutputJSON {
		s.fault("output", `= %q is unknown; allowed: "text", "json"`, format)
	}
	return format
}

// keysOf fills in and checks the keys of JSON output.
func keysOf(s *section, r *Runner) {
	for _, k := range []struct {
		name, otherwise string
		value           *string
	}{{"result_key", defaultResultKey, &r.ResultKey}, {"cost_key", defaultCostKey, &r.CostKey}} {
		switch {
		case s.has(k.name) && r.Output == OutputText:
			s.fault(k.name, `has no effect on text; allowed: only with output = "json"`)
		case s.has(k.name) && *k.value == "":
			s.fault(k.name, "is empty; allowed: a key of the JSON object, or leave it out for %q", k.otherwise)
		case r.Output == OutputJSON && !s.has(k.name):
			*k.value = k.otherwise
		}
	}
}
