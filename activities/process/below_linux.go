package process

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// thisProgram is a path to the running program that stays good when its file is replaced.
func thisProgram() (string, error) { return "/proc/self/exe", nil }

// adoptOrphans makes this process the parent of whatever below it loses its own.
func adoptOrphans() {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // as old as Linux 3.4
}

// agentAttributes give the agent a process group of its own, and have it killed if its
// supervisor is.
func agentAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// signalBelow signals every process below this one, wherever it went, each one once.
func signalBelow(_ int, sig syscall.Signal) {
	children := map[int][]int{}
	for _, p := range processes() {
		children[p.parent] = append(children[p.parent], p.id)
	}
	for queue := children[os.Getpid()]; len(queue) > 0; queue = queue[1:] {
		_ = syscall.Kill(queue[0], sig)
		queue = append(queue, children[queue[0]]...)
	}
}

// killSession kills what lives of a supervisor's session when nothing keeps its processes
// together any more. Only those that began a session of their own get away.
func killSession(supervisor int) {
	for _, p := range processes() {
		if p.session == supervisor {
			_ = syscall.Kill(p.id, syscall.SIGKILL)
		}
	}
}

type entry struct{ id, parent, session int }

func processes() []entry {
	var list []entry
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is good
	for _, file := range stats {
		if b, err := os.ReadFile(file); err == nil { // else it has ended meanwhile
			list = append(list, readStat(string(b)))
		}
	}
	return list
}

// readStat reads "pid (name) state parent group session …"; the name may hold anything.
func readStat(s string) (e entry) {
	var state string
	var group int
	_, _ = fmt.Sscan(s, &e.id)
	_, _ = fmt.Sscan(s[strings.LastIndexByte(s, ')')+1:], &state, &e.parent, &group, &e.session)
	return e
}
