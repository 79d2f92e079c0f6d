package genome

import (
	"time"

	"redeye/domain/fault"
)

// Written is a gene that a person writes, for the kernel or the customer.
type Written struct {
	ID      string
	Agent   string
	Stratum Stratum
	Text    string
	At      time.Time
}

// Add returns the live gene that a person wrote; known are the genes of its agent. What
// the night refuses is refused here too, as fault.Invalid with the reason, but for facts:
// who writes "sign with the office's number, 555 0100" means it. A kernel gene says what
// the agent is, so that it contradicts nothing; one that is a learned stratum's is
// fault.Invalid: those are made by the night only.
func (t Tuning) Add(w Written, known []Gene) (Gene, error) {
	w.Text = Wording(w.Text)
	if err := t.writable(w, t.read(known)); err != nil {
		return Gene{}, err
	}
	return Gene{ID: w.ID, Agent: w.Agent, Stratum: w.Stratum, Text: w.Text, State: Live, BornAt: w.At}, nil
}

func (t Tuning) writable(w Written, known []reading) error {
	gist := t.Gist(w.Text)
	switch {
	case w.Stratum != Kernel && w.Stratum != Customer:
		return fault.Invalidf("a person writes kernel or customer genes, not %q", w.Stratum)
	case len(gist.Words) == 0:
		return fault.Invalidf("the gene says nothing: there is no word in it but the most common ones")
	}
	for _, refusal := range []*Refusal{Screen(w.Text), t.length(w.Text), t.contradiction(w, gist, known), t.duplicate(gist, known)} {
		if refusal != nil {
			return refusal.Err()
		}
	}
	return nil
}

func (t Tuning) contradiction(w Written, gist Gist, known []reading) *Refusal {
	if w.Stratum == Kernel {
		return nil
	}
	return t.identity(gist, known)
}
