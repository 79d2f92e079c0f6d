package activities

import (
	"context"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"

	"redeye/domain/fault"
	"redeye/domain/run"
	"redeye/domain/text"
)

// internalAttempts bounds the tries at what fails for no known reason: it may be a fault
// in Redeye, which no patience mends.
const internalAttempts = 5

// failure turns an error into one that Temporal treats by its kind: only what may heal by
// itself is retried. Its text is safe to keep in a history; nil stays nil.
func failure(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	kind := fault.KindOf(err)
	retry := kind == fault.Unavailable || kind == fault.Internal && activity.GetInfo(ctx).Attempt < internalAttempts
	message := text.NewRedactor().Safe(err.Error(), run.ReasonBytes)
	return temporal.NewApplicationErrorWithOptions(message, string(kind), temporal.ApplicationErrorOptions{NonRetryable: !retry})
}
