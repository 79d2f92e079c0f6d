package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// sharedHome is a folder that every user can get to, for root's things that a lesser
// account must reach. Its parent must be root's own: anybody could have made it.
func sharedHome(name string) (string, error) {
	parent := fmt.Sprintf("/var/tmp/redeye-%d", os.Geteuid())
	if err := os.Mkdir(parent, 0o711); err != nil && !os.IsExist(err) {
		return "", err
	}
	info, err := os.Lstat(parent)
	if err != nil {
		return "", err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(owner.Uid) != os.Geteuid() {
		return "", fmt.Errorf("%s is not a folder of this user's; remove it", parent)
	}
	return filepath.Join(parent, name), nil
}

// digest is a short name for a path.
func digest(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:6])
}
