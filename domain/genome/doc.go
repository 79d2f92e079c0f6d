// Package genome holds the rules of the genome: how what a customer does with an agent's
// outputs becomes lines of its prompt, and how those gain and lose strength
// (specification, section 5). Learning has two speeds, since one store cannot be both
// quick and stable:
//
//	 edit, comment                        at night
//	───────────────▶ observation ────────────────────────────▶ learned gene
//	   FromEdit      told next time,   Consolidate:              │ strength 0.5
//	                 tentative         gist ─▶ group ─▶          │
//	                                   qualify ─▶ check ─▶ write │
//	                                                             │
//	              a person approves                              │  below 0.15, by outcomes;
//	customer gene ◀───────────────────────────────────────────── live ─────▶ retired
//	  ▲    │  two contradictions         a person rejects        │  evidence revoked;
//	  │    ▼  flag it for review                                 ▼  screened at night;
//	  a confirmation, or a person,                            rejected   by a person
//	  clears the count
//
// A kernel gene is the platform's, and no outcome moves it. A person may retire any live
// gene. What has ended is kept: rejected, it keeps its like away for 30 days; retired,
// its like returns with more evidence, or after 30 days.
//
// What holds always:
//   - No model, clock or chance is asked: the same log at the same asOf gives the same
//     bytes, in any order of arrival and on any machine. Every choice ends with an ID.
//   - Outcomes credit the genes that the platform recorded in a run's prompt. Credited one
//     after the other, in the order of their numbers, they give what Replay gives.
//   - Grouping is exact: the components of the graph of all alike pairs.
//   - An observation is consumed by the gene that it is evidence for, and by nothing else.
//   - No text of a gene or an observation can leave its line, or its fence, in a prompt.
//   - A gene and its evidence are one record: what stands behind it can be asked for ever,
//     and taken back.
//
// Every number is in Tuning, a versioned value.
package genome
