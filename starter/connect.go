package main

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"os"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/envconfig"
	"go.temporal.io/sdk/log"

	"redeye/activities/postgres"
	"redeye/domain/fault"
	"redeye/workflows"
)

// connectTimeout bounds the first contact: a person waits for it.
const connectTimeout = 5 * time.Second

// database connects to PostgreSQL once.
func (a *app) database(ctx context.Context) (*postgres.DB, error) {
	if a.db != nil {
		return a.db, nil
	}
	url := a.getenv("DATABASE_URL")
	if url == "" {
		return nil, fault.Invalidf("DATABASE_URL is not set: set it to the workers' PostgreSQL, such as postgres://user@localhost:5432/redeye; \"make dev\" starts one and prints its URL")
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	db, err := postgres.Open(ctx, url)
	if err != nil {
		return nil, err
	}
	a.db = db
	return db, nil
}

// dial connects to Temporal once.
func (a *app) dial(ctx context.Context) (client.Client, error) {
	if a.temporal != nil {
		return a.temporal, nil
	}
	options, err := envconfig.LoadClientOptions(envconfig.LoadClientOptionsRequest{EnvLookup: lookup(a.getenv)})
	if err != nil {
		return nil, fault.Invalidf("temporal settings: %w", err)
	}
	// Every error comes back as a value too: a log beside it would say it twice.
	options.Logger = log.NewStructuredLogger(slog.New(slog.NewTextHandler(io.Discard, nil)))
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	c, err := client.DialContext(ctx, options)
	if err != nil {
		address := cmp.Or(options.HostPort, client.DefaultHostPort)
		return nil, fault.Unavailablef("no Temporal at %s: %w; set TEMPORAL_ADDRESS, or start one with \"make dev\"", address, err)
	}
	a.temporal = c
	return c, nil
}

func (a *app) close() {
	if a.db != nil {
		a.db.Close()
	}
	if a.temporal != nil {
		a.temporal.Close()
	}
}

func (a *app) taskQueue() string { return cmp.Or(a.getenv("REDEYE_TASK_QUEUE"), workflows.TaskQueue) }

// lookup is an environment as envconfig wants to read it. An empty variable is one that
// is not set.
type lookup func(string) string

func (l lookup) LookupEnv(name string) (string, bool) {
	value := l(name)
	return value, value != ""
}

// Environ is asked for TEMPORAL_GRPC_META_* alone, whose names cannot be known before.
func (l lookup) Environ() []string { return os.Environ() }
