package main

import (
	"fmt"
	"strings"

	"redeye/domain/genome"
	"redeye/domain/night"
)

func writeNights(p *page, lines []nightLine) {
	rows := make([][]string, 0, len(lines))
	for _, l := range lines {
		rows = append(rows, []string{nightKey(l.Night), string(l.State), startedBy(l), begun(l), nightTook(l.Record), summed(l.Record)})
	}
	p.table("NIGHT STATE BY STARTED TOOK PHASES", "no night has been yet; run one: starter night run", rows)
	for _, l := range lines {
		if l.State == nightMissed || l.verdict() != nil {
			p.linef("\nrun one that was missed, or is not whole: starter night run --again KEY")
			return
		}
	}
}

func writeNight(p *page, l nightLine) {
	p.fields(
		"night", nightKey(l.Night),
		"state", string(l.State),
		"by", startedBy(l),
		"factory", nightFactory(l.Record),
		"started", clock(l.StartedAt),
		"ended", ended(l.EndedAt),
	)
	writePhases(p, l.Record)
	writeNightRefusals(p, l.Refusals)
	if l.verdict() != nil {
		p.linef("\nrun it again: starter night run --again %s", nightKey(l.Night))
	}
}

// startedBy says who began a night: nobody, if it never began.
func startedBy(l nightLine) string {
	switch {
	case l.StartedAt.IsZero():
		return "-"
	case l.Manual:
		return "hand"
	}
	return "schedule"
}

func begun(l nightLine) string {
	if l.StartedAt.IsZero() {
		return "-"
	}
	return clock(l.StartedAt)
}

func nightFactory(r night.Record) string {
	if r.Report == nil {
		return ""
	}
	return short(r.Report.Factory)
}

// nightTook is how long the phases took: a night that was run again began long before.
func nightTook(r night.Record) string {
	if len(r.Spans) == 0 {
		return "-"
	}
	return night.Span{StartedAt: r.Spans[0].StartedAt, EndedAt: r.Spans[len(r.Spans)-1].EndedAt}.Took().String()
}

// summed names the phases that failed and, if none did, what the night did.
func summed(r night.Record) string {
	if r.Report == nil {
		return "-"
	}
	if failed := r.Report.Failures(); len(failed) > 0 {
		return "failed: " + names(failed)
	}
	total := night.Counts{}
	for _, phase := range r.Report.Phases {
		total.Add(phase.Counts)
	}
	return total.String()
}

func names(failed []night.Failure) string {
	all := make([]string, 0, len(failed))
	for _, f := range failed {
		all = append(all, string(f.Phase))
	}
	return strings.Join(all, ", ")
}

func writePhases(p *page, r night.Record) {
	if r.Report == nil {
		return
	}
	p.linef("")
	rows := make([][]string, 0, len(r.Report.Phases))
	for i, phase := range r.Report.Phases {
		rows = append(rows, []string{string(phase.Phase), string(phase.Status), r.Spans[i].Took().String(), phase.Did()})
	}
	p.table("PHASE STATUS TOOK WHAT", "no phase had its turn", rows)
}

// writeNightRefusals lists what came to nothing, each with why.
func writeNightRefusals(p *page, refusals []night.Refusal) {
	if len(refusals) == 0 {
		return
	}
	p.linef("\nrefused")
	for _, r := range refusals {
		p.linef("  %s in %s: %s", r.Agent, r.Workspace, excerpt(r.Text))
		p.linef("    %s: it %s%s; from %s", r.Reason, r.Because, meets(r.Refused), strings.Join(r.Observations, ", "))
	}
}

// meets names the gene that a candidate met, where the reason does not.
func meets(r genome.Refused) string {
	if r.Gene == "" || strings.Contains(r.Because, r.Gene) {
		return ""
	}
	return fmt.Sprintf(" (%s)", r.Gene)
}
