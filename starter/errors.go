package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"redeye/domain/fault"
)

// partialNight is the error of a night that is not whole. It has an exit code of its own:
// nothing failed here, and running that night again mends it.
type partialNight struct{ key, how string }

func (e partialNight) Error() string {
	return fmt.Sprintf("night %s %s; run it again: starter night run --again %s", e.key, e.how, e.key)
}

// exitCode maps an error's kind to the exit code of the house: see the package comment.
func exitCode(err error) int {
	switch {
	case isA[partialNight](err):
		return 6
	case isA[openAlerts](err):
		return 7
	}
	switch fault.KindOf(err) {
	case "":
		return 0
	case fault.Invalid:
		return 2
	case fault.NotFound:
		return 3
	case fault.Conflict:
		return 4
	case fault.Unavailable:
		return 5
	case fault.Internal:
	}
	return 1
}

// report tells of an error: a sentence for people, an object for programs.
func report(w io.Writer, err error, asJSON bool) {
	if err == nil {
		return
	}
	if !asJSON {
		_, _ = fmt.Fprintln(w, "error:", err)
		return
	}
	kind := string(fault.KindOf(err))
	switch {
	case isA[partialNight](err):
		kind = "partial"
	case isA[openAlerts](err):
		kind = "open"
	}
	type body struct {
		Kind    string `json:"kind"`
		Message string `json:"message"`
	}
	// Nobody is left to tell if standard error is closed.
	_ = json.NewEncoder(w).Encode(map[string]body{"error": {kind, err.Error()}})
}

// usage classifies what cobra found wrong before a command began as invalid.
func (a *app) usage(err error) error {
	if err == nil || a.began || fault.KindOf(err) != fault.Internal {
		return err
	}
	return &fault.Error{Kind: fault.Invalid, Err: err}
}

// fromTemporal classifies an error of the Temporal client. A workflow's refusal keeps
// its kind and its sentence.
func fromTemporal(err error) error {
	if err == nil {
		return nil
	}
	var refusal *temporal.ApplicationError
	if errors.As(err, &refusal) {
		return &fault.Error{Kind: kindNamed(refusal.Type()), Err: errors.New(refusal.Message())}
	}
	return &fault.Error{Kind: temporalKind(err), Err: err}
}

func kindNamed(name string) fault.Kind {
	switch kind := fault.Kind(name); kind {
	case fault.Invalid, fault.NotFound, fault.Conflict, fault.Unavailable, fault.Internal:
		return kind
	}
	return fault.Internal
}

func temporalKind(err error) fault.Kind {
	switch {
	case isA[*serviceerror.NotFound](err), isA[*serviceerror.NamespaceNotFound](err):
		return fault.NotFound
	case isA[*serviceerror.WorkflowExecutionAlreadyStarted](err):
		return fault.Conflict
	case isA[*serviceerror.InvalidArgument](err):
		return fault.Invalid
	case isA[*serviceerror.Unavailable](err), isA[*serviceerror.DeadlineExceeded](err),
		isA[*serviceerror.ResourceExhausted](err), isA[*client.WorkflowUpdateServiceTimeoutOrCanceledError](err),
		errors.Is(err, context.DeadlineExceeded):
		return fault.Unavailable
	}
	return fault.Internal
}

func isA[T error](err error) bool {
	var target T
	return errors.As(err, &target)
}
