// Package alert holds the rules by which a person is told that something is wrong
// (specification, section 6, phase 10). Each rule makes alerts of what was found; an alert
// has a cause, and there is one for each cause, however often it is found again.
//
//	findings ──Raise──▶ alerts ──by cause──▶ stored once ──▶ logged, posted
//	                                              │
//	                                              └── a person acknowledges it
//
// What holds always: no rule reads a clock; the same findings at the same asOf make the
// same alerts, in the same order; no alert carries what somebody else wrote, but only where
// it can be looked at.
package alert
