// Package workflows sequences what the domain decides: chains of agents, the help requests
// that wait for people, and nights.
//
//	Chain ──starts──▶ HelpRequest (abandoned: it outlives its chain)
//	  ▲  ◀──request_closed── │
//	  └──────starts──────────┘ the linked chain, once a person has answered
//
//	Schedule, or a person ──starts──▶ Night: phase after phase, whatever becomes of each
//
// What holds: a step is written to the database before anything follows from it; a run is
// landed once; a request is closed once, by whoever came first; and nothing that a person
// sent is dropped, whatever its shape.
package workflows
