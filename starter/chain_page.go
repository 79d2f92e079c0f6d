package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"redeye/domain/chain"
	"redeye/domain/help"
	"redeye/domain/run"
)

// ordered sorts what is under a chain as it came about, and makes empty lists of nils.
func (d chainDetail) ordered() chainDetail {
	d.RunRecords, d.Refusals, d.Requests = array(d.RunRecords), array(d.Refusals), array(d.Requests)
	slices.SortFunc(d.RunRecords, func(a, b run.Record) int { return cmp.Compare(a.ID.Number(), b.ID.Number()) })
	slices.SortFunc(d.Refusals, func(a, b chain.Refused) int { return cmp.Compare(a.Number, b.Number) })
	slices.SortStableFunc(d.Requests, func(a, b help.Record) int { return a.FiledAt.Compare(b.FiledAt) })
	return d
}

func writeChains(p *page, lines []chainLine) {
	rows := make([][]string, 0, len(lines))
	for _, l := range lines {
		rows = append(rows, []string{
			l.ID, string(l.State), l.Workspace, strconv.Itoa(l.Runs), spent(l.Record), clock(l.StartedAt),
		})
	}
	p.table("CHAIN STATE WORKSPACE RUNS SPENT STARTED", "no chains; start one: starter chain start PIPELINE", rows)
}

func writeChain(p *page, d chainDetail) {
	p.fields(
		"chain", d.ID,
		"state", string(d.State)+endedHow(d.chainLine),
		"pipeline", d.Pipeline,
		"workspace", d.Workspace,
		"flags", flags(d.Flags),
		"factory", short(d.Factory),
		"started", started(d),
		"ended", ended(d.EndedAt),
		"spent", spent(d.Record),
		"continues", continues(d.Header),
		"continued by", strings.Join(d.ContinuedBy, ", "),
	)
	p.linef("")
	writeRuns(p, d.RunRecords)
	writeRefusals(p, d.Refusals)
	writeChainRequests(p, d.Requests)
}

func started(d chainDetail) string {
	if d.StartedAt.IsZero() {
		return "its first run has not begun"
	}
	return clock(d.StartedAt)
}

// spent adds up what was measured and says what was not.
func spent(r chain.Record) string {
	switch {
	case r.UnknownCosts == 0:
		return r.Spent.String()
	case r.Spent == 0:
		return "unknown for " + plural(r.UnknownCosts, "run")
	}
	return r.Spent.String() + " and unknown for " + plural(r.UnknownCosts, "run")
}

func continues(h chain.Header) string {
	if h.Continues == nil {
		return ""
	}
	return h.Continues.Chain + ", answer to " + h.Continues.Request
}

func writeRefusals(p *page, refused []chain.Refused) {
	if len(refused) == 0 {
		return
	}
	p.linef("\nrefused flights")
	for _, r := range refused {
		p.linef("  to %s%s: %s", r.To, sentBy(r), r.Reason)
	}
}

func sentBy(r chain.Refused) string {
	if r.From == nil {
		return ""
	}
	return " from " + string(r.From.Run)
}

func writeChainRequests(p *page, requests []help.Record) {
	if len(requests) == 0 {
		return
	}
	p.linef("\nhelp requests")
	for _, r := range requests {
		p.linef("  %s  %s: %s", r.ID, requestState(r), r.Summary)
	}
}

// short cuts a digest to what tells factories apart.
func short(digest string) string { return digest[:min(len(digest), 12)] }
