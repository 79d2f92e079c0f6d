// Package fault sorts errors by what their reader can do about them. Every layer
// branches on the kind, never on a text: Temporal retries by it and the command
// line exits by it.
package fault

import (
	"errors"
	"fmt"
)

// Kind says what the receiver of an error can do about it.
type Kind string

// The five kinds, in the order of the command line's exit codes 2, 3, 4, 5, 1.
const (
	// Invalid breaks a rule; the caller must change it. Never retried.
	Invalid Kind = "invalid"
	// NotFound names a thing that does not exist. Never retried.
	NotFound Kind = "not_found"
	// Conflict is sound but too late, or already done. Never retried.
	Conflict Kind = "conflict"
	// Unavailable is a database, disk or process that may be back soon. Retried.
	Unavailable Kind = "unavailable"
	// Internal is anything unclassified.
	Internal Kind = "internal"
)

// Error is a classified error. Its message is a sentence a person can act on.
type Error struct {
	Kind Kind
	Err  error
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Invalidf makes an Invalid error.
func Invalidf(format string, args ...any) error { return newf(Invalid, format, args) }

// NotFoundf makes a NotFound error.
func NotFoundf(format string, args ...any) error { return newf(NotFound, format, args) }

// Conflictf makes a Conflict error.
func Conflictf(format string, args ...any) error { return newf(Conflict, format, args) }

// Unavailablef makes an Unavailable error; %w keeps a cause for errors.Is and As.
func Unavailablef(format string, args ...any) error { return newf(Unavailable, format, args) }

func newf(kind Kind, format string, args []any) error {
	return &Error{Kind: kind, Err: fmt.Errorf(format, args...)}
}

// KindOf returns the kind of the outermost classified error in err's tree,
// Internal where there is none. A nil err has no kind: the zero value.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Internal
}
