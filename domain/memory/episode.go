package memory

import (
	"time"
	"unicode/utf8"

	"redeye/domain/learning"
)

// Episode is one line on a run that ended, for later runs of its agent.
type Episode struct {
	Run  string    `json:"run"`
	Line string    `json:"line"`
	At   time.Time `json:"at"` // when the run ended
}

// EpisodeRecord is an episode with whose it is.
type EpisodeRecord struct {
	Episode
	Workspace string `json:"workspace"`
	Agent     string `json:"agent"`
}

// Line tells of a run: how it ended, in which pipeline, and what it reported. A report that
// the screen of learnings refuses is left out.
func Line(outcome, pipeline, headline string) string {
	line := outcome + " in " + pipeline
	if headline != "" && learning.Objection(headline, learning.Rules{MaxCharacters: utf8.RuneCountInString(headline)}) == "" {
		line += ": " + headline
	}
	return line
}
