package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// databaseName is also the name of the cluster's only role, its superuser.
	databaseName = "redeye"
	// initTimeout bounds initdb, which writes some 40 MB.
	initTimeout = 2 * time.Minute
	// recoverTimeout bounds a start: after a crash the log is replayed first.
	recoverTimeout = 2 * time.Minute
	// maxConnections leaves room for test packages that run side by side, each with pools of its own.
	maxConnections = 300
)

// cluster is a private PostgreSQL: nobody's but dev's, on loopback alone.
type cluster struct {
	account account
	home    string // the account's folder; the data is in home/data
	log     string
	port    int
}

// newCluster chooses whose the cluster is and where it lies: in dir, or where the account
// cannot get there, in a folder of /var/tmp that is found again by dir's name.
func newCluster(ctx context.Context, dir, log string, talk io.Writer) (*cluster, error) {
	a, err := serverAccount()
	if err != nil {
		return nil, err
	}
	c := &cluster{account: a, home: dir, log: log}
	if err := a.own(c.home); err != nil {
		return nil, err
	}
	if a.reaches(ctx, c.home) {
		return c, nil
	}
	if c.home, err = sharedHome(digest(dir)); err != nil {
		return nil, err
	}
	if err := a.own(c.home); err != nil {
		return nil, err
	}
	fmt.Fprintf(talk, "user %s, who runs PostgreSQL, cannot reach %s: its data is in %s\n", a.name, dir, c.home)
	return c, os.Remove(dir)
}

func (c *cluster) data() string { return filepath.Join(c.home, "data") }

// major is the version that wrote the data; empty if there is none yet.
func (c *cluster) major() string {
	b, _ := os.ReadFile(filepath.Join(c.data(), "PG_VERSION"))
	return strings.TrimSpace(string(b))
}

// start brings the cluster up with the programs in bin, and its database into being.
func (c *cluster) start(ctx context.Context, bin string) (*service, error) {
	if err := c.prepare(ctx, bin); err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	c.port = port
	cmd := c.account.command(context.WithoutCancel(ctx), c.home, filepath.Join(bin, "postgres"),
		"-D", c.data(), "-h", loopback, "-p", fmt.Sprint(port),
		"-c", "unix_socket_directories=", "-c", fmt.Sprintf("max_connections=%d", maxConnections))
	// SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes a checkpoint.
	s := &service{name: "PostgreSQL", log: c.log, cmd: cmd, end: syscall.SIGINT, patience: time.Minute}
	if err := s.start(); err != nil {
		return nil, err
	}
	if err := s.await(ctx, recoverTimeout, c.createDatabase); err != nil {
		return nil, fmt.Errorf("%w%s", err, stopNote(s))
	}
	return s, nil
}

// prepare leaves data that nobody has open.
func (c *cluster) prepare(ctx context.Context, bin string) error {
	if c.major() != "" {
		return c.settle(ctx, bin)
	}
	// What is there without a version is what a killed initdb left.
	unfinished := filepath.Join(c.home, "data.new")
	if err := errors.Join(os.RemoveAll(unfinished), os.RemoveAll(c.data())); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, initTimeout)
	defer cancel()
	out, err := c.account.command(ctx, c.home, filepath.Join(bin, "initdb"),
		"-D", unfinished, "-U", databaseName, "-A", "trust", "-E", "UTF8", "--locale=C").CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return os.Rename(unfinished, c.data())
}

// url is the address of a database of the cluster.
func (c *cluster) url(database string) string {
	return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable", databaseName, hostPort(c.port), database)
}

func (c *cluster) createDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var found bool
	const query = `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`
	if err := conn.QueryRow(ctx, query, databaseName).Scan(&found); err != nil || found {
		return err
	}
	_, err = conn.Exec(ctx, `CREATE DATABASE `+databaseName)
	return err
}
