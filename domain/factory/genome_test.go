package factory_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/factory"
	"redeye/domain/genome"
)

func TestTheLaterTablesAreInTheSnapshotOnlyWhereAFactoryHasThem(t *testing.T) {
	for _, toml := range []string{full, full + "[genome]\n[night]\n", full + "[genome]\ntuning = 0\nobservations = false\nbots = []\n"} {
		_, digest, err := load(t, toml).Encode()
		require.NoError(t, err)
		require.Equal(t, goldenDigest, digest, "chains and schedules go by it")
	}
	f := load(t, grown)
	snapshot, digest, err := f.Encode()
	require.NoError(t, err)
	require.NotEqual(t, goldenDigest, digest)
	require.Contains(t, string(snapshot), `"genome":{"tuning":1,"observations":true,"consolidation":true,"immune_check":true,"bots":["ci","Importer"]},`+
		`"night":{"time":"04:15","timezone":"Europe/Berlin"}}`)
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
