package chain

// Event is something that happens to a chain: Started, Landed, RequestClosed or CancelRequested.
type Event interface{ event() }

// Started begins the chain with its first flight. Legal once, before anything else.
type Started struct{ Start }

// Landed ends a run. Legal for a run that is running.
type Landed struct{ Finish }

// RequestClosed tells that a person closed a request of this chain. Legal for a request the
// chain knows as open; any other changes nothing, since a signal may come twice.
type RequestClosed struct {
	Request string
	// Answered is false for a request that was resolved without an answer.
	Answered bool
}

// CancelRequested tells that a person cancelled the chain: nothing begins any more. Legal at any time.
type CancelRequested struct{}

func (Started) event()         {}
func (Landed) event()          {}
func (RequestClosed) event()   {}
func (CancelRequested) event() {}
