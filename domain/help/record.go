package help

// Record is a request with how it was closed; nil while it is open.
type Record struct {
	Request
	Closed *Closed `json:"closed,omitempty"`
}
