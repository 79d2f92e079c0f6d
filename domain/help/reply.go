package help

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"
	"time"

	"redeye/domain/factory"
	"redeye/domain/fault"
)

// Reply accepts an answer to an open request and returns how that closes it. f is the
// current factory and digest its snapshot's: the linked chain runs on it. Errors are
// fault.Invalid where the answer must change, and fault.Conflict where the factory no
// longer has the asking agent or its pipeline.
func Reply(f factory.Factory, digest string, req Request, a Answer, now time.Time) (Closed, error) {
	if err := Check(a); err != nil {
		return Closed{}, err
	}
	if err := stillDeclared(f, req); err != nil {
		return Closed{}, err
	}
	flags, dropped, err := carryOver(req, f.Pipelines[req.Pipeline].Flags, a.Flags)
	if err != nil {
		return Closed{}, err
	}
	return Closed{
		By: nameOf(a.By), At: now.UTC(), Answer: a.Text,
		Chain: LinkedChain(req.Pipeline, req.ID), Flags: flags, Dropped: dropped, Factory: digest,
	}, nil
}

// Resolve closes an open request without an answer. A Resolution that is too long, or
// cannot be kept, is fault.Invalid.
func Resolve(_ Request, r Resolution, now time.Time) (Closed, error) {
	if err := checkResolution(r); err != nil {
		return Closed{}, err
	}
	return Closed{By: nameOf(r.By), At: now.UTC(), Reason: r.Reason}, nil
}

// LinkedChain names the chain that the answer to a request starts. It follows from the
// request alone, so that two answers cannot start two.
func LinkedChain(pipeline, requestID string) string {
	sum := sha256.Sum256([]byte(requestID))
	return pipeline + "-" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:linkDigits])
}

// linkDigits are 50 bits: a million answers of one pipeline collide once in 2,000 times.
const linkDigits = 10

// AlreadyClosed is the fault.Conflict for a reply that came too late. It tells who closed
// the request, when, and which chain the answer belongs to.
func AlreadyClosed(id string, c Closed) error {
	if !c.Answered() {
		return fault.Conflictf("request %s was already resolved without an answer by %s at %s", id, c.By, minute(c.At))
	}
	return fault.Conflictf("request %s was already answered by %s at %s; the chain of that answer is %s", id, c.By, minute(c.At), c.Chain)
}

func minute(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

func nameOf(by string) string {
	if by = strings.TrimSpace(by); by != "" {
		return by
	}
	return "unknown"
}

func stillDeclared(f factory.Factory, req Request) error {
	if _, ok := f.Pipelines[req.Pipeline]; !ok {
		return gone("pipeline", req.Pipeline)
	}
	if _, ok := f.Agents[req.Agent]; !ok {
		return gone("agent", req.Agent)
	}
	return nil
}

func gone(what, name string) error {
	return fault.Conflictf("the current factory has no %s %q any more; apply a factory that declares it, or resolve the request", what, name)
}
