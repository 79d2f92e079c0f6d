package help

import (
	"maps"
	"slices"
	"strings"

	"redeye/domain/fault"
)

// carryOver returns the flags of the chain that an answer starts: the recorded ones that
// the pipeline still declares, and those the person had to give. dropped are the recorded
// ones that it no longer declares.
//
// It never takes a default (specification, section 3): the default is the safe choice for
// work that nobody has thought about, and here somebody has.
func carryOver(req Request, declared, given map[string]bool) (flags map[string]bool, dropped []string, err error) {
	if err := checkGiven(req, declared, given); err != nil {
		return nil, nil, err
	}
	flags = map[string]bool{}
	maps.Copy(flags, given)
	for _, name := range shared(req.Flags, declared) {
		flags[name] = req.Flags[name]
	}
	if missing := without(declared, flags); len(missing) > 0 {
		return nil, nil, fault.Invalidf("request %s does not know under which of these flags its chain ran: %s. "+
			"Give each of them with the answer, true or false: a reply never takes a pipeline's defaults", req.ID, list(missing))
	}
	return flags, without(req.Flags, declared), nil
}

func checkGiven(req Request, declared, given map[string]bool) error {
	if again := shared(given, req.Flags); len(again) > 0 {
		return fault.Invalidf("request %s has recorded these flags, so they cannot be given again: %s", req.ID, list(again))
	}
	if undeclared := without(given, declared); len(undeclared) > 0 {
		return fault.Invalidf("pipeline %s declares no such flags: %s; it declares: %s", req.Pipeline, list(undeclared), list(sorted(declared)))
	}
	return nil
}

// shared are the names of a that b has too.
func shared(a, b map[string]bool) []string {
	return slices.DeleteFunc(sorted(a), func(name string) bool { _, ok := b[name]; return !ok })
}

// without are the names of a that b has not.
func without(a, b map[string]bool) []string {
	var names []string
	for _, name := range sorted(a) {
		if _, ok := b[name]; !ok {
			names = append(names, name)
		}
	}
	return names
}

func sorted(flags map[string]bool) []string { return slices.Sorted(maps.Keys(flags)) }

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
