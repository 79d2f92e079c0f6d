package learning

// Record is a learning with whose it is.
type Record struct {
	Learning
	Workspace string `json:"workspace"`
	Agent     string `json:"agent"`
}
