package main

import "syscall"

// dieWithParent has the kernel send the signal to the child when dev ends, however it ends.
func dieWithParent(a *syscall.SysProcAttr, s syscall.Signal) { a.Pdeathsig = s }
