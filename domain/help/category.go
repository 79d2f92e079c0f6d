package help

import (
	"slices"
	"strings"

	"redeye/domain/fault"
)

// Categories lists the six in the specification's order.
func Categories() []Category {
	return []Category{Access, Tooling, Ambiguity, Environment, Decision, Other}
}

// ParseCategory reads a category. Left out it is Other: who asks for help without
// classifying it has still asked. Any other word is fault.Invalid, and lists the six: filed
// as Other, it would vanish from the view that the category exists for.
func ParseCategory(s string) (Category, error) {
	if s == "" {
		return Other, nil
	}
	if c := Category(s); slices.Contains(Categories(), c) {
		return c, nil
	}
	names := make([]string, 0, len(Categories()))
	for _, c := range Categories() {
		names = append(names, string(c))
	}
	return "", fault.Invalidf("%q is no category; the categories are: %s", s, strings.Join(names, ", "))
}
