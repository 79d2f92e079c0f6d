// Package quality holds the rules by which people are shown how well agents do: shares with
// their intervals, competence by pipeline, and scorecards by day. None of it is told to an
// agent (specification, section 6, phases 5 and 8).
package quality
