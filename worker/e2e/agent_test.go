package e2e_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	enums "go.temporal.io/api/enums/v1"
)

func TestEveryBadAgentEndsWithARecordedOutcome(t *testing.T) {
	s := newStack(t)
	s.worker()
	agents := map[string]struct {
		script, outcome, reason string
	}{
		"flood":     {`cat > /dev/null; yes "a line of output" | head -c 50000000`, "succeeded", ""},
		"longline":  {`cat > /dev/null; head -c 5000000 /dev/zero | tr '\0' x`, "succeeded", ""},
		"broken":    {`cat > /dev/null; printf 'caf\303 \377 \000 end\n'`, "succeeded", ""},
		"silent":    {`cat > /dev/null; sleep 600`, "timed_out", "no output"},
		"forker":    {`cat > /dev/null; (setsid sleep 600 &) ; echo gone`, "succeeded", ""},
		"stubborn":  {`trap '' TERM; cat > /dev/null; while :; do echo still here; sleep 1; done`, "timed_out", ""},
		"stderr":    {`cat > /dev/null; head -c 5000000 /dev/zero | tr '\0' e >&2; echo "the last words" >&2; exit 7`, "failed", "the last words"},
		"deaf":      {`exec <&-; echo did not listen`, "succeeded", ""},
		"no-result": {`cat > /dev/null`, "succeeded", ""},
	}
	var toml strings.Builder
	scripts := map[string]string{}
	for name, a := range agents {
		scripts[name] = a.script
		toml.WriteString("[pipelines." + name + "]\nentry = \"" + name + "\"\n")
	}
	toml.WriteString(`
[runners.silent]
command = ["sh", "silent.sh"]
idle_timeout = "2s"
grace = "1s"
[runners.stubborn]
command = ["sh", "stubborn.sh"]
timeout = "3s"
grace = "1s"
`)
	s.factory(toml.String(), scripts)
	chains := map[string]string{}
	for name := range agents {
		chains[name] = s.start(name)
	}
	for name, a := range agents {
		s.ends(chains[name], 90*time.Second)
		r := s.run(chains[name] + ".1")
		require.Equal(t, a.outcome, r.Outcome, name)
		require.Contains(t, r.Reason, a.reason, name)
		require.Len(t, r.Attempts, 1, "%s: once", name)
	}
}

func TestTwoAgentsThatAlwaysHandToEachOtherStopAtTheHopCap(t *testing.T) {
	s := newStack(t)
	s.worker()
	s.factory(`
[pipelines.work]
entry = "ping"
[[routes]]
from = "ping"
to = "pong"
[[routes]]
from = "pong"
to = "ping"
`, map[string]string{
		"ping": `cat > /dev/null; starter tool send pong --body ball || true`,
		"pong": `cat > /dev/null; starter tool send ping --body ball || true`,
	})
	chain := s.start("work")
	require.Equal(t, "finished", s.ends(chain, 120*time.Second))
	require.Len(t, s.runs(chain), 8)
	require.Contains(t, s.starter("chain", "show", chain),
		"ping → pong → ping → pong → ping → pong → ping → pong → ping")
}

func TestASecretOfTheAgentIsNowhere(t *testing.T) {
	const secret = "hunter2-correct-horse-battery"
	s := newStack(t)
	s.env = append(s.env, "SERVICE_PASSWORD="+secret)
	s.worker()
	s.factory(`
[pipelines.work]
entry = "leaky"
[[routes]]
from = "leaky"
to = "next"
[runners.leaky]
command = ["sh", "leaky.sh"]
env = ["SERVICE_PASSWORD"]
`, map[string]string{
		"leaky": `cat > /dev/null
echo "the password is $SERVICE_PASSWORD"
echo "token $REDEYE_TOKEN"
starter tool send next --headline "use $SERVICE_PASSWORD" --body "it is $SERVICE_PASSWORD"
starter tool help "is $SERVICE_PASSWORD right?" --detail "$SERVICE_PASSWORD"
starter tool learn "the password $SERVICE_PASSWORD is good for the service account" || true
starter tool report "used $SERVICE_PASSWORD"
starter tool send "$SERVICE_PASSWORD" --body x || true
echo "error with $SERVICE_PASSWORD" >&2; exit 3`,
		"next": `cat`,
	})
	chain := s.start("work")
	s.ends(chain, 60*time.Second)
	require.Contains(t, s.run(chain + ".1").Attempts[0].Stdout, "the password is [redacted]")

	for _, row := range everything(t, s.database) {
		require.NotContains(t, row, secret)
	}
	c := s.temporal()
	for _, id := range []string{chain, s.requests()[0].ID} {
		for h := c.GetWorkflowHistory(context.Background(), id, "", false, enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT); h.HasNext(); {
			e, err := h.Next()
			require.NoError(t, err)
			b, err := json.Marshal(e)
			require.NoError(t, err)
			require.NotContains(t, string(b), secret)
			require.NotContains(t, e.String(), secret)
		}
	}
}

// everything is every row of every table, as text.
func everything(t *testing.T, database string) []string {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, database)
	require.NoError(t, err)
	defer conn.Close(ctx)
	tables := query(t, conn, "SELECT quote_ident(table_name) FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'")
	require.NotEmpty(t, tables)
	var rows []string
	for _, table := range tables {
		rows = append(rows, query(t, conn, "SELECT t::text FROM "+table+" t")...)
	}
	return rows
}

func query(t *testing.T, conn *pgx.Conn, sql string) []string {
	rows, err := conn.Query(context.Background(), sql)
	require.NoError(t, err)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return list
}

func TestFuelIsDebitedByMeasuredCostAlone(t *testing.T) {
	s := newStack(t)
	s.worker()
	s.factory(`
[limits]
fuel = 1.00
[pipelines.work]
entry = "payer"
[[routes]]
from = "payer"
to = "payer"
[runners.payer]
command = ["sh", "payer.sh", "{budget}"]
output = "json"
`, map[string]string{
		"payer": `cat > /dev/null; starter tool send payer --body more > /dev/null || true
echo "{\"result\": \"budget $1\", \"total_cost_usd\": 0.6}"`,
	})
	chain := s.start("work")
	require.Equal(t, "finished", s.ends(chain, 60*time.Second))
	runs := s.runs(chain)
	require.Len(t, runs, 2)
	require.Equal(t, "budget 1.00", runs[0].Headline)
	require.Equal(t, "budget 0.40", runs[1].Headline)
	require.Contains(t, s.starter("chain", "show", chain), "the fuel is spent: $1.20 of $1.00")
}

func TestUnknownCostIsShownAsUnknown(t *testing.T) {
	s := newStack(t)
	s.worker()
	s.factory("[pipelines.work]\nentry = \"a\"\n", map[string]string{"a": "cat > /dev/null; echo hello"})
	chain := s.start("work")
	s.ends(chain, 60*time.Second)
	require.Nil(t, s.run(chain+".1").Cost)
	require.Contains(t, s.starter("run", "show", chain+".1"), "unknown")
}

func TestALearningIsToldFromTheNextRunOn(t *testing.T) {
	const insight = "commit subjects in this repository begin with an area and a colon"
	s := newStack(t)
	s.worker()
	s.factory("[pipelines.work]\nentry = \"learner\"\n", map[string]string{
		"learner": `cat > /dev/null; starter tool learn "` + insight + `"`,
	})
	first := s.start("work")
	s.ends(first, 60*time.Second)
	require.Empty(t, s.run(first+".1").Told)
	second := s.start("work")
	s.ends(second, 60*time.Second)
	told := s.run(second + ".1")
	require.Len(t, told.Told, 1)
	require.Equal(t, insight, told.Told[0].Text)
	require.Contains(t, told.Prompt, insight)
	require.Contains(t, s.starter("run", "show", second+".1"), "19 more runs")

	list := read[[]shown](s, "learning", "list")
	require.Len(t, list, 1, "an echo is no second learning")
	s.starter("learning", "drop", list[0].ID)
	third := s.start("work")
	s.ends(third, 60*time.Second)
	require.Empty(t, s.run(third+".1").Told)
}
