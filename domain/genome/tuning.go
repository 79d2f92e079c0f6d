package genome

import (
	"time"

	"redeye/domain/fault"
)

// Tuning is every number of the genome, each under one name, as one versioned value. A
// genome's factory chooses the version; a released version never changes, so that an old
// log gives what it gave. The zero value is not usable: see TuningOf.
type Tuning struct {
	Version int `json:"version"`

	// Consolidation.

	Window     time.Duration `json:"window"`     // how far back the night looks
	Similarity float64       `json:"similarity"` // token Jaccard from which two texts are alike

	MinObservations int `json:"min_observations"` // of a group
	MinRuns         int `json:"min_runs"`         // one run repeated twice is no pattern
	ImmuneRuns      int `json:"immune_runs"`      // MinRuns with the immune check on
	ImmuneDays      int `json:"immune_days"`      // UTC calendar days, with the immune check on

	Writes        int           `json:"writes"`         // births and refreshes, a workspace and pass
	RejectedPause time.Duration `json:"rejected_pause"` // how long a rejection keeps its like away
	RetiredPause  time.Duration `json:"retired_pause"`  // how long a retirement asks for more evidence

	// Strength.

	BirthStrength   float64 `json:"birth_strength"`
	CompileStrength float64 `json:"compile_strength"` // below it a learned gene is not told
	RetireStrength  float64 `json:"retire_strength"`  // below it a learned gene retires
	Step            float64 `json:"step"`             // at plasticity 1
	PlasticityFloor float64 `json:"plasticity_floor"` // what an old genome's plasticity approaches
	HalfLife        int     `json:"half_life"`        // outcomes after which half of the rest is gone
	Flagging        int     `json:"flagging"`         // contradictions that flag a customer gene

	// The leave-one-out experiment.

	LeaveOut     float64 `json:"leave_out"`     // the share of runs that leave a gene out
	TrialMinimum int     `json:"trial_minimum"` // outcomes with and without a gene, before it is ruled on
	TrialLevel   float64 `json:"trial_level"`   // of the two-sided test, over all nights
	TrialEffect  float64 `json:"trial_effect"`  // the benefit that the test is best at (ours)

	// Telling (ours: a prompt has an end).

	MaxCharacters int `json:"max_characters"` // longest gene, in characters
	ToldBytes     int `json:"told_bytes"`     // longest told observation, in bytes
	Told          int `json:"told"`           // most observations told, the newest

	// What version 1 mends; all zero in version 0.

	PolarityApart  bool `json:"polarity_apart"`  // "use it" and "never use it" are not alike
	Stemmed        bool `json:"stemmed"`         // words are compared by their English stems
	RefreshLifts   bool `json:"refresh_lifts"`   // to CompileStrength, for what is not told cannot be credited
	RetireCredited int  `json:"retire_credited"` // outcomes a gene gets before it can retire, for each run behind it
}

const day = 24 * time.Hour

// TuningOf returns a version of the tuning: 0 is the specification's and the default, 1
// mends what it gets wrong (specification, section 5). Others are fault.Invalid.
func TuningOf(version int) (Tuning, error) {
	switch version {
	case 0:
		return version0(), nil
	case 1:
		return version1(), nil
	}
	return Tuning{}, fault.Invalidf("there is no tuning version %d: the versions are 0 and 1", version)
}

func version0() Tuning {
	return Tuning{
		Window:          14 * day,
		Similarity:      0.5,
		MinObservations: 2,
		MinRuns:         2,
		ImmuneRuns:      3,
		ImmuneDays:      2,
		Writes:          5,
		RejectedPause:   30 * day,
		RetiredPause:    30 * day,
		BirthStrength:   0.5,
		CompileStrength: 0.35,
		RetireStrength:  0.15,
		Step:            0.5,
		PlasticityFloor: 0.25,
		HalfLife:        20,
		Flagging:        2,
		LeaveOut:        0.10,
		TrialMinimum:    20,
		TrialLevel:      0.05,
		TrialEffect:     0.2,
		MaxCharacters:   400,
		ToldBytes:       1000,
		Told:            25,
	}
}

func version1() Tuning {
	t := version0()
	t.Version = 1
	t.PolarityApart, t.Stemmed, t.RefreshLifts, t.RetireCredited = true, true, true, 5
	return t
}

// Since is the time after which an observation is in the window that ends at asOf.
func (t Tuning) Since(asOf time.Time) time.Time { return asOf.Add(-t.Window) }

// inWindow tells (asOf - Window, asOf]: a night that ran an hour late repeats no hour.
func (t Tuning) inWindow(at, asOf time.Time) bool {
	return at.After(t.Since(asOf)) && !at.After(asOf)
}
