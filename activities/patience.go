package activities

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"

	"redeye/domain/fault"
)

// Waits between two tries at an unavailable database: long enough to let it start.
const (
	firstWait = 100 * time.Millisecond
	lastWait  = 5 * time.Second
)

// lastChance is how long a try may go on once the worker stops; the worker waits longer.
const lastChance = 5 * time.Second

// patiently tries until the database is back. It goes on when the activity is cancelled,
// since what an agent has done must be on record, and gives up when its worker stops.
func patiently(ctx context.Context, try func(context.Context) error) error {
	tries, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer onWorkerStop(ctx, func() { time.AfterFunc(lastChance, cancel) })()
	for wait := firstWait; ; wait = min(2*wait, lastWait) {
		err := try(tries)
		if fault.KindOf(err) != fault.Unavailable {
			return err
		}
		select {
		case <-tries.Done():
			return err
		case <-time.After(wait):
		}
	}
}

// onWorkerStop calls f if the worker of this activity is asked to stop before release is called.
func onWorkerStop(ctx context.Context, f func()) (release func()) {
	done := make(chan struct{})
	go func() {
		select {
		case <-activity.GetWorkerStopChannel(ctx):
			f()
		case <-done:
		}
	}()
	return func() { close(done) }
}
