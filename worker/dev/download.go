package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	embedded "github.com/fergusstrange/embedded-postgres"
)

// getTimeout bounds a download or an installation.
const getTimeout = 10 * time.Minute

// downloadPostgres fetches PostgreSQL's programs, once for every project of this user.
// The library can only start a server whole. Where that fails, as it does for root, the
// programs are there all the same, and they are all that is wanted.
func downloadPostgres(ctx context.Context, talk io.Writer) (string, error) {
	home, err := downloadHome()
	if err != nil {
		return "", err
	}
	bin := filepath.Join(home, "bin")
	if _, err := os.Stat(filepath.Join(bin, "postgres")); err == nil {
		return bin, nil
	}
	fmt.Fprintf(talk, "getting PostgreSQL %s, once: about 15 MB, a minute\n", embedded.V17)
	scratch, err := os.MkdirTemp("", "redeye-postgres-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(scratch) //nolint:errcheck // a temporary folder
	port, err := freePort()
	if err != nil {
		return "", err
	}
	server := embedded.NewDatabase(embedded.DefaultConfig().Version(embedded.V17).
		Port(uint32(port)).BinariesPath(home).CachePath(scratch).
		RuntimePath(filepath.Join(scratch, "run")).DataPath(filepath.Join(scratch, "data")).
		Logger(io.Discard))
	if err := within(ctx, getTimeout, server.Start); err == nil {
		_ = server.Stop()
	} else if _, missing := os.Stat(filepath.Join(bin, "postgres")); missing != nil {
		return "", fmt.Errorf("download PostgreSQL: %w", err)
	}
	return bin, nil
}

// downloadHome lies where the account that runs the server can read it: root's own cache
// folder is closed to others.
func downloadHome() (string, error) {
	if os.Geteuid() == 0 {
		return sharedHome("postgres-" + string(embedded.V17))
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "redeye", "postgres-"+string(embedded.V17)), nil
}

// within gives an act that knows no context a bound. It may go on after that.
func within(ctx context.Context, d time.Duration, act func() error) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- act() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// debianInstaller installs Debian's package, or is nil where the caller may not.
func debianInstaller(talk io.Writer) func(context.Context) error {
	if _, err := exec.LookPath("apt-get"); err != nil || os.Geteuid() != 0 {
		return nil
	}
	return func(ctx context.Context) error {
		fmt.Fprintln(talk, "installing Debian's package postgresql, once: a minute or two")
		ctx, cancel := context.WithTimeout(ctx, getTimeout)
		defer cancel()
		for _, args := range [][]string{{"update", "-q"}, {"install", "-q", "-y", "postgresql"}} {
			cmd := exec.CommandContext(ctx, "apt-get", args...)
			// In run level 1 packages start no service: the cluster is ours to start.
			cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1")
			if out, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("apt-get %s: %w\n%s", args[0], err, out)
			}
		}
		return nil
	}
}
