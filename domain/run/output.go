package run

import (
	"encoding/json"
	"slices"
	"strings"
)

// Output says how a runner's standard output is read. The zero value takes it as text.
type Output struct {
	// Format is OutputJSON, or anything else for plain text.
	Format string
	// ResultKey and CostKey are the keys of a JSON object that hold the text and the
	// measured cost in US dollars.
	ResultKey, CostKey string
}

// OutputJSON is the format of a runner that prints JSON: one document, an object or an
// array of them, or one object a line. Other lines may stand between.
const OutputJSON = "json"

// ReadOutput returns what an agent said, and what its runner measured that it cost. The
// last JSON object that holds one of the keys counts. Where none does, the text is the
// output as it is. A cost that is missing, or no amount of money, is unknown: nil.
func ReadOutput(o Output, stdout string) (text string, cost *Money) {
	if o.Format != OutputJSON {
		return stdout, nil
	}
	for _, object := range slices.Backward(objects(stdout)) {
		result, hasResult := object[o.ResultKey]
		measured, hasCost := object[o.CostKey]
		if hasResult || hasCost {
			return readText(result, stdout), readCost(measured)
		}
	}
	return stdout, nil
}

type object = map[string]json.RawMessage

// objects returns the JSON objects of a document, or else of its lines, in order.
func objects(stdout string) []object {
	if list, ok := documentObjects(stdout); ok {
		return list
	}
	var list []object
	for line := range strings.Lines(stdout) {
		inLine, _ := documentObjects(line)
		list = append(list, inLine...)
	}
	return list
}

// documentObjects reads one JSON document; false if the text is none, or holds no object.
func documentObjects(text string) ([]object, bool) {
	text = strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(text, "{"):
		var o object
		err := json.Unmarshal([]byte(text), &o)
		return []object{o}, err == nil
	case strings.HasPrefix(text, "["):
		var elements []json.RawMessage
		if json.Unmarshal([]byte(text), &elements) != nil {
			return nil, false
		}
		return elementObjects(elements), true
	}
	return nil, false
}

func elementObjects(elements []json.RawMessage) []object {
	var list []object
	for _, e := range elements {
		var o object
		if json.Unmarshal(e, &o) == nil && o != nil {
			list = append(list, o)
		}
	}
	return list
}

// readText returns otherwise where the value is no string.
func readText(value json.RawMessage, otherwise string) string {
	var s *string // JSON's null leaves a string untouched, without an error
	if json.Unmarshal(value, &s) != nil || s == nil {
		return otherwise
	}
	return *s
}

func readCost(value json.RawMessage) *Money {
	var dollars *float64
	if json.Unmarshal(value, &dollars) != nil || dollars == nil {
		return nil
	}
	cost, ok := MoneyOf(*dollars)
	if !ok {
		return nil
	}
	return &cost
}
