// Package tools serves an agent's tools over MCP: streamable HTTP on the loopback
// interface, one random token for each attempt of a run.
//
// A token reaches the desk of its own attempt and no other, and nothing at all once the
// attempt has ended: an agent can only ever speak for its own run. What a call means, the
// desk decides.
package tools
