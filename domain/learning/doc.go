// Package learning holds the rules of learnings: an agent's own insights about its work,
// which apply at once and lapse unless they prove themselves (specification, section 4).
//
//	          proposed                rules.Runs of its agent's runs ended
//	(nothing) ───────▶ provisional ───────────────────────────▶ lapsed ──▶ deleted, after
//	                    │  ▲                                     │ │       KeepLapsedDays
//	                    │  └──────────── rediscovered ───────────┘ │
//	                    │                                          │ rediscovered for the
//	                    │ a person keeps it                        │ rules.Rediscoveries-th time
//	                    └───────────────▶ confirmed ◀──────────────┘
//
// A person may keep or drop a learning in any state; dropped ones are rejected for ever.
//
// What holds always: only live learnings are told; a proposal counts as a rediscovery only
// while the learning has lapsed and the proposing run was not told it; confirmed and
// rejected learnings neither age nor lapse.
package learning
