// Package workflows sequences what the domain decides: chains of agents, and the help
// requests that wait for people.
//
//	Chain ──starts──▶ HelpRequest (abandoned: it outlives its chain)
//	  ▲  ◀──request_closed── │
//	  └──────starts──────────┘ the linked chain, once a person has answered
//
// What holds: a step is written to the database before anything follows from it; a run is
// landed once; a request is closed once, by whoever came first; and nothing that a person
// sent is dropped, whatever its shape.
package workflows
