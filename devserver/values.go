package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	enums "go.temporal.io/api/enums/v1"
)

func (o *options) addNamespace(name string) error {
	if !slices.Contains(o.namespaces, name) {
		o.namespaces = append(o.namespaces, name)
	}
	return nil
}

// addAttribute takes the type's name in any case, as the temporal CLI does.
func (o *options) addAttribute(s string) error {
	name, kind, err := pair(s)
	if err != nil {
		return err
	}
	for _, known := range attributeTypes() {
		if strings.EqualFold(known, kind) {
			o.attributes[name] = enums.IndexedValueType(enums.IndexedValueType_shorthandValue[known])
			return nil
		}
	}
	return fmt.Errorf("%q is no type; allowed are %s", kind, strings.Join(attributeTypes(), ", "))
}

func attributeTypes() []string {
	types := slices.Sorted(maps.Keys(enums.IndexedValueType_shorthandValue))
	return slices.DeleteFunc(types, func(t string) bool { return t == "Unspecified" })
}

// addDynamic reads a whole number as an int, because a setting that counts refuses a float.
func (o *options) addDynamic(s string) error {
	key, text, err := pair(s)
	if err != nil {
		return err
	}
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return fmt.Errorf("the value of %s is not JSON: %w", key, err)
	}
	if f, ok := value.(float64); ok && f == float64(int(f)) {
		value = int(f)
	}
	o.dynamic[key] = value
	return nil
}

func (o *options) addPragma(s string) error {
	name, value, err := pair(s)
	if err != nil {
		return err
	}
	o.pragmas[name] = value
	return nil
}

func pair(s string) (name, value string, err error) {
	name, value, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return "", "", fmt.Errorf("%q is not of the form name=value", s)
	}
	return name, value, nil
}
