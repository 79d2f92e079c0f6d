package e2e_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
)

const asking = `
[pipelines.work]
entry = "asker"
[pipelines.work.flags]
may_publish = false
`

// asker asks once, and is content with an answer.
const asker = `
prompt=$(cat)
case "$prompt" in
*1.4.0*) echo "published 1.4.0" ;;
*) starter tool help --fatal --category decision "Which version?" ;;
esac
`

func askingStack(t *testing.T) (s *stack, chain, request string) {
	s = newStack(t)
	s.worker()
	s.factory(asking, map[string]string{"asker": asker})
	chain = s.start("work", "--flag", "may_publish=true")
	require.Equal(t, "awaiting_human", s.ends(chain, 60*time.Second))
	return s, chain, chain + ".1.h1"
}

func TestAnAnswerStartsALinkedChainWithTheFlagsItWasAskedUnder(t *testing.T) {
	s, chain, request := askingStack(t)
	require.Equal(t, "halted", s.run(chain+".1").Outcome)

	s.starter("request", "answer", request, "1.4.0", "--by", "Ann")

	closed := read[shown](s, "request", "show", request).Closed
	require.Equal(t, "Ann", closed.By)
	require.Equal(t, "finished", s.ends(closed.Chain, 60*time.Second))
	require.Equal(t, "finished", s.ends(chain, 10*time.Second), "it waits for nobody any more")
	answered := s.run(closed.Chain + ".1")
	require.Equal(t, "published 1.4.0", answered.Headline)
	require.Equal(t, map[string]bool{"may_publish": true}, answered.Flags)
	require.Contains(t, answered.Prompt, "Which version?")

	late := s.try("request", "answer", request, "1.5.0")
	require.Equal(t, 4, late.code)
	require.Contains(t, late.errout, "Ann")
	require.Contains(t, late.errout, closed.Chain)
	require.Equal(t, 3, s.try("request", "answer", "no-such.1.h1", "x").code)
}

func TestTenAnswersAtOnceStartOneChain(t *testing.T) {
	s, _, request := askingStack(t)
	c := s.temporal()
	var wg sync.WaitGroup
	errs := make([]error, 5)
	for i := range 5 {
		wg.Go(func() {
			h, err := c.UpdateWorkflow(context.Background(), client.UpdateWorkflowOptions{
				WorkflowID: request, UpdateName: "answer", WaitForStage: client.WorkflowUpdateStageCompleted,
				Args: []any{map[string]string{"answer": "1.4.0", "by": fmt.Sprint("updater ", i)}},
			})
			if err == nil {
				err = h.Get(context.Background(), nil)
			}
			errs[i] = err
		})
		wg.Go(func() {
			// A signal may come after the request's workflow has completed: then it is told so.
			_ = c.SignalWorkflow(context.Background(), request, "", "answer", map[string]string{"answer": "1.4.0", "by": fmt.Sprint("signaller ", i)})
		})
	}
	wg.Wait()

	closed := read[shown](s, "request", "show", request).Closed
	for i, err := range errs {
		if closed.By == fmt.Sprint("updater ", i) {
			require.NoError(t, err)
			continue
		}
		if err != nil && strings.Contains(err.Error(), "already") {
			require.ErrorContains(t, err, closed.By)
			require.ErrorContains(t, err, closed.Chain)
			continue
		}
		require.Error(t, err, "only one answer counts")
	}
	require.Len(t, read[[]shown](s, "chain", "list"), 2)
	s.ends(closed.Chain, 60*time.Second)
}

func TestSignalsOfTheWrongShapeNeverWedgeARequest(t *testing.T) {
	s, _, request := askingStack(t)
	c := s.temporal()
	for _, bad := range []struct {
		name string
		arg  any
	}{
		{"answer", nil},
		{"answer", "1.4.0"},
		{"answer", 7},
		{"answer", []string{"1.4.0"}},
		{"answer", map[string]any{}},
		{"answer", map[string]any{"anwser": "1.4.0"}},
		{"answer", map[string]any{"answer": ""}},
		{"answer", map[string]any{"answer": "1.4.0", "flags": map[string]bool{"may_publish": false}}},
		{"anwser", map[string]any{"answer": "1.4.0"}},
		{"resolve", "please"},
	} {
		require.NoError(t, c.SignalWorkflow(context.Background(), request, "", bad.name, bad.arg))
	}
	type refusals struct {
		Refused []struct{ Name, Reason string } `json:"refused_replies"`
		Closed  *shown                          `json:"closed"`
	}
	var seen refusals
	s.eventually("every refusal is shown", 30*time.Second, func() bool {
		seen = read[refusals](s, "request", "show", request)
		return len(seen.Refused) == 10
	})
	require.Nil(t, seen.Closed)
	for _, r := range seen.Refused {
		require.NotEmpty(t, r.Reason, r.Name)
	}

	require.NoError(t, c.SignalWorkflow(context.Background(), request, "", "answer", map[string]string{"answer": "1.4.0", "by": "Ann"}))
	s.eventually("a good signal still counts", 30*time.Second, func() bool {
		shown := read[shown](s, "request", "show", request)
		return shown.Closed != nil && shown.Closed.By == "Ann"
	})
}

func TestResolveEndsTheWaitWithoutANewChain(t *testing.T) {
	s, chain, request := askingStack(t)
	s.starter("request", "resolve", request, "--by", "Ann", "--reason", "not needed")
	require.Equal(t, "finished", s.ends(chain, 10*time.Second))
	require.Len(t, read[[]shown](s, "chain", "list"), 1)
	r := s.try("request", "answer", request, "1.4.0")
	require.Equal(t, 4, r.code)
	require.Contains(t, r.errout, "resolved")
}

func TestAFlagDeclaredSinceMustBeGivenWithTheAnswer(t *testing.T) {
	s, _, request := askingStack(t)
	s.factory(asking+"may_mail = true\n", map[string]string{"asker": asker})
	r := s.try("request", "answer", request, "1.4.0")
	require.Equal(t, 2, r.code)
	require.Contains(t, r.errout, "may_mail")
	r = s.try("request", "answer", request, "1.4.0", "--flag", "may_mail=false", "--flag", "may_publish=false")
	require.Equal(t, 2, r.code, "what is recorded cannot be given again")

	s.starter("request", "answer", request, "1.4.0", "--flag", "may_mail=false")
	closed := read[shown](s, "request", "show", request).Closed
	s.ends(closed.Chain, 60*time.Second)
	require.Equal(t, map[string]bool{"may_publish": true, "may_mail": false}, s.run(closed.Chain+".1").Flags)
}

func TestAnAnswerReachesTheOpenChain(t *testing.T) {
	s := newStack(t)
	s.worker()
	s.factory(`
[pipelines.work]
entry = "asker"
[[routes]]
from = "asker"
to = "waiter"
[[routes]]
from = "waiter"
to = "asker"
`, map[string]string{
		"asker":  `case "$(cat)" in *"in blue"*) echo "painted in blue";; *) starter tool help "Which colour?"; starter tool send waiter --body wait;; esac`,
		"waiter": `cat > /dev/null; while [ ! -e go ]; do sleep 0.2; done; starter tool send asker --body "go on"`,
	})
	chain := s.start("work")
	request := chain + ".1.h1"
	s.eventually("it is asked", 30*time.Second, func() bool { return len(s.requests()) == 1 })
	s.starter("request", "answer", request, "in blue", "--by", "Ann")
	s.file("go", "")
	require.Equal(t, "finished", s.ends(chain, 60*time.Second))
	runs := s.runs(chain)
	require.Len(t, runs, 3)
	require.Equal(t, "painted in blue", runs[2].Headline)
	require.Len(t, read[[]shown](s, "chain", "list"), 1, "no linked chain: the open one was told")
}

func TestAnAnswerThatReachesNoRunStartsTheLinkedChain(t *testing.T) {
	s := newStack(t)
	s.worker()
	s.factory(`
[pipelines.work]
entry = "asker"
[[routes]]
from = "asker"
to = "waiter"
`, map[string]string{
		"asker":  `case "$(cat)" in *"in blue"*) echo "painted in blue";; *) starter tool help "Which colour?"; starter tool send waiter --body wait;; esac`,
		"waiter": `cat > /dev/null; while [ ! -e go ]; do sleep 0.2; done`,
	})
	chain := s.start("work")
	request := chain + ".1.h1"
	s.eventually("it is asked", 30*time.Second, func() bool { return len(s.requests()) == 1 })
	s.starter("request", "answer", request, "in blue", "--by", "Ann")
	s.file("go", "")
	require.Equal(t, "finished", s.ends(chain, 60*time.Second))
	linked := read[shown](s, "request", "show", request).Closed.Chain
	require.Equal(t, "finished", s.ends(linked, 60*time.Second))
	require.Equal(t, "painted in blue", s.run(linked+".1").Headline)
}

func TestAWorkerKilledWhileAnswersComeStillStartsOneChain(t *testing.T) {
	s := newStack(t)
	w := s.worker()
	s.factory(asking, map[string]string{"asker": asker})
	chain := s.start("work", "--flag", "may_publish=true")
	s.ends(chain, 60*time.Second)
	request := chain + ".1.h1"
	c := s.temporal()
	require.NoError(t, c.SignalWorkflow(context.Background(), request, "", "answer", map[string]string{"answer": "1.4.0", "by": "Ann"}))
	w.kill()
	require.NoError(t, c.SignalWorkflow(context.Background(), request, "", "answer", map[string]string{"answer": "1.4.0", "by": "Bob"}))
	s.worker()
	s.eventually("it is answered", 60*time.Second, func() bool {
		d, err := c.DescribeWorkflow(context.Background(), request, "")
		return err == nil && d.Status == enums.WORKFLOW_EXECUTION_STATUS_COMPLETED
	})
	require.Len(t, read[[]shown](s, "chain", "list"), 2)
}
