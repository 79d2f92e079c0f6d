package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// environment is what the children find in theirs.
type environment struct {
	bin      string // folder of dev and its siblings
	database string // DATABASE_URL
	temporal string // TEMPORAL_ADDRESS
	workdir  string // REDEYE_WORKDIR
	// ownTemporal is set where dev started Temporal. What the caller has said of another
	// one, a key or a certificate, must not reach it.
	ownTemporal bool
}

// settings are the variables that are dev's, in a fixed order.
func (e environment) settings() []string {
	s := []string{
		"DATABASE_URL=" + e.database,
		"TEMPORAL_ADDRESS=" + e.temporal,
		"REDEYE_WORKDIR=" + e.workdir,
	}
	if e.ownTemporal {
		s = append(s, "TEMPORAL_NAMESPACE=default", "TEMPORAL_CONFIG_FILE="+os.DevNull)
	}
	return s
}

// over returns the caller's environment with dev's settings in it, and bin first on PATH.
func (e environment) over(environ []string) []string {
	kept := slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		return e.ownTemporal && strings.HasPrefix(entry, "TEMPORAL_")
	})
	path := e.bin + string(os.PathListSeparator) + value(environ, "PATH")
	return append(append(kept, e.settings()...), "PATH="+path)
}

// write leaves a file to be sourced by a shell.
func (e environment) write(file string) error {
	var b strings.Builder
	for _, setting := range e.settings() {
		name, value, _ := strings.Cut(setting, "=")
		fmt.Fprintf(&b, "export %s=%s\n", name, quote(value))
	}
	fmt.Fprintf(&b, "export PATH=%s:\"$PATH\"\n", quote(e.bin))
	return os.WriteFile(file, []byte(b.String()), 0o600)
}

// quote is a word for a POSIX shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func value(environ []string, name string) string {
	for _, entry := range slices.Backward(environ) {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			return v
		}
	}
	return ""
}

// sibling is the path of a program beside dev.
func (e environment) sibling(name string) (string, error) {
	path := filepath.Join(e.bin, name)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("the program %s is missing: %w; build it with: make build", name, err)
	}
	return path, nil
}
