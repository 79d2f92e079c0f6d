package run

// Peer is an agent that a run may send to.
type Peer struct {
	Name  string
	About string // one line from the factory; may be empty
}
