package e2e_test

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enums "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/log"
	sdkworker "go.temporal.io/sdk/worker"
	"google.golang.org/protobuf/encoding/protojson"

	"redeye/workflows"
)

var record = flag.String("record", "", "folder to keep the histories in, for the replay tests of workflows")

// The histories of one long story replay with the code that wrote them; with -record they
// are kept, so that later code can be tried on them.
func TestHistoriesReplay(t *testing.T) {
	s := newStack(t)
	s.worker()
	s.factory(`
[pipelines.work]
entry = "asker"
[pipelines.work.flags]
may_publish = false
[pipelines.failing]
entry = "broken"
[[routes]]
from = "asker"
to = "waiter"
[[routes]]
from = "waiter"
to = "asker"
`, map[string]string{
		"asker": `case "$(cat)" in
*"in blue"*) starter tool help --fatal --category decision "Which version?";;
*1.4.0*) echo "published";;
*) starter tool help "Which colour?"; starter tool send waiter --body wait; starter tool send waiter --body "wait too"; starter tool send nobody --body x || true;;
esac`,
		"waiter": `cat > /dev/null; while [ ! -e go ]; do sleep 0.2; done; mkdir once 2> /dev/null && starter tool send asker --body "go on" || true`,
		"broken": `cat > /dev/null; exit 7`,
	})
	c := s.temporal()
	chain := s.start("work", "--flag", "may_publish=true")
	colour, version := chain+".1.h1", chain+".4.h1"
	s.eventually("the colour is asked", 60*time.Second, func() bool { return len(s.requests()) == 1 })
	s.starter("request", "answer", colour, "in blue", "--by", "Ann")
	s.file("go", "")
	require.Equal(t, "awaiting_human", s.ends(chain, 60*time.Second))
	require.NoError(t, c.SignalWorkflow(context.Background(), version, "", "answer", "1.4.0"))
	require.NoError(t, c.SignalWorkflow(context.Background(), version, "", "anwser", nil))
	s.starter("request", "answer", version, "1.4.0", "--by", "Ann")
	linked := read[shown](s, "request", "show", version).Closed.Chain
	require.Equal(t, "finished", s.ends(linked, 60*time.Second))
	failing := s.start("failing")
	s.ends(failing, 60*time.Second)
	night := read[struct{ Workflow string }](s, "night", "run", "--no-wait").Workflow
	require.NoError(t, c.GetWorkflow(context.Background(), night, "").Get(context.Background(), nil))

	for name, id := range map[string]string{
		"chain-asked-answered-fatal": chain, "chain-linked": linked, "chain-failed": failing,
		"request-answered-in-chain": colour, "request-bad-signals-then-update": version,
		"night": night,
	} {
		h := history(t, c.GetWorkflowHistory(context.Background(), id, "", true, enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT))
		replayer := sdkworker.NewWorkflowReplayer()
		replayer.RegisterWorkflow(workflows.Chain)
		replayer.RegisterWorkflow(workflows.HelpRequest)
		replayer.RegisterWorkflow(workflows.Night)
		require.NoError(t, replayer.ReplayWorkflowHistory(log.NewStructuredLogger(slog.New(slog.DiscardHandler)), h), name)
		if *record != "" {
			b, err := protojson.MarshalOptions{Indent: " "}.Marshal(h)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(*record, name+".json"), b, 0o644))
		}
	}
}

func history(t *testing.T, events interface {
	HasNext() bool
	Next() (*historypb.HistoryEvent, error)
},
) *historypb.History {
	h := &historypb.History{}
	for events.HasNext() {
		e, err := events.Next()
		require.NoError(t, err)
		h.Events = append(h.Events, e)
	}
	return h
}
