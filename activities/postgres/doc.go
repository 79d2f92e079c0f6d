// Package postgres keeps Redeye's records in PostgreSQL: factories, chains, runs with what
// they were told, learnings, help requests.
//
// An exported method is one transaction. Every write is idempotent by an ID that its
// caller gives, since Temporal may call it again; what must happen once (a run's end, an
// answer) is decided under a row lock. Errors are fault.NotFound, fault.Conflict,
// fault.Unavailable where the server may be back soon, or unclassified.
package postgres
