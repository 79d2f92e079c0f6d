// Package memory holds the rules of what an agent remembers from run to run, beside its
// learnings: threads, which are matters that it left open, and episodes, a line for each
// run that ended (specification, section 6, phases 6 and 7).
//
//	              a run, a person
//	open ─────────────────────────▶ closed
//	  │
//	  └──────── a night ──────────▶ expired
//
// What holds always: an agent's words reach its later runs only if the screen of learnings
// lets them; nothing that has ended opens again; what a run was told stays on its record.
package memory
