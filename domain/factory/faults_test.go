package factory_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFaults changes one line of the minimal factory and expects one fault.
func TestFaults(t *testing.T) {
	const (
		top      = 1
		command  = 4
		agent    = 6
		prompt   = 7
		runner   = 8
		pipeline = 10
		entry    = 11
	)
	for _, c := range []struct {
		line int    // to replace; 0 appends line 12
		toml string // instead
		want string // what follows "factory.toml:"
	}{
		{top, `name = "Notes!"`, `1: top level: name = "Notes!" is refused; allowed: a lower-case letter`},
		{top, ``, `1: top level: name is missing`},
		{top, `name = ""`, `1: top level: name is missing`},
		{top, `name = 3`, `1: top level: name must be a string, not a whole number`},
		{top, "name = \"n\"\nnane = 1", `2: top level has no key "nane" (did you mean "name"?); allowed: agents, alerts, genome, learnings, limits, memory, name, night, pipelines, routes, runners`},
		{top, "name = \"n\"\nname = 1", `2: `},
		{top, `name = "n`, `1: `},

		{0, "[limits]\nmax_hop = 1", `13: [limits] has no key "max_hop" (did you mean "max_hops"?); allowed: fan_out, fuel, max_hops, max_recovery_attempts, max_runs`},
		{0, "[limits]\nmax_hops = 0", `13: [limits] max_hops = 0 is refused: no run could start; allowed: 1 to 200`},
		{0, "[limits]\nmax_hops = 201", `13: [limits] max_hops = 201 is too large; allowed: 1 to 200`},
		{0, "[limits]\nmax_runs = 0", `13: [limits] max_runs = 0 is refused`},
		{0, "[limits]\nmax_runs = 1001", `13: [limits] max_runs = 1001 is too large`},
		{0, "[limits]\nfan_out = -1", `13: [limits] fan_out = -1 is refused`},
		{0, "[limits]\nfan_out = 101", `13: [limits] fan_out = 101 is too large`},
		{0, "[limits]\nmax_recovery_attempts = -1", `13: [limits] max_recovery_attempts = -1 is refused`},
		{0, "[limits]\nmax_runs = 1.5", `13: [limits] max_runs must be a whole number, not a number with decimals`},
		{0, "[limits]\nfuel = 0", `13: [limits] fuel = 0 is refused; allowed: US dollars above 0 and up to 1000000, with at most 6 decimals; without the key, fuel is not metered`},
		{0, "[limits]\nfuel = -1.5", `13: [limits] fuel = -1.5 is refused`},
		{0, "[limits]\nfuel = nan", `13: [limits] fuel = NaN is refused`},
		{0, "[limits]\nfuel = inf", `13: [limits] fuel = +Inf is refused`},
		{0, "[limits]\nfuel = 0.0000001", `13: [limits] fuel = 1e-07 is refused`},
		{0, "[limits]\nfuel = 1000001", `13: [limits] fuel = 1000001 is refused`},
		{0, "[limits]\nfuel = \"5\"", `13: [limits] fuel must be a number of US dollars, not a string`},

		{0, "[learnings]\nruns = 0", `13: [learnings] runs = 0 is refused: every learning would lapse unread`},
		{0, "[learnings]\nrediscoveries = 0", `13: [learnings] rediscoveries = 0 is refused`},
		{0, "[learnings]\nmax_characters = 0", `13: [learnings] max_characters = 0 is refused`},
		{0, "[learnings]\nmax_characters = 4001", `13: [learnings] max_characters = 4001 is too large`},
		{0, "[learnings]\nper_run = 0", `13: [learnings] per_run = 0 is refused`},
		{0, "[learnings]\nper_run = 201", `13: [learnings] per_run = 201 is too large`},
		{0, "[learnings]\nkeep_lapsed_days = -1", `13: [learnings] keep_lapsed_days = -1 is refused`},
		{0, "[learnings]\nfoo = 1", `13: [learnings] has no key "foo"; allowed: keep_lapsed_days`},

		{0, "[genome]\ntuning = -1", `13: [genome] tuning = -1 is refused: versions count from 0; allowed: 0 to 1`},
		{0, "[genome]\ntuning = 2", `13: [genome] tuning = 2 is too large; allowed: 0 to 1`},
		{0, "[genome]\ntuning = \"1\"", `13: [genome] tuning must be a whole number, not a string`},
		{0, "[genome]\nobservations = 1", `13: [genome] observations must be true or false, not a whole number`},
		{0, "[genome]\nconsolidation = \"on\"", `13: [genome] consolidation must be true or false, not a string`},
		{0, "[genome]\nimmune_check = []", `13: [genome] immune_check must be true or false, not a list`},
		{0, "[genome]\nbots = \"ci\"", `13: [genome] bots must be a list of strings, not a string`},
		{0, "[genome]\nbots = [1]", `13: [genome] bots must be a list of strings, not of a whole number`},
		{0, "[genome]\nbots = [\"ci\", \" ci\"]", `13: [genome] bots has " ci"; allowed: names of accounts, without space around them`},
		{0, "[genome]\nbots = [\"\"]", `13: [genome] bots has ""`},
		{0, "[genome]\nobservation = true", `13: [genome] has no key "observation" (did you mean "observations"?); allowed: alerts, bots, competence, consolidation, families, immune_check, leave_one_out, memory, observations, scorecards, tuning`},
		{0, "[genome]\nleave_one_out = 0.1", `13: [genome] leave_one_out must be true or false, not a number with decimals`},
		{0, "[genome]\nthread_days = 7", `13: [genome] has no key "thread_days"`},
		{0, "[memory]\nthread_days = 0", `13: [memory] thread_days = 0 is refused: no run would be told a thread; allowed: 1 to 3650`},
		{0, "[memory]\nepisode_days = 0", `13: [memory] episode_days = 0 is refused`},
		{0, "[memory]\nepisodes_told = 101", `13: [memory] episodes_told = 101 is too large; allowed: 1 to 100`},
		{0, "[memory]\nthreads = 7", `13: [memory] has no key "threads"; allowed: episode_days, episodes_told, thread_days`},
		{0, "[alerts]\nwebhook = \"\"", `13: [alerts] webhook = "" is refused; allowed: an address such as "https://example.org/hooks/redeye"`},
		{0, "[alerts]\nwebhook = \"example.org\"", `13: [alerts] webhook = "example.org" is refused`},
		{0, "[alerts]\nwebhook = \"ftp://example.org\"", `13: [alerts] webhook = "ftp://example.org" is refused`},
		{0, "[alerts]\nwebhook = \"https://a:b@example.org\"", `13: [alerts] webhook = "https://a:b@example.org" is refused`},
		{0, "[alerts]\nwebhook = 1", `13: [alerts] webhook must be a string, not a whole number`},

		{0, "[night]\ntime = \"2:30\"", `13: [night] time = "2:30" is refused; allowed: a time of day from "00:00" to "23:59"`},
		{0, "[night]\ntime = \"24:00\"", `13: [night] time = "24:00" is refused`},
		{0, "[night]\ntime = \"02:60\"", `13: [night] time = "02:60" is refused`},
		{0, "[night]\ntime = \"\"", `13: [night] time = "" is refused`},
		{0, "[night]\ntime = 02:30:00", `13: [night] time must be a time of day such as "02:30", not a date or time`},
		{0, "[night]\ntimezone = \"\"", `13: [night] timezone is empty`},
		{0, "[night]\ntimezone = \"Mars/Olympus\"", `13: [night] timezone is refused: "Mars/Olympus" is no known timezone; allowed: an IANA name`},
		{0, "[night]\ntime = \"03:00\"\ntimezone = \"Local\"", `14: [night] timezone is refused: "Local" is no known timezone`},
		{0, "[night]\ntime = \"02:30\"\ntimezone = \"America/New_York\"", `13: [night] time is refused: 02:30 in America/New_York does not come on 2026-03-08; allowed: a time that every day has exactly once, such as 00:30 or 03:00`},
		{0, "[night]\ntime = \"01:30\"\ntimezone = \"America/New_York\"", `13: [night] time is refused: 01:30 in America/New_York comes twice on 2026-11-01`},
		{0, "[night]\ntimezone = \"Europe/Berlin\"", `13: [night] timezone is refused: 02:30 in Europe/Berlin does not come on 2026-03-29`},
		{0, "[night]\ntimezone = 1", `13: [night] timezone must be a string, not a whole number`},
		{0, "[night]\ntz = \"UTC\"", `13: [night] has no key "tz"`},

		{command, ``, `3: [runners.script] command is missing`},
		{command, `command = []`, `4: [runners.script] command is empty`},
		{command, `command = [""]`, `4: [runners.script] command is empty`},
		{command, `command = "sh"`, `4: [runners.script] command must be a list of strings, not a string`},
		{command, `command = ["sh", "{promt}"]`, `4: [runners.script] command has an unknown placeholder {promt} (did you mean "{prompt}"?); allowed: {prompt}, {mcp}, {mcp_url}, {model}, {budget}`},
		{command, `command = ["sh", "{model}"]`, `6: [agents.editor] model is missing: the command of runner script has {model}`},
		{command, `command = ["sh", "{budget}"]`, `6: [agents.editor] budget is missing: the command of runner script has {budget}; set it, or fuel in [limits]`},
		{command, "command = [\"sh\"]\nenv = [\"A=b\"]", `5: [runners.script] env "A=b" is no name of a variable`},
		{command, "command = [\"sh\"]\nenv = [\"DATABASE_URL\"]", `5: [runners.script] env "DATABASE_URL" would hand the agent the platform's own keys`},
		{command, "command = [\"sh\"]\nenv = [\"temporal_api_key\"]", `5: [runners.script] env "temporal_api_key" would hand`},
		{command, "command = [\"sh\"]\nenv = [1]", `5: [runners.script] env must be a list of strings, not of a whole number`},
		{command, "command = [\"sh\"]\ntimeout = \"0s\"", `5: [runners.script] timeout = "0s" is refused; allowed: a duration from 1s to 24h0m0s`},
		{command, "command = [\"sh\"]\ntimeout = 30", `5: [runners.script] timeout must be a duration such as "30m", not a whole number`},
		{command, "command = [\"sh\"]\ntimeout = \"1 hour\"", `5: [runners.script] timeout = "1 hour" is refused`},
		{command, "command = [\"sh\"]\ntimeout = \"25h\"", `5: [runners.script] timeout = "25h" is refused`},
		{command, "command = [\"sh\"]\nidle_timeout = \"-1s\"", `5: [runners.script] idle_timeout = "-1s" is refused`},
		{command, "command = [\"sh\"]\nidle_timeout = \"5ms\"", `5: [runners.script] idle_timeout = "5ms" would end every run`},
		{command, "command = [\"sh\"]\ngrace = \"0s\"", `5: [runners.script] grace = "0s" is refused`},
		{command, "command = [\"sh\"]\noutput = \"yaml\"", `5: [runners.script] output = "yaml" is unknown; allowed: "text", "json"`},
		{command, "command = [\"sh\"]\nresult_key = \"r\"", `5: [runners.script] result_key has no effect on text`},
		{command, "command = [\"sh\"]\noutput = \"text\"\ncost_key = \"r\"", `6: [runners.script] cost_key has no effect on text`},
		{command, "command = [\"sh\"]\noutput = \"json\"\ncost_key = \"\"", `6: [runners.script] cost_key is empty`},
		{command, "command = [\"sh\"]\nshell = true", `5: [runners.script] has no key "shell"; allowed: command, cost_key, dir, env, grace, idle_timeout, output, result_key, timeout`},

		{prompt, ``, `6: [agents.editor] prompt is missing`},
		{prompt, `prompt = "nowhere.md"`, `7: [agents.editor] prompt = "nowhere.md" cannot be read: file does not exist`},
		{prompt, `prompt = "empty.md"`, `7: [agents.editor] prompt = "empty.md" is empty`},
		{prompt, `prompt = "broken.md"`, `7: [agents.editor] prompt = "broken.md" is no text`},
		{prompt, `prompt = "nul.md"`, `7: [agents.editor] prompt = "nul.md" is no text`},
		{prompt, `prompt = "long.md"`, `7: [agents.editor] prompt = "long.md" has 262145 bytes; allowed: up to 262144`},
		{prompt, `prompt = "../editor.md"`, `7: [agents.editor] prompt = "../editor.md" is outside the factory's folder`},
		{prompt, `prompt = "/etc/passwd"`, `7: [agents.editor] prompt = "/etc/passwd" is outside the factory's folder`},
		{runner, ``, `6: [agents.editor] runner is missing`},
		{runner, `runner = "shell"`, `8: [agents.editor] runner = "shell" is no declared runner; declared: script`},
		{runner, "runner = \"script\"\nbudget = 0", `9: [agents.editor] budget = 0 is refused`},
		{runner, "runner = \"script\"\ntask_queue = \" \"", `9: [agents.editor] task_queue is empty`},
		{runner, "runner = \"script\"\ntask_queue = \"gpu-night\"", `9: [agents.editor] task_queue = "gpu-night" is a night's`},
		{runner, "runner = \"script\"\ntimeout = \"0s\"", `9: [agents.editor] timeout = "0s" is refused`},
		{runner, "runner = \"script\"\nidle_timeout = \"0s\"", `9: [agents.editor] idle_timeout = "0s" is refused`},
		{runner, "runner = \"script\"\nenv = [\"REDEYE_TOKEN\"]", `9: [agents.editor] env "REDEYE_TOKEN" would hand`},
		{runner, "runner = \"script\"\nmodle = \"x\"", `9: [agents.editor] has no key "modle" (did you mean "model"?); allowed: about, acts, budget, env`},
		{runner, "runner = \"script\"\n[agents.Ed]\nprompt = \"editor.md\"\nrunner = \"script\"", `9: [agents] "Ed" is no name`},

		{pipeline, "[pipelines.other]\nentry = \"editor\"\n[pipelines.main]\nflags = { x = 1 }", `13: [pipelines.main.flags] x must be true or false, not a whole number`},
		{pipeline, "[pipelines.main]\nflags = { X = true }", `11: [pipelines.main.flags] "X" is no name`},
		{entry, ``, `10: [pipelines.main] entry is missing`},
		{entry, `entry = "nobody"`, `11: [pipelines.main] entry = "nobody" is no declared agent; declared: editor`},
		{0, `flag = {}`, `12: [pipelines.main] has no key "flag" (did you mean "flags"?); allowed: about, entry, flags`},

		{0, "[[routes]]\nfrom = \"x\"\nto = \"editor\"", `13: [[routes]] from = "x" is no declared agent; declared: editor`},
		{0, "[[routes]]\nfrom = \"editor\"\nto = \"x\"", `14: [[routes]] to = "x" is no declared agent`},
		{0, "[[routes]]\nfrom = \"editor\"", `12: [[routes]] to is missing`},
		{0, "[[routes]]\nfrom = \"editor\"\nto = \"editor\"\npipelines = [\"x\"]", `15: [[routes]] pipelines = "x" is no declared pipeline; declared: main`},
		{0, "[[routes]]\nfrom = \"editor\"\nto = \"editor\"\npipelines = []", `15: [[routes]] pipelines is empty`},
		{0, "[[routes]]\nfrom = \"editor\"\nto = \"editor\"\n[[routes]]\nfrom = \"editor\"\nto = \"editor\"", `16: [[routes]] from editor to editor is already on line 13`},
		{0, "[[routes]]\nfrom = \"editor\"\nto = \"editor\"\nvia = 1", `15: [[routes]] has no key "via"; allowed: from, pipelines, to`},
		{0, "[routes]", `12: top level: routes must be an array of tables, [[routes]], not a table`},
	} {
		t.Run(c.want, func(t *testing.T) {
			got := faults(t, edited(c.line, c.toml))
			require.Len(t, got, 1, "%q", got)
			require.True(t, strings.HasPrefix(got[0], "factory.toml:"+c.want), "got  %s\nwant %s", got[0], c.want)
		})
	}
}

func edited(line int, instead string) string {
	if line == 0 {
		return minimal + instead + "\n"
	}
	lines := strings.Split(minimal, "\n")
	lines[line-1] = instead
	return strings.Join(lines, "\n")
}

func TestAllFaultsAtOnceInOrder(t *testing.T) {
	got := faults(t, `nmae = "x"
[[routes]]
from = "a"
[pipelines.p]
entry = "a"
[agents.b]
prompt = "nowhere.md"
[limits]
max_hops = 0
fuel = nan
`)
	var lines []string
	for _, f := range got {
		lines = append(lines, strings.SplitN(f, ":", 3)[1])
	}
	require.Equal(t, []string{"1", "1", "2", "3", "5", "6", "7", "9", "10"}, lines, strings.Join(got, "\n"))
}

func TestNothingToRunIsAFault(t *testing.T) {
	require.Equal(t, []string{
		"factory.toml:1: top level: agents are missing: without one nothing can run; declare [agents.NAME]",
		"factory.toml:1: top level: pipelines are missing: without one nothing can run; declare [pipelines.NAME]",
	}, faults(t, `name = "x"`))
}

func TestTheBudgetMayBeTheFuel(t *testing.T) {
	load(t, strings.Replace(minimal, `["sh"]`, `["sh", "{budget}"]`, 1)+"[limits]\nfuel = 0.000001\n")
}
