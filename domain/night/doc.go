// Package night holds the rules of the nightly job: when it is, what it does in which
// order, and what it reports (specification, section 6).
//
//	Schedule ──▶ Night (workflow), keyed by its scheduled time
//	               │  rescreen ─▶ consolidate ─▶ verdicts ─▶ families ─▶ competence ─▶
//	               │  threads ─▶ episodes ─▶ scorecards ─▶ retention ─▶ alerts
//	               ▼
//	             Report: finished, or partial with what failed
//
// What holds always: the scheduled time is the asOf of everything the night decides; a
// phase that fails keeps no other from its turn; what a phase has done to a workspace is
// written with it, so that a night run again repairs and repeats nothing.
package night
