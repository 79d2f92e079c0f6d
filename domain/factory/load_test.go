package factory_test

import (
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/learning"
	"redeye/domain/run"
)

const minimal = `name = "notes"

[runners.script]
command = ["sh"]

[agents.editor]
prompt = "editor.md"
runner = "script"

[pipelines.main]
entry = "editor"
`

// full sets every key there is, to a value that is not its default.
const full = `name = "notes"
[limits]
max_hops = 3
max_runs = 9
fan_out = 2
fuel = 2.5
max_recovery_attempts = 0
[learnings]
runs = 5
rediscoveries = 4
max_characters = 200
per_run = 7
keep_lapsed_days = 0
[runners.cli]
command = ["cli", "--model", "{model}", "{prompt}", "{mcp}", "{mcp_url}", "{budget}", "${shell}"]
dir = "work"
env = ["CLI_KEY", "HOME_OF"]
timeout = "20m"
idle_timeout = "3m"
grace = "4s"
output = "json"
result_key = "answer"
cost_key = "usd"
[agents.editor]
about = "edits"
prompt = "prompts/editor.md"
runner = "cli"
model = "large"
budget = 0.25
task_queue = "gpu"
env = ["EXTRA", "CLI_KEY"]
timeout = "15m"
idle_timeout = "2m"
[agents.publisher]
about = "publishes"
prompt = "editor.md"
runner = "cli"
model = "small"
[pipelines.main]
about = "all of it"
entry = "editor"
flags = { may_publish = false, loud = true }
[pipelines.other]
entry = "publisher"
[[routes]]
from = "editor"
to = "publisher"
pipelines = ["main"]
[[routes]]
from = "editor"
to = "editor"
[[routes]]
from = "publisher"
to = "editor"
`

// grown is full with the tables that came later.
const grown = full + `[genome]
tuning = 1
observations = true
consolidation = true
immune_check = true
leave_one_out = true
families = true
competence = true
memory = true
scorecards = true
alerts = true
bots = ["ci", "Importer"]
[night]
time = "04:15"
timezone = "Europe/Berlin"
[memory]
thread_days = 7
episode_days = 60
episodes_told = 5
[alerts]
webhook = "https://example.org/hooks/1"
[agents.sender]
prompt = "editor.md"
runner = "cli"
model = "large"
acts = true
`

func files(toml string) fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"factory.toml":      file(toml),
		"editor.md":         file("Edit.\n"),
		"prompts/editor.md": file("Edit well.\n"),
		"empty.md":          file(" \n"),
		"broken.md":         file("\xff"),
		"nul.md":            file("a\x00"),
		"long.md":           file(strings.Repeat("x", 256<<10+1)),
	}
}

func load(t *testing.T, toml string) factory.Factory {
	t.Helper()
	f, err := factory.Load(files(toml), "factory.toml")
	require.NoError(t, err)
	return f
}

func faults(t *testing.T, toml string) []string {
	t.Helper()
	_, err := factory.Load(files(toml), "factory.toml")
	require.Error(t, err)
	require.Equal(t, fault.Invalid, fault.KindOf(err))
	var all factory.Faults
	require.ErrorAs(t, err, &all)
	require.Equal(t, all.Error(), err.Error())
	return strings.Split(err.Error(), "\n")
}

func TestEveryKeyLandsWhereItShould(t *testing.T) {
	f := load(t, grown)
	fuel, budget := run.Money(2_500_000), run.Money(250_000)
	cli, editor, main := f.Runners["cli"], f.Agents["editor"], f.Pipelines["main"]
	for key, c := range map[string]struct{ got, want any }{
		"name":                         {f.Name, "notes"},
		"limits.max_hops":              {f.Limits.MaxHops, 3},
		"limits.max_runs":              {f.Limits.MaxRuns, 9},
		"limits.fan_out":               {f.Limits.FanOut, 2},
		"limits.fuel":                  {f.Limits.Fuel, &fuel},
		"limits.max_recovery_attempts": {f.Limits.MaxRecoveryAttempts, 0},
		"learnings.runs":               {f.Learnings.Runs, 5},
		"learnings.rediscoveries":      {f.Learnings.Rediscoveries, 4},
		"learnings.max_characters":     {f.Learnings.MaxCharacters, 200},
		"learnings.per_run":            {f.Learnings.PerRun, 7},
		"learnings.keep_lapsed_days":   {f.Learnings.KeepLapsedDays, 0},
		"genome.tuning":                {f.Genome.Tuning, 1},
		"genome.observations":          {f.Genome.Observations, true},
		"genome.consolidation":         {f.Genome.Consolidation, true},
		"genome.immune_check":          {f.Genome.ImmuneCheck, true},
		"genome.leave_one_out":         {f.Genome.LeaveOneOut, true},
		"genome.families":              {f.Genome.Families, true},
		"genome.competence":            {f.Genome.Competence, true},
		"genome.memory":                {f.Genome.Memory, true},
		"genome.scorecards":            {f.Genome.Scorecards, true},
		"genome.alerts":                {f.Genome.Alerts, true},
		"genome.bots":                  {f.Genome.Bots, []string{"ci", "Importer"}},
		"night.time":                   {f.Night.Time, "04:15"},
		"night.timezone":               {f.Night.Timezone, "Europe/Berlin"},
		"memory.thread_days":           {f.Memory.ThreadDays, 7},
		"memory.episode_days":          {f.Memory.EpisodeDays, 60},
		"memory.episodes_told":         {f.Memory.EpisodesTold, 5},
		"alerts.webhook":               {f.Alerts.Webhook, "https://example.org/hooks/1"},
		"agents.acts":                  {f.Agents["sender"].Acts, true},
		"runners.command":              {cli.Command[:3], []string{"cli", "--model", "{model}"}},
		"runners.dir":                  {cli.Dir, "work"},
		"runners.env":                  {cli.Env, []string{"CLI_KEY", "HOME_OF"}},
		"runners.timeout":              {cli.Timeout, 20 * time.Minute},
		"runners.idle_timeout":         {cli.IdleTimeout, 3 * time.Minute},
		"runners.grace":                {cli.Grace, 4 * time.Second},
		"runners.output":               {cli.Output, factory.OutputJSON},
		"runners.result_key":           {cli.ResultKey, "answer"},
		"runners.cost_key":             {cli.CostKey, "usd"},
		"agents.about":                 {editor.About, "edits"},
		"agents.prompt":                {editor.Prompt, "Edit well.\n"},
		"agents.runner":                {editor.Runner, "cli"},
		"agents.model":                 {editor.Model, "large"},
		"agents.budget":                {editor.Budget, &budget},
		"agents.task_queue":            {editor.TaskQueue, "gpu"},
		"agents.env":                   {editor.Env, []string{"EXTRA", "CLI_KEY"}},
		"agents.timeout":               {editor.Timeout, 15 * time.Minute},
		"agents.idle_timeout":          {editor.IdleTimeout, 2 * time.Minute},
		"pipelines.about":              {main.About, "all of it"},
		"pipelines.entry":              {main.Entry, "editor"},
		"pipelines.flags":              {main.Flags, map[string]bool{"may_publish": false, "loud": true}},
		"routes":                       {f.Routes[0], factory.Route{From: "editor", To: "publisher", Pipelines: []string{"main"}}},
	} {
		require.Equal(t, c.want, c.got, key)
	}
}

func TestDefaults(t *testing.T) {
	f := load(t, minimal)
	require.Equal(t, chain.DefaultLimits(), f.Limits)
	require.Nil(t, f.Limits.Fuel)
	require.Equal(t, learning.Defaults(), f.Learnings)
	require.Equal(t, factory.Genome{}, f.Genome, "version 0, and every flag off")
	require.Equal(t, factory.Night{Time: "02:30", Timezone: "UTC"}, f.Night.OrDefault())
	require.Equal(t, factory.Runner{Command: []string{"sh"}, Timeout: 30 * time.Minute, Grace: 10 * time.Second, Output: "text"}, f.Runners["script"])
	require.Equal(t, factory.Agent{Prompt: "Edit.\n", Runner: "script"}, f.Agents["editor"])

	json := load(t, strings.Replace(minimal, `["sh"]`, "[\"sh\"]\noutput = \"json\"", 1)).Runners["script"]
	require.Equal(t, "result", json.ResultKey)
	require.Equal(t, "total_cost_usd", json.CostKey)
}

func TestFlagsMayStandInATableOfTheirOwn(t *testing.T) {
	f := load(t, minimal+"[pipelines.main.flags]\nloud = true\n")
	require.Equal(t, map[string]bool{"loud": true}, f.Pipelines["main"].Flags)
}

func TestPromptsAreRelativeToTheFile(t *testing.T) {
	moved := fstest.MapFS{"a/factory.toml": {Data: []byte(minimal)}, "a/editor.md": {Data: []byte("Moved.")}}
	f, err := factory.Load(moved, "a/factory.toml")
	require.NoError(t, err)
	require.Equal(t, "Moved.", f.Agents["editor"].Prompt)
}

func TestAFileThatCannotBeRead(t *testing.T) {
	_, err := factory.Load(fstest.MapFS{}, "factory.toml")
	require.Equal(t, fault.NotFound, fault.KindOf(err))
	_, err = factory.Load(fstest.MapFS{"factory.toml": {Mode: fs.ModeDir}}, "factory.toml")
	require.Equal(t, fault.Unavailable, fault.KindOf(err))
}

func TestSnapshotIsGolden(t *testing.T) {
	f := load(t, full)
	snapshot, digest, err := f.Encode()
	require.NoError(t, err)
	want, err := testdata.ReadFile("testdata/snapshot.golden.json")
	require.NoError(t, err)
	require.Equal(t, strings.TrimSpace(string(want)), string(snapshot), "chains that run on an old snapshot must still read it")
	require.Equal(t, goldenDigest, digest)

	back, err := factory.Decode(snapshot)
	require.NoError(t, err)
	require.Equal(t, f, back)
	require.True(t, json.Valid(snapshot))
	_, err = factory.Decode([]byte("{"))
	require.Equal(t, fault.Invalid, fault.KindOf(err))
}

func TestTheDigestTellsPromptsApart(t *testing.T) {
	_, one, err := load(t, minimal).Encode()
	require.NoError(t, err)
	_, other, err := load(t, strings.Replace(minimal, "editor.md", "prompts/editor.md", 1)).Encode()
	require.NoError(t, err)
	require.NotEqual(t, one, other)
}

func FuzzLoad(f *testing.F) {
	f.Add(minimal)
	f.Add(full)
	f.Add(grown)
	f.Add("routes = [1, {from = 2}, [[3]]]\nlimits = 1\nagents.a = 1\n[pipelines]\nx.flags = {y = 1}")
	f.Fuzz(func(t *testing.T, toml string) {
		loaded, err := factory.Load(files(toml), "factory.toml")
		if err != nil {
			require.Equal(t, fault.Invalid, fault.KindOf(err))
			return
		}
		snapshot, _, err := loaded.Encode()
		require.NoError(t, err)
		back, err := factory.Decode(snapshot)
		require.NoError(t, err)
		again, _, err := back.Encode()
		require.NoError(t, err)
		require.Equal(t, snapshot, again)
	})
}
