package night

import (
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // for machines that know no timezones

	"redeye/domain/fault"
)

// The years whose every day a time is tried on. Later ones follow the last known rules,
// as these do.
const (
	firstYear = 2026
	lastYear  = 2035
)

// Promise checks that a time of day, as "15:04", comes exactly once a day in a timezone,
// so that there is one night a day: where clocks are changed, a time may be left out in
// spring or come twice in autumn. fault.Invalid says on which day, and which time would do.
func Promise(at, timezone string) error {
	c, err := parse(at, timezone)
	if err != nil {
		return err
	}
	broken := c.broken()
	if broken == "" {
		return nil
	}
	return fault.Invalidf("%s in %s %s; allowed: a time that every day has exactly once, such as %s",
		at, timezone, broken, strings.Join(c.better(), " or "))
}

// clock is a time of day somewhere.
type clock struct {
	hour, minute int
	place        *time.Location
}

func parse(at, timezone string) (clock, error) {
	place, err := time.LoadLocation(timezone)
	if err != nil || timezone == "Local" {
		return clock{}, fault.Invalidf(`%q is no known timezone; allowed: an IANA name such as "UTC" or "Europe/Berlin"`, timezone)
	}
	t, err := time.Parse("15:04", at)
	if err != nil {
		return clock{}, fault.Invalidf(`%q is no time of day; allowed: "00:00" to "23:59"`, at)
	}
	return clock{t.Hour(), t.Minute(), place}, nil
}

// broken says what is wrong with the first day that does not have the time exactly once.
func (c clock) broken() string {
	end := time.Date(lastYear+1, 1, 1, 0, 0, 0, 0, time.UTC)
	for day := time.Date(firstYear, 1, 1, 0, 0, 0, 0, time.UTC); day.Before(end); day = day.AddDate(0, 0, 1) {
		switch n := len(c.on(day)); {
		case n == 0:
			return "does not come on " + day.Format(time.DateOnly)
		case n > 1:
			return "comes twice on " + day.Format(time.DateOnly)
		}
	}
	return ""
}

// on returns the instants at which the clock shows its time on a day: those that it would
// be under the offset of the day before or after, if it is.
func (c clock) on(day time.Time) []time.Time {
	wall := time.Date(day.Year(), day.Month(), day.Day(), c.hour, c.minute, 0, 0, time.UTC)
	var found []time.Time
	for _, near := range []time.Time{wall.AddDate(0, 0, -1), wall.AddDate(0, 0, 1)} {
		_, offset := near.In(c.place).Zone()
		at := wall.Add(-time.Duration(offset) * time.Second)
		shown := at.In(c.place)
		same := shown.Day() == day.Day() && shown.Hour() == c.hour && shown.Minute() == c.minute
		if same && !slices.ContainsFunc(found, at.Equal) {
			found = append(found, at)
		}
	}
	slices.SortFunc(found, time.Time.Compare)
	return found
}

// better are the nearest times, by half hours, before and after that keep the promise.
func (c clock) better() []string {
	var times []string
	for _, step := range []int{-30, 30} {
		for away := step; away > -24*60 && away < 24*60; away += step {
			minutes := (c.hour*60 + c.minute + away + 24*60) % (24 * 60)
			other := clock{minutes / 60, minutes % 60, c.place}
			if other.broken() == "" {
				times = append(times, fmt.Sprintf("%02d:%02d", other.hour, other.minute))
				break
			}
		}
	}
	return times
}

// Missed returns the nights that should have been after since and at or before until, and
// are not among those that were. A time or timezone that Promise refuses has none.
func Missed(at, timezone string, since, until time.Time, were []time.Time) []time.Time {
	c, err := parse(at, timezone)
	if err != nil {
		return nil
	}
	var missed []time.Time
	for day := since.In(c.place).AddDate(0, 0, -1); !day.After(until.AddDate(0, 0, 1)); day = day.AddDate(0, 0, 1) {
		for _, due := range c.on(day) {
			if due.After(since) && !due.After(until) && !slices.ContainsFunc(were, due.Equal) {
				missed = append(missed, due.UTC())
			}
		}
	}
	return missed
}
