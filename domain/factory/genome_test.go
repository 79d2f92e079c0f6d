package factory_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/factory"
	"redeye/domain/genome"
)

func TestTheLaterTablesAreInTheSnapshotOnlyWhereAFactoryHasThem(t *testing.T) {
	for _, toml := range []string{full, full + "[genome]\n[night]\n[memory]\n[alerts]\n", full + "[genome]\ntuning = 0\nobservations = false\nbots = []\n"} {
		_, digest, err := load(t, toml).Encode()
		require.NoError(t, err)
		require.Equal(t, goldenDigest, digest, "chains and schedules go by it")
	}
	f := load(t, grown)
	snapshot, digest, err := f.Encode()
	require.NoError(t, err)
	require.NotEqual(t, goldenDigest, digest)
	require.Contains(t, string(snapshot), `"genome":{"tuning":1,"observations":true,"consolidation":true,"immune_check":true,"leave_one_out":true,"families":true,"competence":true,"memory":true,"scorecards":true,"alerts":true,"bots":["ci","Importer"]},`+
		`"night":{"time":"04:15","timezone":"Europe/Berlin"},"memory":{"thread_days":7,"episode_days":60,"episodes_told":5},"alerts":{"webhook":"https://example.org/hooks/1"}}`)
	back, err := factory.Decode(snapshot)
	require.NoError(t, err)
	require.Equal(t, f, back)
}

func TestEveryTuningVersionCanBeChosen(t *testing.T) {
	for version := range 2 {
		_, err := genome.TuningOf(version)
		require.NoError(t, err)
	}
	_, err := genome.TuningOf(2)
	require.Error(t, err, "then [genome] tuning should allow it")
}

func TestBots(t *testing.T) {
	g := load(t, grown).Genome
	for account, bot := range map[string]bool{
		"ci": true, "CI": true, " ci ": true, "importer": true,
		"dependabot[bot]": true, "renovate[BOT]": true, "[bot]": true,
		"cicero": false, "Ann": false, "bot": false, "[bot] Ann": false, "": false,
	} {
		require.Equal(t, bot, g.Bot(account), "%q", account)
	}
	require.True(t, factory.Genome{}.Bot("a[bot]"), "whatever the factory says")
	require.False(t, factory.Genome{}.Bot("ci"))
}

func TestTheNightFillsInWhatItLeavesOut(t *testing.T) {
	require.Equal(t, factory.Night{Time: "04:15", Timezone: "UTC"}, factory.Night{Time: "04:15"}.OrDefault())
	require.Equal(t, factory.Night{Time: "02:30", Timezone: "Asia/Tokyo"}, factory.Night{Timezone: "Asia/Tokyo"}.OrDefault())
}

func TestTheMemoryFillsInWhatItLeavesOut(t *testing.T) {
	require.Equal(t, factory.Memory{ThreadDays: 14, EpisodeDays: 30, EpisodesTold: 10}, factory.Memory{}.OrDefault())
	m := factory.Memory{ThreadDays: 1, EpisodeDays: 2, EpisodesTold: 3}
	require.Equal(t, m, m.OrDefault())
	now := time.Date(2026, 12, 15, 2, 30, 0, 0, time.UTC)
	require.Equal(t, now.AddDate(0, 0, -14), factory.Memory{}.ThreadsSince(now))
	require.Equal(t, now.AddDate(0, 0, -2), m.EpisodesSince(now))
}
