// Package postgres keeps Redeye's records in PostgreSQL: factories, chains, runs with what
// they were told, learnings, help requests, genomes with what they come of, nights.
//
// An exported method is one transaction. Every write is idempotent by an ID that its
// caller gives, since Temporal may call it again; what must happen once (a run's end, an
// answer, an outcome) is decided under a row lock. Whoever needs several takes them in this
// order: a run, then genomes by workspace and agent. Whoever begins runs takes neither
// genomes nor what is in them, and reads what was committed before. Errors are fault.NotFound, fault.Conflict,
// fault.Unavailable where the server may be back soon, or unclassified.
package postgres
