package help

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"redeye/domain/fault"
)

// DecodeAnswer reads the payload of a signal or an update strictly, and checks it: a plain
// decoder takes a misspelt or a missing field for an empty answer. Every error is
// fault.Invalid and shows the shape to send.
func DecodeAnswer(payload []byte) (Answer, error) {
	var a Answer
	var flags map[string]*bool
	shape := shape{
		text:   `{"answer": "…", "by": "…"}`,
		fields: map[string]any{"answer": &a.Text, "by": &a.By, "flags": &flags},
	}
	if err := shape.decode(payload); err != nil {
		return Answer{}, err
	}
	for name, value := range flags {
		if value == nil {
			return Answer{}, fault.Invalidf("flag %q is null; it must be true or false", name)
		}
		if a.Flags == nil {
			a.Flags = make(map[string]bool, len(flags))
		}
		a.Flags[name] = *value
	}
	return a, Check(a)
}

// DecodeResolution is DecodeAnswer's twin. Nothing need be said to resolve a request: no
// payload, null and {} are all fine.
func DecodeResolution(payload []byte) (Resolution, error) {
	var r Resolution
	if p := bytes.TrimSpace(payload); len(p) == 0 || bytes.Equal(p, []byte("null")) {
		return r, nil
	}
	shape := shape{
		text:   `{"by": "…", "reason": "…"}`,
		fields: map[string]any{"by": &r.By, "reason": &r.Reason},
	}
	if err := shape.decode(payload); err != nil {
		return Resolution{}, err
	}
	return r, checkResolution(r)
}

// shape is a JSON object with a fixed set of fields, each of them optional.
type shape struct {
	text   string         // an example
	fields map[string]any // pointers to decode into
}

func (s shape) decode(payload []byte) error {
	if !utf8.Valid(payload) {
		return fault.Invalidf("the payload is not valid UTF-8; send %s", s.text)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(payload, &object); err != nil || object == nil {
		return fault.Invalidf("the payload is %s; send a JSON object: %s", kindOf(payload, err), s.text)
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		field, ok := s.fields[name]
		if !ok {
			allowed := strings.Join(slices.Sorted(maps.Keys(s.fields)), ", ")
			return fault.Invalidf("there is no field %q; the fields are: %s. Send %s", name, allowed, s.text)
		}
		if err := json.Unmarshal(object[name], field); err != nil {
			return fault.Invalidf("the field %q is of the wrong type: %s. Send %s", name, plain(err), s.text)
		}
	}
	return nil
}

// kindOf names what came in place of an object.
func kindOf(payload []byte, err error) string {
	payload = bytes.TrimSpace(payload)
	var syntax *json.SyntaxError
	switch {
	case len(payload) == 0:
		return "empty"
	case errors.As(err, &syntax):
		return fmt.Sprintf("no JSON (%s at byte %d)", plain(err), syntax.Offset)
	}
	switch payload[0] {
	case '"':
		return "a plain string"
	case '[':
		return "an array"
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	}
	return "a number"
}

func plain(err error) string { return strings.TrimPrefix(err.Error(), "json: ") }
