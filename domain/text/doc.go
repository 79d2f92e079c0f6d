// Package text holds what every other package does to text: take it apart into words, and
// make it fit to leave an activity.
//
// One function is for whatever leaves an activity, error texts too: Redactor.Safe cleans,
// redacts and cuts, in that order. What Clean removes could hide a secret from Redact, and
// what Cut leaves of one could no longer be recognised.
package text
