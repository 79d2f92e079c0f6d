package help

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"redeye/domain/fault"
)

// Limits of the texts of requests and replies, in bytes.
const (
	// TextBytes bounds a request's summary and its detail, each: longer ones are cut
	// (specification, section 3).
	TextBytes = 4000
	// AnswerBytes bounds an answer. It is passed on word for word, so a longer one is
	// refused, not cut (ours).
	AnswerBytes = 64 << 10
	// ByBytes bounds the name of whoever replies (ours).
	ByBytes = 200
	// ReasonBytes bounds the reason of a resolution (ours).
	ReasonBytes = 4000
)

// Check refuses an answer that no request can take, with fault.Invalid. What depends on
// the request is Reply's.
func Check(a Answer) error {
	if strings.TrimSpace(a.Text) == "" {
		return fault.Invalidf("the answer is empty; say what the agent should know, or resolve the request if nothing more is needed")
	}
	if err := checkText("answer", a.Text, AnswerBytes); err != nil {
		return err
	}
	return checkName(a.By)
}

func checkResolution(r Resolution) error {
	if err := checkText("reason", r.Reason, ReasonBytes); err != nil {
		return err
	}
	return checkName(r.By)
}

func checkName(by string) error {
	if strings.ContainsFunc(by, unicode.IsControl) {
		return fault.Invalidf("the name in \"by\" must be one line without control characters")
	}
	return checkText("name in \"by\"", by, ByBytes)
}

// checkText refuses what PostgreSQL and Temporal cannot keep.
func checkText(what, s string, limit int) error {
	switch {
	case len(s) > limit:
		return fault.Invalidf("the %s is %d bytes long; at most %d are taken", what, len(s), limit)
	case !utf8.ValidString(s):
		return fault.Invalidf("the %s is not valid UTF-8; send it again as UTF-8 text", what)
	case strings.ContainsRune(s, 0):
		return fault.Invalidf("the %s holds a NUL character; send it again without it", what)
	}
	return nil
}
