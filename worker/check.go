package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	enums "go.temporal.io/api/enums/v1"

	"redeye/activities/postgres"
	"redeye/domain/fault"
	"redeye/worker/attributes"
)

// checkTimeout bounds a check, so that whoever asks gets an answer.
const checkTimeout = 10 * time.Second

// check reports whether a worker serves the task queue: the schema is current, the search
// attributes stand, and somebody polls. It is what healthchecks call.
func check(ctx context.Context, c config, stdout io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	if err := checkSchema(ctx, c); err != nil {
		return err
	}
	if err := checkTemporal(ctx, c); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "a worker serves task queue %s\n", c.taskQueue)
	return nil
}

func checkSchema(ctx context.Context, c config) error {
	db, err := postgres.Open(ctx, c.database)
	if err != nil {
		return err
	}
	defer db.Close()
	have, want, err := db.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if have != want {
		return fault.Unavailablef("the database schema is at version %d, this program needs %d; a worker of this version brings it there when it starts", have, want)
	}
	return nil
}

func checkTemporal(ctx context.Context, c config) error {
	t, namespace, err := c.dial(slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer t.Close()
	missing, err := attributes.Missing(ctx, t, namespace)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		return fault.Unavailablef("%d search attributes are not registered yet", len(missing))
	}
	queue, err := t.DescribeTaskQueue(ctx, c.taskQueue, enums.TASK_QUEUE_TYPE_WORKFLOW)
	if err != nil {
		return fault.Unavailablef("task queue %s: %w", c.taskQueue, err)
	}
	if len(queue.GetPollers()) == 0 {
		return fault.Unavailablef("no worker polls task queue %s", c.taskQueue)
	}
	return nil
}
