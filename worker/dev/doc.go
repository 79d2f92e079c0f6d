// Command dev runs Redeye on one machine: PostgreSQL, Temporal with its web UI, the worker,
// and one factory.
//
//	dev [--factory FILE] [--data DIR] [--throwaway] [--no-worker] [-- COMMAND ARGS...]
//
// It is a supervisor and knows no rule of Redeye's. The programs worker, starter and
// devserver stand beside it. What it starts, in this order, and stops in the reverse one:
//
//	PostgreSQL   DATABASE_URL, else a private cluster under DIR from binaries found here,
//	             else downloaded ones, else Debian's package where the caller may install it
//	Temporal     TEMPORAL_ADDRESS, else the temporal CLI, else devserver
//	worker       unless --no-worker
//	factory      applied by starter, if one is given
//	COMMAND      with the settings of all that in its environment; its exit code is dev's
//
// Without a command dev stays until SIGINT or SIGTERM. A part that ends by itself ends the
// whole: dev says which, shows the end of its log, and exits with 1. Nothing is restarted in
// silence.
//
// Invariants: one dev a data folder (a lock); no part outlives dev, on Linux not even after
// kill -9; every wait is bounded; PostgreSQL writes with its normal durability.
package main
