//go:build unix && !linux

package process

import (
	"os"
	"syscall"
)

// thisProgram is a path to the running program.
func thisProgram() (string, error) { return os.Executable() }

// adoptOrphans does nothing: only Linux lets a process adopt the orphans below it.
func adoptOrphans() {}

// agentAttributes give the agent a process group of its own.
func agentAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// signalBelow signals the agent's process group. A process that left it gets away.
func signalBelow(agent int, sig syscall.Signal) { _ = syscall.Kill(-agent, sig) }

// killSession does nothing: without its supervisor an agent's group is not known.
func killSession(int) {}
