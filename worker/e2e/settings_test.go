package e2e_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAWorkerRunsNoMoreAgentsAtOnceThanItIsTold(t *testing.T) {
	s := newStack(t)
	w := s.worker("REDEYE_MAX_AGENTS=1", "REDEYE_LOG_LEVEL=error")
	s.factory("[pipelines.work]\nentry = \"a\"\n", map[string]string{
		"a": "cat > /dev/null; mkdir busy || touch overlapped; sleep 1; rmdir busy",
	})
	chains := []string{s.start("work"), s.start("work"), s.start("work")}
	for _, chain := range chains {
		require.Equal(t, "finished", s.ends(chain, 60*time.Second))
		require.Equal(t, "succeeded", s.run(chain+".1").Outcome)
	}
	require.False(t, s.exists("overlapped"))
	w.stop()
	require.NotContains(t, w.log.String(), "level=INFO")
}

func TestAnAgentWithATaskQueueOfItsOwnRunsOnItsWorkersAlone(t *testing.T) {
	s := newStack(t)
	s.worker()
	s.factory(`
[pipelines.work]
entry = "first"
[[routes]]
from = "first"
to = "special"
[runners.sh]
command = ["sh", "special.sh"]
[agents.special]
prompt = "first.md"
runner = "sh"
task_queue = "`+s.queue+`-special"
`, map[string]string{"first": "cat > /dev/null; starter tool send special --body x"})
	s.file("special.sh", "cat > /dev/null; echo special")
	chain := s.start("work")
	s.eventually("the special run has begun", 30*time.Second, func() bool { return len(s.runs(chain)) == 2 })
	require.Empty(t, s.run(chain+".2").Attempts, "nobody serves its queue yet")
	s.worker("REDEYE_TASK_QUEUE=" + s.queue + "-special")
	require.Equal(t, "finished", s.ends(chain, 60*time.Second))
	require.Equal(t, "special", s.run(chain+".2").Headline)
}
