package help_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/fault"
	"redeye/domain/help"
)

func TestCheck(t *testing.T) {
	require.NoError(t, help.Check(help.Answer{Text: strings.Repeat("a", help.AnswerBytes), By: strings.Repeat("b", help.ByBytes)}))
	for want, a := range map[string]help.Answer{
		"the answer is empty":             {By: "Ann"},
		"or resolve the request":          {Text: " \n\t\u3000"},
		"at most 65536 are taken":         {Text: strings.Repeat("a", help.AnswerBytes+1)},
		"the answer is not valid UTF-8":   {Text: "a\xff"},
		"the answer holds a NUL":          {Text: "a\x00"},
		"201 bytes long; at most 200":     {Text: "a", By: strings.Repeat("b", help.ByBytes+1)},
		`"by" is not valid UTF-8`:         {Text: "a", By: "a\xff"},
		`name in "by" must be one line`:   {Text: "a", By: "Ann\nBob"},
		`line without control characters`: {Text: "a", By: "a\x00"},
	} {
		refused(t, help.Check(a), fault.Invalid, want)
	}
}

func TestDecodeAnswer(t *testing.T) {
	got, err := help.DecodeAnswer([]byte(` {"answer": "1.4.0", "by": "Ann", "flags": {"a": true, "b": false}} `))
	require.NoError(t, err)
	require.Equal(t, help.Answer{Text: "1.4.0", By: "Ann", Flags: map[string]bool{"a": true, "b": false}}, got)

	got, err = help.DecodeAnswer([]byte(`{"answer": "1.4.0", "by": null, "flags": null}`))
	require.NoError(t, err)
	require.Equal(t, help.Answer{Text: "1.4.0"}, got)

	sent := help.Answer{Text: "ja", By: "Zoë", Flags: map[string]bool{"a": true}}
	payload, err := json.Marshal(sent)
	require.NoError(t, err)
	got, err = help.DecodeAnswer(payload)
	require.NoError(t, err)
	require.Equal(t, sent, got, "what programs send is read")
}

const answerShape = `{"answer": "…", "by": "…"}`

func TestDecodeAnswerRefuses(t *testing.T) {
	for payload, want := range map[string]string{
		"":                                     "the payload is empty",
		" ":                                    "the payload is empty",
		`"1.4.0"`:                              "the payload is a plain string",
		`14`:                                   "the payload is a number",
		`true`:                                 "the payload is a boolean",
		`["1.4.0"]`:                            "the payload is an array",
		`null`:                                 "the payload is null",
		`{"answer": "a"} x`:                    "the payload is no JSON",
		`{"answer": "a"} {}`:                   "the payload is no JSON",
		`{"answer": "a"`:                       "the payload is no JSON",
		`1.4.0`:                                "the payload is no JSON",
		"{\"answer\": \"a\xff\"}":              "the payload is not valid UTF-8",
		`{"awnser": "a"}`:                      `there is no field "awnser"; the fields are: answer, by, flags`,
		`{"Answer": "a"}`:                      `there is no field "Answer"`,
		`{"answer": "a", "": 1}`:               `there is no field ""`,
		`{"answer": 14}`:                       `the field "answer" is of the wrong type`,
		`{"answer": {"text": "a"}}`:            `the field "answer" is of the wrong type`,
		`{"answer": "a", "by": ["Ann"]}`:       `the field "by" is of the wrong type`,
		`{"answer": "a", "flags": ["x"]}`:      `the field "flags" is of the wrong type`,
		`{"answer": "a", "flags": {"x": "y"}}`: `the field "flags" is of the wrong type`,
	} {
		_, err := help.DecodeAnswer([]byte(payload))
		refused(t, err, fault.Invalid, want, answerShape)
	}
	for payload, want := range map[string]string{
		`{}`:                                    "the answer is empty",
		`{"answer": null}`:                      "the answer is empty",
		`{"answer": "a\u0000"}`:                 "the answer holds a NUL",
		`{"answer": "a", "flags": {"x": null}}`: `flag "x" is null; it must be true or false`,
	} {
		_, err := help.DecodeAnswer([]byte(payload))
		refused(t, err, fault.Invalid, want)
	}
}

func TestDecodeResolution(t *testing.T) {
	for _, payload := range []string{"", " ", "null", "{}"} {
		got, err := help.DecodeResolution([]byte(payload))
		require.NoError(t, err)
		require.Equal(t, help.Resolution{}, got)
	}
	got, err := help.DecodeResolution([]byte(`{"by": "Ann", "reason": "done"}`))
	require.NoError(t, err)
	require.Equal(t, help.Resolution{By: "Ann", Reason: "done"}, got)

	for payload, want := range map[string]string{
		`"done"`:          "the payload is a plain string",
		`{"answer": "a"}`: `there is no field "answer"; the fields are: by, reason`,
		`{"reason": 1}`:   `the field "reason" is of the wrong type`,
		`{"by": "` + strings.Repeat("b", 201) + `"}`:         "at most 200",
		`{"reason": "` + strings.Repeat("b", 4001) + `"}`:    "at most 4000",
		`{"reason": "done", "by": "Ann\u0000"}`:              "control characters",
		`{"reason": "done\u0000", "by": "Ann of Green Gab"}`: "NUL",
	} {
		_, err := help.DecodeResolution([]byte(payload))
		refused(t, err, fault.Invalid, want)
	}
}

func FuzzDecodeAnswer(f *testing.F) {
	f.Add([]byte(`{"answer": "1.4.0", "by": "Ann", "flags": {"a": true}}`))
	f.Add([]byte(`{"answer": null}`))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, payload []byte) {
		a, err := help.DecodeAnswer(payload)
		if err != nil {
			require.Equal(t, fault.Invalid, fault.KindOf(err))
			return
		}
		require.NoError(t, help.Check(a))
	})
}
