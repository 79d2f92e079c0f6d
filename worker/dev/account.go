package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// account is the user PostgreSQL runs as. The zero value is the caller.
type account struct {
	name     string
	uid, gid uint32
}

// serverAccount returns the caller, or where that is root, whom PostgreSQL refuses, the
// first of postgres and nobody.
func serverAccount() (account, error) {
	if os.Geteuid() != 0 {
		return account{}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		return account{name: name, uid: uint32(uid), gid: uint32(gid)}, errors.Join(err1, err2)
	}
	return account{}, errors.New("PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as; run this as another user")
}

// command is a program that runs as the account, in the given folder.
func (a account) command(ctx context.Context, dir, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if a.name != "" {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	return cmd
}

// own makes a private folder of the account's, if it is not there yet.
func (a account) own(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if a.name == "" {
		return nil
	}
	return os.Chown(dir, int(a.uid), int(a.gid))
}

// reaches says whether the account can work in a folder: every parent must let it through.
func (a account) reaches(ctx context.Context, dir string) bool {
	return a.command(ctx, "/", "/bin/sh", "-c", `cd "$0" && test -w .`, dir).Run() == nil
}
