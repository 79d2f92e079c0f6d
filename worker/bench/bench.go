package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"golang.org/x/sync/errgroup"

	"redeye/activities"
	"redeye/activities/postgres"
	"redeye/activities/tools"
	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/night"
	"redeye/worker/attributes"
	"redeye/workflows"
)

// bench is a worker of its own, with everything but the agents as it is in the real one.
type bench struct {
	size
	database string
	db       *postgres.DB
	temporal client.Client
	desks    *tools.Server
	worker   worker.Worker
	nights   worker.Worker
	queue    string
	start    chain.Start // of every chain, but for its ID
	trips    atomic.Int64
	started  int
}

func open(ctx context.Context, getenv func(string) string, s size) (*bench, error) {
	if getenv("DATABASE_URL") == "" || getenv("TEMPORAL_ADDRESS") == "" {
		return nil, errors.New("DATABASE_URL and TEMPORAL_ADDRESS are not set; run: make bench")
	}
	b := &bench{size: s, database: getenv("DATABASE_URL"), queue: "bench-" + strings.ToLower(rand.Text()[:8])}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	var err error
	if b.db, err = postgres.Open(ctx, getenv("DATABASE_URL"), postgres.WithTracer(&trips{&b.trips})); err != nil {
		return nil, err
	}
	if err := b.db.Migrate(ctx); err != nil {
		return nil, err
	}
	if err := b.apply(ctx); err != nil {
		return nil, err
	}
	b.temporal, err = client.Dial(client.Options{HostPort: getenv("TEMPORAL_ADDRESS"), Logger: sdklog.NewStructuredLogger(log)})
	if err != nil {
		return nil, err
	}
	if err := attributes.Register(ctx, b.temporal, client.DefaultNamespace); err != nil {
		return nil, err
	}
	if b.desks, err = tools.Listen(ctx, "127.0.0.1:0", log); err != nil {
		return nil, err
	}
	return b, b.serve()
}

// apply makes a factory current whose one agent hands to itself.
func (b *bench) apply(ctx context.Context) error {
	f := factory.Factory{
		Name:      "bench",
		Limits:    chain.DefaultLimits(),
		Runners:   map[string]factory.Runner{"nothing": {Command: []string{"true"}, Timeout: time.Minute, Grace: time.Second, Output: factory.OutputText}},
		Agents:    map[string]factory.Agent{"worker": {Prompt: "Do nothing.", Runner: "nothing"}},
		Pipelines: map[string]factory.Pipeline{"bench": {Entry: "worker"}},
		Routes:    []factory.Route{{From: "worker", To: "worker"}},
		Genome:    factory.Genome{Observations: true, Consolidation: true},
	}
	f.Limits.MaxHops = b.hops
	digest, _, err := b.db.ApplyFactory(ctx, f, "bench", time.Now())
	if err != nil {
		return err
	}
	b.start, err = f.Start(digest, "bench", nil)
	b.start.Workspace = "default"
	return err
}

func (b *bench) serve() error {
	b.worker = worker.New(b.temporal, b.queue, worker.Options{MaxConcurrentActivityExecutionSize: b.concurrency})
	b.worker.RegisterWorkflow(workflows.Chain)
	b.worker.RegisterWorkflow(workflows.HelpRequest)
	b.worker.RegisterWorkflow(workflows.Night)
	b.worker.RegisterWorkflow(Floor)
	b.worker.RegisterWorkflow(ThreeActivities)
	b.worker.RegisterActivity(Nothing)
	a := &activities.Activities{
		Chains: b.db, Runs: b.db, Requests: b.db, Nights: b.db, Genomes: b.db, Records: b.db, Outbox: b.db,
		Agents: idle{}, Tools: b.desks, Getenv: os.Getenv, Now: time.Now,
	}
	b.worker.RegisterActivity(a)
	b.nights = worker.New(b.temporal, night.Queue(b.queue), worker.Options{DisableWorkflowWorker: true})
	b.nights.RegisterActivity(a)
	return errors.Join(b.nights.Start(), b.worker.Start())
}

func (b *bench) close() {
	b.worker.Stop()
	b.nights.Stop()
	_ = b.desks.Close()
	b.temporal.Close()
	b.db.Close()
}

// alternate runs the three ways in turn, round by round.
func (b *bench) alternate(ctx context.Context, out io.Writer) (figures, error) {
	ways := []way{
		{"floor", func(string) (any, []any) { return Floor, []any{b.hops} }},
		{"redeye", b.redeye},
		{"three", func(id string) (any, []any) {
			return ThreeActivities, []any{workflows.ChainIn{Start: b.named(id)}, b.hops}
		}},
	}
	r := report{size: b.size, hopsPerSecond: map[string][]float64{}}
	for _, w := range ways {
		if _, err := b.measure(ctx, w, b.concurrency/5); err != nil { // warm caches and connections
			return nil, err
		}
	}
	for round := range b.rounds {
		for _, w := range ways {
			before := b.trips.Load()
			perSecond, err := b.measure(ctx, w, b.chains)
			if err != nil {
				return nil, err
			}
			if w.name == "redeye" {
				r.tripsPerHop = append(r.tripsPerHop, float64(b.trips.Load()-before)/float64(b.chains*b.hops))
			}
			r.hopsPerSecond[w.name] = append(r.hopsPerSecond[w.name], perSecond)
			fmt.Fprintf(out, "round %d of %d: %-6s %6.1f hops/s\n", round+1, b.rounds, w.name, perSecond)
		}
	}
	if err := b.countHistory(ctx, &r); err != nil {
		return nil, err
	}
	return r.tell(out), nil
}

// way is one way to run a chain: its workflow and input.
type way struct {
	name  string
	chain func(id string) (workflow any, input []any)
}

func (b *bench) redeye(id string) (workflow any, input []any) {
	return workflows.Chain, []any{workflows.ChainIn{Start: b.named(id)}}
}

func (b *bench) named(id string) chain.Start {
	s := b.start
	s.ID = id
	return s
}

// measure runs so many chains and returns the hops a second.
func (b *bench) measure(ctx context.Context, w way, chains int) (float64, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(b.concurrency)
	begun := time.Now()
	for range chains {
		b.started++
		id := fmt.Sprintf("%s-%d", b.queue, b.started)
		group.Go(func() error { return b.one(ctx, w, id) })
	}
	err := group.Wait()
	return float64(chains*b.hops) / time.Since(begun).Seconds(), err
}

func (b *bench) one(ctx context.Context, w way, id string) error {
	workflow, input := w.chain(id)
	r, err := b.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: id, TaskQueue: b.queue}, workflow, input...)
	if err != nil {
		return err
	}
	return r.Get(ctx, nil)
}

// countHistory runs one more chain and counts its events and scheduled activities.
func (b *bench) countHistory(ctx context.Context, r *report) error {
	id := b.queue + "-counted"
	if err := b.one(ctx, way{"redeye", b.redeye}, id); err != nil {
		return err
	}
	history := b.temporal.GetWorkflowHistory(ctx, id, "", false, enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for history.HasNext() {
		e, err := history.Next()
		if err != nil {
			return err
		}
		r.events++
		if e.GetEventType() == enums.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED {
			r.activities++
		}
	}
	return nil
}
