package night_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/domain/fault"
	"redeye/domain/night"
)

func TestPromise(t *testing.T) {
	for _, c := range []struct{ at, timezone, refused string }{
		{"02:30", "UTC", ""},
		{"03:00", "America/New_York", ""},
		{"00:59", "America/New_York", ""},
		{"02:30", "Asia/Tokyo", ""},
		{"02:30", "America/New_York", "02:30 in America/New_York does not come on 2026-03-08"},
		{"01:30", "America/New_York", "01:30 in America/New_York comes twice on 2026-11-01"},
		{"02:30", "Europe/Berlin", "does not come on 2026-03-29"},
		{"01:45", "Australia/Lord_Howe", "comes twice on 2026-04-05"}, // half an hour
		{"00:30", "America/Santiago", "does not come on 2026-09-06"},
		{"25:00", "UTC", `"25:00" is no time of day`},
		{"2:30pm", "UTC", "is no time of day"},
		{"02:30", "Mars/Olympus", `"Mars/Olympus" is no known timezone`},
		{"02:30", "Local", `"Local" is no known timezone`},
	} {
		err := night.Promise(c.at, c.timezone)
		if c.refused == "" {
			require.NoError(t, err, c)
			continue
		}
		require.ErrorContains(t, err, c.refused)
		require.Equal(t, fault.Invalid, fault.KindOf(err))
	}
}

func TestARefusalNamesTimesThatWouldDo(t *testing.T) {
	require.ErrorContains(t, night.Promise("02:30", "America/New_York"), "such as 00:30 or 03:00")
	require.NoError(t, night.Promise("00:30", "America/New_York"))
}

func TestMissed(t *testing.T) {
	day := func(d, hour int) time.Time { return time.Date(2026, 12, d, hour, 30, 0, 0, time.UTC) }
	were := []time.Time{day(1, 2), day(3, 2)}
	require.Equal(t, []time.Time{day(2, 2), day(4, 2)}, night.Missed("02:30", "UTC", day(1, 2), day(4, 2), were))
	require.Empty(t, night.Missed("02:30", "UTC", day(1, 2), day(2, 1), were), "it is not due yet")
	require.Empty(t, night.Missed("02:30", "nowhere", day(1, 2), day(4, 2), nil))
}

// The spring and the autumn night of New York have one night each.
func TestTheNightsOfAChangeOfClocks(t *testing.T) {
	at := func(month time.Month, d, hour int) time.Time {
		return time.Date(2026, month, d, hour, 0, 0, 0, time.UTC)
	}
	require.Equal(t, []time.Time{at(3, 7, 8), at(3, 8, 7), at(3, 9, 7)},
		night.Missed("03:00", "America/New_York", at(3, 7, 0), at(3, 9, 23), nil))
	require.Equal(t, []time.Time{at(10, 31, 7), at(11, 1, 8), at(11, 2, 8)},
		night.Missed("03:00", "America/New_York", at(10, 31, 0), at(11, 2, 23), nil))
}
