package alert

import (
	"fmt"
	"time"
)

// Caught is a text that the screen kept out: of an observation, of a candidate, or of a gene
// that was stored before the screen knew.
type Caught struct {
	Workspace, Agent string
	// Observation is the first that said so; empty for a gene. A candidate is refused again
	// in each night of its window, and is one cause.
	Observation string
	Gene        string
}

func (c Caught) alert(asOf time.Time) (Alert, bool) {
	if c.Gene != "" {
		return Injection.of(asOf, c.Workspace, c.Agent,
			fmt.Sprintf("gene %s of %s could pass for an instruction; see: starter gene show %s", c.Gene, c.Agent, c.Gene), c.Gene), true
	}
	return Injection.of(asOf, c.Workspace, c.Agent,
		fmt.Sprintf("observation %s on %s could pass for an instruction, and is kept out of prompts and genes; see: starter observation list --agent %s --workspace %s",
			c.Observation, c.Agent, c.Agent, c.Workspace), c.Observation), true
}

// Harmful is a gene that a night has stopped, since it did harm.
type Harmful struct{ Workspace, Agent, Gene string }

func (h Harmful) alert(asOf time.Time) (Alert, bool) {
	return HarmStop.of(asOf, h.Workspace, h.Agent,
		fmt.Sprintf("gene %s made outputs of %s worse, and is told no more; see: starter experiment show %s --workspace %s", h.Gene, h.Agent, h.Agent, h.Workspace),
		h.Gene), true
}

// Request is a fatal help request that was open at asOf.
type Request struct {
	ID, Workspace, Agent string
	FiledAt              time.Time
}

// patience is how long a fatal request may be open (specification, section 6).
const patience = 24 * time.Hour

func (r Request) alert(asOf time.Time) (Alert, bool) {
	return OpenRequest.of(asOf, r.Workspace, r.Agent,
		fmt.Sprintf("%s waits for an answer since %s; see: starter request show %s", r.Agent, minute(r.FiledAt), r.ID),
		r.ID), asOf.Sub(r.FiledAt) > patience
}

// Unmetered are the runs of an agent that ended in the day up to asOf without a known cost,
// under a factory that meters fuel. Without fuel nobody counts on a cost.
type Unmetered struct {
	Workspace, Agent string
	Runs             int
}

func (u Unmetered) alert(asOf time.Time) (Alert, bool) {
	return FuelUnknown.of(asOf, u.Workspace, u.Agent,
		fmt.Sprintf("%d of the runs of %s that ended in the last day have no known cost, and no fuel was taken for them; see: starter run list --agent %s --workspace %s",
			u.Runs, u.Agent, u.Agent, u.Workspace),
		u.Workspace, u.Agent, asOf.UTC().Format(time.DateOnly)), u.Runs > 0
}

// Failure is a phase of a night that failed.
type Failure struct {
	Night time.Time
	Phase string
}

func (f Failure) alert(asOf time.Time) (Alert, bool) {
	key := f.Night.UTC().Format(time.RFC3339)
	return PhaseFailed.of(asOf, "", "", fmt.Sprintf("phase %s of the night %s failed; see: starter night show %s", f.Phase, key, key), key, f.Phase), true
}

// longest is how long there may be no night: a day, and two hours for one that is late.
const longest = 26 * time.Hour

// Missing is the alert that no night has begun since the last one; nil if that is not long
// ago. It is for the workers, outside of any night.
func Missing(last, now time.Time) *Alert {
	if now.Sub(last) <= longest {
		return nil
	}
	a := NoNight.of(now, "", "", fmt.Sprintf("no night has begun since %s; see: starter night list", minute(last)), last.UTC().Format(time.RFC3339))
	return &a
}

func minute(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }
