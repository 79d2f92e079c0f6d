package genome

import "time"

// qualifies says that a group is a pattern and not a mood: from enough runs and, with the
// immune check on, from enough days too (specification, section 5).
func (t Tuning) qualifies(group []Observation, immune bool) bool {
	runs, days := spread(group)
	if immune {
		return len(group) >= t.MinObservations && runs >= t.ImmuneRuns && days >= t.ImmuneDays
	}
	return len(group) >= t.MinObservations && runs >= t.MinRuns
}

// spread counts the distinct runs and UTC calendar days.
func spread(group []Observation) (runs, days int) {
	ofRun, ofDay := map[string]bool{}, map[time.Time]bool{}
	for _, o := range group {
		ofRun[o.Run] = true
		ofDay[o.At.UTC().Truncate(day)] = true
	}
	return len(ofRun), len(ofDay)
}
