package e2e_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// rememberingFactory is one agent, which closes the thread that it is told or else opens one.
const rememberingFactory = `
[genome]
memory = true
[pipelines.work]
entry = "clerk"
`

const clerk = `prompt=$(cat)
thread=$(printf '%s\n' "$prompt" | sed -n 's/^1\. \([^ ,]*\), open since .*/\1/p')
if [ -n "$thread" ]; then
	starter tool thread-close "$thread" --note "she said blue" && starter tool report "settled the logo"
else
	starter tool thread-open "Ask Ann about the logo." && starter tool report "left the logo open"
fi`

func TestWhatARunLeavesOpenALaterOneCloses(t *testing.T) {
	s := newStack(t)
	s.worker()
	s.factory(rememberingFactory, map[string]string{"clerk": clerk})
	first := s.start("work")
	require.Equal(t, "finished", s.ends(first, 60*time.Second))
	require.Contains(t, s.starter("thread", "list", "--state", "open"), "Ask Ann about the logo.")

	second := s.start("work")
	require.Equal(t, "finished", s.ends(second, 60*time.Second))
	told := s.starter("run", "show", second+".1")
	require.Contains(t, told, "told 1 open thread\n  "+first+".1.t1, ")
	require.Contains(t, told, first+".1, ")
	require.Contains(t, told, ": succeeded in work: left the logo open")
	closed := s.starter("thread", "list", "--state", "closed")
	require.Contains(t, closed, "closed by "+second+".1")
	require.Contains(t, closed, "Ask Ann about the logo. → she said blue")

	third := s.start("work")
	s.ends(third, 60*time.Second)
	require.NotContains(t, s.starter("run", "show", third+".1"), "open thread\n  "+first)
}
