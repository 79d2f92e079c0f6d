package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strconv"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/envconfig"
	sdklog "go.temporal.io/sdk/log"

	"redeye/domain/fault"
	"redeye/domain/night"
	"redeye/workflows"
)

// config is what a worker is told by its environment. Temporal's settings come from the
// standard TEMPORAL_* variables and temporal.toml beside it.
type config struct {
	// database is DATABASE_URL, required.
	database string
	// workdir is REDEYE_WORKDIR, where agents run; default the current directory.
	workdir string
	// taskQueue is REDEYE_TASK_QUEUE, default the common one. A worker with another one
	// serves the agents whose task_queue it is.
	taskQueue string
	// maxAgents is REDEYE_MAX_AGENTS, how many agents run here at once; default 50.
	maxAgents int
	// logLevel is REDEYE_LOG_LEVEL: debug, info (default), warn or error.
	logLevel slog.Level
	getenv   func(string) string
}

const defaultMaxAgents = 50

// newConfig reads the environment. It reports every fault at once, and never a value
// that could be a secret.
func newConfig(getenv func(string) string) (config, error) {
	c := config{
		database:  getenv("DATABASE_URL"),
		workdir:   getenv("REDEYE_WORKDIR"),
		taskQueue: getenv("REDEYE_TASK_QUEUE"),
		maxAgents: defaultMaxAgents,
		getenv:    getenv,
	}
	if c.taskQueue == "" {
		c.taskQueue = workflows.TaskQueue
	}
	err := errors.Join(c.checkDatabase(), c.readWorkdir(), c.checkTaskQueue(), c.readMaxAgents(), c.readLogLevel())
	if err != nil {
		return config{}, &fault.Error{Kind: fault.Invalid, Err: err}
	}
	return c, nil
}

func (c *config) checkDatabase() error {
	if c.database == "" {
		return errors.New("DATABASE_URL is not set; give PostgreSQL's address, as postgres://user@host:5432/redeye")
	}
	return nil
}

func (c *config) readWorkdir() error {
	if c.workdir == "" {
		dir, err := os.Getwd()
		c.workdir = dir
		return err
	}
	if info, err := os.Stat(c.workdir); err != nil || !info.IsDir() {
		return fmt.Errorf("REDEYE_WORKDIR: %s is not a folder; agents run in it", c.workdir)
	}
	return nil
}

func (c *config) checkTaskQueue() error {
	if night.IsQueue(c.taskQueue) {
		return fmt.Errorf("REDEYE_TASK_QUEUE: %q is a night's, which every worker serves beside its own; give a name that does not end in -night", c.taskQueue)
	}
	return nil
}

func (c *config) readMaxAgents() error {
	s := c.getenv("REDEYE_MAX_AGENTS")
	if s == "" {
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return fmt.Errorf("REDEYE_MAX_AGENTS: %q is not a whole number from 1", s)
	}
	c.maxAgents = n
	return nil
}

func (c *config) readLogLevel() error {
	s := c.getenv("REDEYE_LOG_LEVEL")
	if s == "" {
		return nil
	}
	if err := c.logLevel.UnmarshalText([]byte(s)); err != nil {
		return fmt.Errorf("REDEYE_LOG_LEVEL: %q is none of debug, info, warn, error", s)
	}
	return nil
}

// dial connects to Temporal, and says which namespace it works in.
func (c *config) dial(log *slog.Logger) (t client.Client, namespace string, err error) {
	options, err := envconfig.LoadDefaultClientOptions()
	if err != nil {
		return nil, "", fault.Invalidf("Temporal's settings: %w", err)
	}
	namespace = options.Namespace
	if namespace == "" {
		namespace = client.DefaultNamespace
	}
	options.Logger = sdklog.NewStructuredLogger(log)
	t, err = client.Dial(options)
	if err != nil {
		return nil, "", fault.Unavailablef("Temporal at %s: %w", address(options), err)
	}
	return t, namespace, nil
}

func address(o client.Options) string {
	if o.HostPort == "" {
		return client.DefaultHostPort
	}
	return o.HostPort
}
