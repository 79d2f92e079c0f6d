//go:build !linux

package main

import "syscall"

// dieWithParent does nothing: only Linux can tell a child that its parent was killed.
func dieWithParent(*syscall.SysProcAttr, syscall.Signal) {}
