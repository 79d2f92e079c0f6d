package learning

// Event is that a learning came to a state. It is what a scorecard counts.
type Event struct {
	Learning string
	What     What
}

// What happened to a learning.
type What string

// The events. A rediscovery that confirms is a confirmation.
const (
	EventBorn         What = "born"
	EventRediscovered What = "rediscovered"
	EventConfirmed    What = "confirmed"
	EventLapsed       What = "lapsed"
	EventRejected     What = "rejected"
)

// Events tells what happened to learnings, in the order of after: before are all of those
// that were known, after those that changed.
func Events(before, after []Learning) []Event {
	was := map[string]State{}
	for _, l := range before {
		was[l.ID] = l.State
	}
	var events []Event
	for _, l := range after {
		state, known := was[l.ID]
		switch {
		case !known:
			events = append(events, Event{l.ID, EventBorn})
		case state != l.State:
			events = append(events, Event{l.ID, cameTo[l.State]})
		}
	}
	return events
}

var cameTo = map[State]What{
	Provisional: EventRediscovered, Confirmed: EventConfirmed, Lapsed: EventLapsed, Rejected: EventRejected,
}
