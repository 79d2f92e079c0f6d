package genome

import (
	"regexp"

	"redeye/domain/fault"
	"redeye/domain/text"
)

// Observed is what a customer did with the output of one run.
type Observed struct {
	Run string
	// Edit is the output as the customer changed it; nil if they did not.
	Edit *EditedText
	// Comment is the customer's own words on a thumbs-down; empty if there are none.
	Comment string
	By      string // the account it came from
}

// EditedText is a text before and after a customer's edit.
type EditedText struct {
	Before *string // nil is the run's own output
	After  string
}

// The bounds of what is taken in, in bytes (ours): an observation as a help request's
// text, a text that was edited as the output that is kept of a run.
const (
	observedBytes = 4000
	editedBytes   = 1 << 20
)

// Records returns what a customer did as observations that are fit to be kept: redacted,
// cut and with their kind; whose they are is for the caller to fill in. own is the run's
// own output; nil if there is none on record. What cannot be taken in is fault.Invalid.
//
// A comment that the screen refuses is refused: it can be put otherwise. What follows from
// an edit is kept, with why it is not told.
func (o Observed) Records(own *string) ([]ObservationRecord, error) {
	if o.Edit == nil && o.Comment == "" {
		return nil, fault.Invalidf("there is nothing to observe: give an edit or a comment")
	}
	edits, err := o.edits(own)
	if err != nil {
		return nil, err
	}
	comment, err := o.comment()
	if err != nil {
		return nil, err
	}
	return append(edits, comment...), nil
}

func (o Observed) edits(own *string) ([]ObservationRecord, error) {
	if o.Edit == nil {
		return nil, nil
	}
	before, err := o.before(own)
	if err != nil {
		return nil, err
	}
	// Redacted first, since a secret would be taken apart into words.
	var records []ObservationRecord
	for _, s := range FromEdit(safe(before, editedBytes), safe(o.Edit.After, editedBytes)) {
		record := ObservationRecord{Observation: Observation{Kind: Edit, Text: safe(s, observedBytes)}}
		if refusal := Screen(record.Text); refusal != nil {
			record.ScreenedAs = refusal.Because
		}
		records = append(records, record)
	}
	if len(records) == 0 && o.Comment == "" {
		return nil, o.saysNothing(before)
	}
	return records, nil
}

func (o Observed) before(own *string) (string, error) {
	switch {
	case o.Edit.Before != nil:
		return *o.Edit.Before, nil
	case own == nil:
		return "", fault.Invalidf("run %s left no output; give the text from before the edit too", o.Run)
	case cutShort.MatchString(*own):
		return "", fault.Invalidf("the output of run %s was too long to be kept whole; give the text from before the edit too", o.Run)
	}
	return *own, nil
}

// cutShort finds the marks of a stream of which only the beginning and the end were kept,
// and of text.Cut.
var cutShort = regexp.MustCompile(`… \[(?:\d+ bytes left out\] …|cut, \d+ bytes in all\]$)`)

func (o Observed) saysNothing(before string) error {
	if sameWords(before, o.Edit.After) {
		return fault.Invalidf("the edit changes nothing, but perhaps case, punctuation and space")
	}
	return fault.Invalidf("no rule makes anything of the edit: it changes facts, or whole passages; say in a comment what is wanted")
}

func (o Observed) comment() ([]ObservationRecord, error) {
	if o.Comment == "" {
		return nil, nil
	}
	comment := safe(o.Comment, observedBytes)
	if Wording(comment) == "" {
		return nil, fault.Invalidf("the comment is empty")
	}
	if refusal := Screen(comment); refusal != nil {
		return nil, fault.Invalidf("the comment %s", refusal.Because)
	}
	return []ObservationRecord{{Observation: Observation{Kind: Comment, Text: comment}}}, nil
}

func safe(s string, limit int) string { return text.NewRedactor().Safe(s, limit) }
