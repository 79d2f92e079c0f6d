package run_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/run"
)

func money(m run.Money) *run.Money { return &m }

func TestReadOutput(t *testing.T) {
	asJSON := run.Output{Format: run.OutputJSON, ResultKey: "result", CostKey: "total_cost_usd"}
	for _, c := range []struct {
		name   string
		output run.Output
		stdout string
		text   string // empty: stdout as it is
		cost   *run.Money
	}{
		{"text is never read", run.Output{Format: "text", ResultKey: "result", CostKey: "total_cost_usd"}, `{"result": "x", "total_cost_usd": 1}`, "", nil},
		{"the zero value is text", run.Output{}, "hello", "", nil},
		{"a document", asJSON, "{\n \"result\": \"done\",\n \"total_cost_usd\": 0.0123\n}\n", "done", money(12_300)},
		{"an array, as Claude Code prints it", asJSON, `[{"type":"system"},{"type":"result","result":"done","total_cost_usd":1.4},[],7,null]`, "done", money(1_400_000)},
		{"a line among others", asJSON, "starting\n{\"result\":\"old\",\"total_cost_usd\":1}\n{\"result\":\"done\",\"total_cost_usd\":2}\n{\"type\":\"log\"}\nbye\n", "done", money(2_000_000)},
		{"a line broken off", asJSON, "{\"result\":\"done\",\"total_cost_usd\":2}\n{\"result\":\"do", "done", money(2_000_000)},
		{"no object", asJSON, "hello\n", "", nil},
		{"nothing", asJSON, "", "", nil},
		{"neither key", asJSON, `{"type": "log"}`, "", nil},
		{"only a cost", asJSON, `{"total_cost_usd": 1}`, "", money(1_000_000)},
		{"only a result", asJSON, `{"result": "done"}`, "done", nil},
		{"an empty result", asJSON, `{"result": "done"}` + "\n" + `{"result": null, "total_cost_usd": 1}`, "", money(1_000_000)},
		{"a result of another type", asJSON, `{"result": 7, "total_cost_usd": 1}`, "", money(1_000_000)},
		{"zero is a measured cost", asJSON, `{"result": "done", "total_cost_usd": 0}`, "done", money(0)},
		{"rounded to millionths", asJSON, `{"result": "done", "total_cost_usd": 0.0000015}`, "done", money(2)},
		{"a negative cost", asJSON, `{"result": "done", "total_cost_usd": -1}`, "done", nil},
		{"a cost in words", asJSON, `{"result": "done", "total_cost_usd": "1"}`, "done", nil},
		{"a cost of null", asJSON, `{"result": "done", "total_cost_usd": null}`, "done", nil},
		{"an absurd cost", asJSON, `{"result": "done", "total_cost_usd": 1e300}`, "done", nil},
		{"a cost beyond numbers", asJSON, `{"result": "done", "total_cost_usd": 1e999}`, "done", nil},
		{"other keys", run.Output{Format: run.OutputJSON, ResultKey: "text", CostKey: "usd"}, `{"text": "done", "usd": 3, "result": "x"}`, "done", money(3_000_000)},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, cost := run.ReadOutput(c.output, c.stdout)
			if c.text == "" {
				c.text = c.stdout
			}
			require.Equal(t, c.text, text)
			require.Equal(t, c.cost, cost)
		})
	}
}

func TestMoneyOf(t *testing.T) {
	for dollars, want := range map[float64]run.Money{0: 0, 1.4: 1_400_000, 0.0123: 12_300, 0.0000004: 0, 1e9: 1e15} {
		got, ok := run.MoneyOf(dollars)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	for _, dollars := range []float64{-0.01, 1e9 + 1, math.Inf(1), math.Inf(-1), math.NaN()} {
		_, ok := run.MoneyOf(dollars)
		require.False(t, ok, dollars)
	}
}
