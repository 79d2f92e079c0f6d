package chain

import (
	"time"

	"redeye/domain/run"
)

// Record is a chain as the database knows it.
type Record struct {
	Header
	StartedAt time.Time  `json:"started_at"`
	EndedAt   *time.Time `json:"ended_at,omitempty"`
	End       *End       `json:"end,omitempty"`
	// Facts are what the state is derived from.
	Facts Facts `json:"facts"`
	// Runs counts the begun runs, Refused the refused flights.
	Runs    int `json:"runs"`
	Refused int `json:"refused"`
	// Spent adds up the known costs; UnknownCosts counts the ended runs without one.
	Spent        run.Money `json:"spent"`
	UnknownCosts int       `json:"unknown_costs"`
	// ContinuedBy are the chains that answers to this chain's requests started.
	ContinuedBy []string `json:"continued_by,omitempty"`
}

// Facts are what the database knows that the state of a chain follows from.
type Facts struct {
	// Ended is how the chain closed; empty while it is not known to have.
	Ended Ending `json:"ended,omitempty"`
	// Unfinished counts begun runs without an outcome.
	Unfinished int `json:"unfinished"`
	// OpenFatal is the ID of the chain's fatal request while that is open. Nothing begins
	// after a fatal request, so the chain cannot have gone past it.
	OpenFatal string `json:"open_fatal,omitempty"`
}
