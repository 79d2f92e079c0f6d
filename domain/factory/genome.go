package factory

import "strings"

// Genome is [genome]. The zero value is what a factory without it has: tuning version 0 and
// every flag off.
type Genome struct {
	Tuning int `json:"tuning,omitempty"`
	// Observations lets customers' edits and comments in, and has them told.
	Observations bool `json:"observations,omitempty"`
	// Consolidation has the night make genes of observations, and learned genes told. What
	// a person wrote is told always.
	Consolidation bool `json:"consolidation,omitempty"`
	ImmuneCheck   bool `json:"immune_check,omitempty"`
	// LeaveOneOut has a tenth of the runs begin without one of their learned genes, and the
	// night judge what that changed.
	LeaveOneOut bool `json:"leave_one_out,omitempty"`
	// Families has the night propose to share what several agents have learned.
	Families bool `json:"families,omitempty"`
	// Competence has the night count what was accepted, by agent and pipeline.
	Competence bool `json:"competence,omitempty"`
	// Memory gives agents threads and episodes; see Memory.
	Memory bool `json:"memory,omitempty"`
	// Scorecards has the night keep a card of each day.
	Scorecards bool `json:"scorecards,omitempty"`
	// Alerts has the night, and the workers, tell a person what is wrong; see Alerts.
	Alerts bool `json:"alerts,omitempty"`
	// Bots are accounts that are no customers, beside those whose name ends in "[bot]".
	Bots []string `json:"bots,omitempty"`
}

func genomeOf(s *section) Genome {
	defer s.close()
	return Genome{
		Tuning:        s.integer("tuning", 0, 0, newestTuning, "versions count from 0"),
		Observations:  s.flag("observations"),
		Consolidation: s.flag("consolidation"),
		ImmuneCheck:   s.flag("immune_check"),
		LeaveOneOut:   s.flag("leave_one_out"),
		Families:      s.flag("families"),
		Competence:    s.flag("competence"),
		Memory:        s.flag("memory"),
		Scorecards:    s.flag("scorecards"),
		Alerts:        s.flag("alerts"),
		Bots:          bots(s),
	}
}

// newestTuning is the last version that genome.TuningOf knows.
const newestTuning = 1

func bots(s *section) []string {
	all, _ := s.texts("bots")
	for _, name := range all {
		if strings.TrimSpace(name) == "" || name != strings.TrimSpace(name) {
			s.fault("bots", "has %q; allowed: names of accounts, without space around them", name)
		}
	}
	return all
}

// Bot reports whether an account is no customer. Case does not matter.
func (g Genome) Bot(account string) bool {
	account = strings.ToLower(strings.TrimSpace(account))
	if strings.HasSuffix(account, "[bot]") {
		return true
	}
	for _, bot := range g.Bots {
		if strings.ToLower(bot) == account {
			return true
		}
	}
	return false
}
