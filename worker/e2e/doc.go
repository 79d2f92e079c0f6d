// Package e2e tries Redeye as its users run it: the built worker and starter, a real
// Temporal, a real PostgreSQL, and agents that are ordinary programs.
package e2e
