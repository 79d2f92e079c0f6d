package quality

import (
	"time"

	"redeye/domain/run"
)

// Card is what one UTC day of an agent in a workspace came to. It is made once, of what was
// known then, and never changes (specification, section 6, phase 8). An event counts on the
// day that it was; a day without any has no card.
type Card struct {
	Runs        int `json:"runs"` // that ended
	Succeeded   int `json:"succeeded"`
	Failed      int `json:"failed"`
	TimedOut    int `json:"timed_out"`
	Halted      int `json:"halted"`
	Interrupted int `json:"interrupted"`

	Accepted int `json:"accepted"`
	Rejected int `json:"rejected"`

	// Reacted counts the runs whose outputs customers came back to, by an outcome, an edit
	// or a comment; Edited those of them that they edited.
	Reacted int `json:"reacted"`
	Edited  int `json:"edited"`
	// Edits counts the edits, EditDistance sums up how far they were from the outputs.
	Edits        int     `json:"edits"`
	EditDistance float64 `json:"edit_distance"`

	Requests int `json:"requests"` // that were filed
	Fatal    int `json:"fatal"`

	Cost        run.Money `json:"cost"` // of the runs of which it is known
	CostKnown   int       `json:"cost_known"`
	CostUnknown int       `json:"cost_unknown"`

	LearningsBorn         int `json:"learnings_born"`
	LearningsRediscovered int `json:"learnings_rediscovered"`
	LearningsConfirmed    int `json:"learnings_confirmed"`
	LearningsLapsed       int `json:"learnings_lapsed"`
	LearningsRejected     int `json:"learnings_rejected"`

	GenesBorn      int `json:"genes_born"`
	GenesConfirmed int `json:"genes_confirmed"` // a person approved them
	GenesRetired   int `json:"genes_retired"`   // they left the genome, whatever ended them
}

// CardRecord is a card with whose it is.
type CardRecord struct {
	Workspace string    `json:"workspace"`
	Agent     string    `json:"agent"`
	Day       time.Time `json:"day"` // its midnight, UTC
	Card      Card      `json:"card"`
	Night     time.Time `json:"night"` // that made it
}

// AcceptRate is the accepted part of the judged outputs.
func (c Card) AcceptRate() Share { return Share{Of: c.Accepted + c.Rejected, N: c.Accepted} }

// EditRate is the edited part of the outputs that customers came back to.
func (c Card) EditRate() Share { return Share{Of: c.Reacted, N: c.Edited} }

// MeanDistance is how far an edit was on average, from 0 to 1; 0 without any.
func (c Card) MeanDistance() float64 {
	if c.Edits == 0 {
		return 0
	}
	return c.EditDistance / float64(c.Edits)
}

// Sum adds cards up, in their order.
func Sum(cards []CardRecord) Card {
	var s Card
	for _, r := range cards {
		c := r.Card
		for _, add := range []struct {
			to *int
			n  int
		}{
			{&s.Runs, c.Runs},
			{&s.Succeeded, c.Succeeded},
			{&s.Failed, c.Failed},
			{&s.TimedOut, c.TimedOut},
			{&s.Halted, c.Halted},
			{&s.Interrupted, c.Interrupted},
			{&s.Accepted, c.Accepted},
			{&s.Rejected, c.Rejected},
			{&s.Reacted, c.Reacted},
			{&s.Edited, c.Edited},
			{&s.Edits, c.Edits},
			{&s.Requests, c.Requests},
			{&s.Fatal, c.Fatal},
			{&s.CostKnown, c.CostKnown},
			{&s.CostUnknown, c.CostUnknown},
			{&s.LearningsBorn, c.LearningsBorn},
			{&s.LearningsRediscovered, c.LearningsRediscovered},
			{&s.LearningsConfirmed, c.LearningsConfirmed},
			{&s.LearningsLapsed, c.LearningsLapsed},
			{&s.LearningsRejected, c.LearningsRejected},
			{&s.GenesBorn, c.GenesBorn},
			{&s.GenesConfirmed, c.GenesConfirmed},
			{&s.GenesRetired, c.GenesRetired},
		} {
			*add.to += add.n
		}
		s.EditDistance += c.EditDistance
		s.Cost += c.Cost
	}
	return s
}

// Days are the whole UTC days of which a night makes cards, if none has been made: those
// that ended at or before asOf, as far back as history goes. from is the first, until the
// one after the last.
func Days(asOf time.Time, historyDays int) (from, until time.Time) {
	until = asOf.UTC().Truncate(24 * time.Hour)
	return until.AddDate(0, 0, -historyDays), until
}
