package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"

	"redeye/activities"
	"redeye/activities/postgres"
	"redeye/activities/process"
	"redeye/activities/tools"
	"redeye/activities/webhook"
	"redeye/domain/fault"
	"redeye/domain/night"
	"redeye/worker/alerting"
	"redeye/worker/attributes"
	"redeye/worker/nightly"
	"redeye/workflows"
)

// stopTimeout is how long agents and phases may take to end once the worker stops: longer
// than any grace a factory can give, and than the last try at the database.
const stopTimeout = 90 * time.Second

// serve prepares the stores and runs the worker until the context ends.
func serve(ctx context.Context, c config, log *slog.Logger) error {
	db, err := openDatabase(ctx, c, log)
	if err != nil {
		return err
	}
	defer db.Close()
	temporal, namespace, err := c.dial(log)
	if err != nil {
		return err
	}
	defer temporal.Close()
	if err := attributes.Register(ctx, temporal, namespace); err != nil {
		return err
	}
	desks, err := tools.Listen(ctx, "127.0.0.1:0", log)
	if err != nil {
		return err
	}
	defer desks.Close()

	a := &activities.Activities{
		Chains: db, Runs: db, Requests: db, Nights: db, Genomes: db, Records: db, Outbox: db, Webhook: webhook.Poster{},
		Agents: &process.Runner{Workdir: c.workdir, Base: baseEnvironment(os.Environ()), Log: log},
		Tools:  desks,
		Getenv: c.getenv,
		Now:    time.Now,
	}
	agents, nights := newWorker(temporal, c, a), newNightWorker(temporal, c, a)
	if err := errors.Join(nights.Start(), agents.Start()); err != nil {
		return fault.Unavailablef("start the worker: %w", err)
	}
	go nightly.Follow(ctx, temporal, db, c.taskQueue, log)
	go alerting.Follow(ctx, temporal, db, c.taskQueue, log)
	log.Info("the worker serves", "task_queue", c.taskQueue, "workdir", c.workdir)
	<-ctx.Done()
	log.Info("the worker stops; running agents get their grace")
	var stopping sync.WaitGroup
	stopping.Go(nights.Stop)
	stopping.Go(agents.Stop)
	stopping.Wait()
	return nil
}

// openDatabase opens a database that is ready: migrated, and without the learnings whose
// time ran out while no worker was there.
func openDatabase(ctx context.Context, c config, log *slog.Logger) (*postgres.DB, error) {
	db, err := postgres.Open(ctx, c.database)
	if err != nil {
		return nil, err
	}
	if err := db.Migrate(ctx); err != nil {
		db.Close()
		return nil, err
	}
	swept, err := db.SweepLearnings(ctx, time.Now())
	if err != nil && fault.KindOf(err) != fault.NotFound {
		db.Close()
		return nil, err
	}
	log.Info("the database is ready", "lapsed_learnings_deleted", swept)
	return db, nil
}

func newWorker(t client.Client, c config, a *activities.Activities) worker.Worker {
	w := worker.New(t, c.taskQueue, worker.Options{
		MaxConcurrentActivityExecutionSize: c.maxAgents,
		WorkerStopTimeout:                  stopTimeout,
	})
	w.RegisterWorkflow(workflows.Chain)
	w.RegisterWorkflow(workflows.HelpRequest)
	w.RegisterWorkflow(workflows.Night)
	w.RegisterWorkflow(workflows.PostAlerts)
	w.RegisterActivity(a)
	return w
}

// nightSlots are enough: one night is under way at a time, and one post of alerts.
const nightSlots = 4

// newNightWorker runs the nights' activities, which no number of busy agents may hold up.
func newNightWorker(t client.Client, c config, a *activities.Activities) worker.Worker {
	w := worker.New(t, night.Queue(c.taskQueue), worker.Options{
		MaxConcurrentActivityExecutionSize: nightSlots,
		WorkerStopTimeout:                  stopTimeout,
		DisableWorkflowWorker:              true,
	})
	w.RegisterActivity(a)
	return w
}

// baseEnvironment is what every agent gets of the worker's environment: what a program
// needs to run at all, and nothing that is anybody's secret.
func baseEnvironment(environ []string) []string {
	var base []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		switch {
		case strings.HasPrefix(name, "LC_"):
			base = append(base, entry)
		default:
			switch name {
			case "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TERM", "TMPDIR":
				base = append(base, entry)
			}
		}
	}
	return base
}
