// Package factory turns one factory.toml with its prompt files into checked values
// (specification, sections 1 and 2).
//
//	factory.toml ──Load──▶ Factory ──Encode──▶ snapshot and digest ──Decode──▶ Factory
//
// A Factory that Load returned is sound: every name in it is declared, every number in its
// bounds. Whoever makes one otherwise answers for that. Chains run on a snapshot, so that
// nothing that is applied later reaches them; its digest is its identity.
package factory
