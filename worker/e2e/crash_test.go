package e2e_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const twoAgents = `
[pipelines.work]
entry = "first"

[[routes]]
from = "first"
to = "second"
`

// slow writes its process ID and then waits to be ended, but only in its first attempt.
const slowOnce = `
cat > prompt.$$
starter tool help --category other "attempt $$ asks" > /dev/null
if [ -e second-time ]; then starter tool send second --body again; exit 0; fi
touch second-time
sleep 600 &
echo $$ $! > pids
wait
`

func (s *stack) pids() []int {
	var pids []int
	s.eventually("the agent runs", 30*time.Second, func() bool {
		b, _ := os.ReadFile(filepath.Join(s.dir, "pids"))
		pids = nil
		for _, word := range strings.Fields(string(b)) {
			pid, err := strconv.Atoi(word)
			require.NoError(s.t, err)
			pids = append(pids, pid)
		}
		return len(pids) == 2
	})
	return pids
}

func alive(pids []int) bool {
	for _, pid := range pids {
		if syscall.Kill(pid, 0) == nil {
			return true
		}
	}
	return false
}

func TestAKilledWorkersRunIsRestartedOnceAndFilesNothingTwice(t *testing.T) {
	s := newStack(t)
	w := s.worker()
	s.factory(twoAgents, map[string]string{"first": slowOnce, "second": "cat > /dev/null; echo done"})
	chain := s.start("work")
	pids := s.pids()
	s.eventually("the call is on record", 10*time.Second, func() bool {
		return len(s.run(chain + ".1").Attempts[0].Calls) == 1
	})

	w.kill()
	s.eventually("no process of the old run lives", 20*time.Second, func() bool { return !alive(pids) })
	s.worker()

	require.Equal(t, "finished", s.ends(chain, 90*time.Second))
	first := s.run(chain + ".1")
	require.Equal(t, "succeeded", first.Outcome)
	require.Len(t, first.Attempts, 2)
	require.Equal(t, "interrupted", first.Attempts[0].Outcome)
	require.Contains(t, first.Attempts[1].Notice, "help", "the restarted agent is told what the lost attempt had done")
	require.Len(t, s.runs(chain), 2)
	require.Len(t, s.requests(), 1, "the lost attempt's request is not filed beside the second one's")
}

func TestAStoppedWorkersRunGoesOnElsewhereAndIsNotTheAgentsFault(t *testing.T) {
	s := newStack(t)
	w := s.worker()
	graceful := `
cat > /dev/null
if [ -e second-time ]; then starter tool send second --body again; exit 0; fi
touch second-time
trap 'echo said goodbye > goodbye; exit 1' TERM
sleep 600 &
echo $$ $! > pids
wait
`
	s.factory(twoAgents+"[limits]\nmax_recovery_attempts = 0\n", map[string]string{"first": graceful, "second": "cat > /dev/null"})
	chain := s.start("work")
	pids := s.pids()

	w.stop()
	require.False(t, alive(pids))
	require.FileExists(t, filepath.Join(s.dir, "goodbye"), "the agent had its grace")
	s.worker()

	require.Equal(t, "finished", s.ends(chain, 90*time.Second))
	require.Equal(t, "succeeded", s.run(chain+".1").Outcome)
}

func TestAnAgentLostTooOftenIsInterrupted(t *testing.T) {
	s := newStack(t)
	w := s.worker()
	s.factory(twoAgents+"[limits]\nmax_recovery_attempts = 0\n", map[string]string{
		"first": "cat > /dev/null; sleep 600 & echo $$ $! > pids; wait", "second": "cat > /dev/null",
	})
	chain := s.start("work")
	s.pids()
	w.kill()
	s.worker()
	require.Equal(t, "finished", s.ends(chain, 90*time.Second))
	first := s.run(chain + ".1")
	require.Equal(t, "interrupted", first.Outcome)
	require.Contains(t, first.Reason, "max_recovery_attempts is 0")
}
