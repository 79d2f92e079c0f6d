// Package help holds the rules of help requests: the only message of an agent that reaches
// a person, and the person's reply (specification, section 3).
//
//	             Reply ──▶ answered: starts a linked chain, or goes into the open one
//	filed ──▶ open
//	             Resolve ─▶ resolved: a person decided that nothing more is needed
//
// What holds always: a request is closed once, by whoever is first; the answer is passed on
// word for word; the new chain runs under the flags of the old one, and never under a
// default that nobody chose.
package help
