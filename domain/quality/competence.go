package quality

import "time"

// Competence is how many outputs of an agent in a pipeline customers accepted and rejected.
// It is for people: no agent is told (specification, section 6, phase 5).
type Competence struct {
	Workspace string `json:"workspace"`
	Agent     string `json:"agent"`
	// Pipeline is empty for outcomes from before it was recorded.
	Pipeline string    `json:"pipeline"`
	Accepted int       `json:"accepted"`
	Rejected int       `json:"rejected"`
	Night    time.Time `json:"night"` // that counted last
}

// Share is the accepted part.
func (c Competence) Share() Share { return Share{Of: c.Accepted + c.Rejected, N: c.Accepted} }
