// Package run holds the words and rules of runs: one execution of one agent inside a
// chain (specification, section 2).
//
// A run is told everything it will ever know in one prompt (Compose), calls tools while
// it works (Tools, Desk), and ends with exactly one outcome (Judge):
//
//	begun ──▶ attempt ──▶ succeeded, failed, timed_out or halted
//	   ▲         │
//	   └─────────┤ its worker was lost, at most max_recovery_attempts times: Notice
//	             ▼
//	         interrupted
//
// What holds always: a run is never resumed, each attempt is a fresh process; calls of
// an attempt that was cut off have no effect; a cost that was not measured is unknown,
// never zero.
package run
