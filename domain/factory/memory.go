package factory

import (
	"cmp"
	"time"
)

// Memory is [memory]: how long what an agent remembers is told. It has an effect with
// [genome] memory. What it leaves out is 0; see OrDefault.
type Memory struct {
	ThreadDays   int `json:"thread_days,omitempty"`   // after which an open thread expires
	EpisodeDays  int `json:"episode_days,omitempty"`  // after which an episode is deleted
	EpisodesTold int `json:"episodes_told,omitempty"` // the latest, to each run
}

// OrDefault is the memory with what it leaves out filled in: 14 days, 30 days, ten
// episodes.
func (m Memory) OrDefault() Memory {
	return Memory{
		ThreadDays:   cmp.Or(m.ThreadDays, 14),
		EpisodeDays:  cmp.Or(m.EpisodeDays, 30),
		EpisodesTold: cmp.Or(m.EpisodesTold, 10),
	}
}

// ThreadsSince is the time after which a thread that is still open was opened.
func (m Memory) ThreadsSince(now time.Time) time.Time {
	return now.AddDate(0, 0, -m.OrDefault().ThreadDays)
}

// EpisodesSince is the time after which a run ended whose episode is told.
func (m Memory) EpisodesSince(now time.Time) time.Time {
	return now.AddDate(0, 0, -m.OrDefault().EpisodeDays)
}

func memoryOf(s *section) Memory {
	defer s.close()
	return Memory{
		ThreadDays:   s.integer("thread_days", 0, 1, 3650, "no run would be told a thread"),
		EpisodeDays:  s.integer("episode_days", 0, 1, 3650, "no run would be told an episode"),
		EpisodesTold: s.integer("episodes_told", 0, 1, 100, "no run would be told an episode"),
	}
}
