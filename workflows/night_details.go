package workflows

import (
	"fmt"
	"strings"

	"redeye/domain/night"
)

// nightDetails draws a night for the Temporal UI, in Markdown: phase by phase what it did,
// how long it took, and why one failed.
func nightDetails(s NightStatus) string {
	r := s.Report
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\nThe night of %s.\n", nightState(r), r.Night.UTC().Format("2006-01-02 15:04 UTC"))
	if len(r.Phases) == 0 {
		return b.String()
	}
	table(&b, "Phases", "phase", "status", "took", "what it did")
	for i, p := range r.Phases {
		row(&b, string(p.Phase), string(p.Status), s.Spans[i].Took().String(), p.Did())
	}
	return b.String()
}

func nightState(r night.Report) string {
	switch {
	case len(r.Failures()) > 0:
		return string(night.Partial)
	case len(r.Phases) < len(phases()):
		return "under way"
	}
	return string(night.Finished)
}
