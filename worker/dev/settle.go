package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// settleTimeout bounds the wait for a server that an earlier, killed dev left behind.
const settleTimeout = 30 * time.Second

// settle sees to a server that still has the data open: it is stopped, or waited for while
// it stops. A process that merely bears the number in the lock file is not touched; whether
// that file is stale is PostgreSQL's own decision when it starts.
func (c *cluster) settle(ctx context.Context, bin string) error {
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	for {
		left, err := c.leftover()
		if err != nil || left == nil || !left.alive() {
			return err
		}
		if left.serves(ctx, c.data()) {
			return c.stopLeftover(ctx, bin)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollEvery):
		}
	}
}

func (c *cluster) stopLeftover(ctx context.Context, bin string) error {
	out, err := c.account.command(ctx, c.home, filepath.Join(bin, "pg_ctl"),
		"stop", "-D", c.data(), "-m", "fast", "-w").CombinedOutput()
	if err != nil {
		return fmt.Errorf("stop the PostgreSQL that an earlier dev left behind: %w\n%s", err, out)
	}
	return nil
}

// leftover is what postmaster.pid says of the server that wrote it.
type leftover struct {
	pid  int
	port int
}

// leftover reads the lock file; nil without one that can be read as such.
func (c *cluster) leftover() (*leftover, error) {
	b, err := os.ReadFile(filepath.Join(c.data(), "postmaster.pid"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(b), "\n")
	if len(lines) < 4 {
		return nil, nil
	}
	pid, err1 := strconv.Atoi(lines[0])
	port, err2 := strconv.Atoi(lines[3])
	if err1 != nil || err2 != nil || pid <= 1 {
		return nil, nil
	}
	return &leftover{pid: pid, port: port}, nil
}

func (l *leftover) alive() bool {
	err := syscall.Kill(l.pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// serves says whether a server on that port has this very data open.
func (l *leftover) serves(ctx context.Context, data string) bool {
	conn, err := pgx.Connect(ctx, (&cluster{port: l.port}).url("postgres"))
	if err != nil {
		return false
	}
	defer conn.Close(ctx)
	var open string
	return conn.QueryRow(ctx, `SHOW data_directory`).Scan(&open) == nil && open == data
}
