package factory

import (
	"cmp"
	"regexp"

	"redeye/domain/night"
)

// Night is [night]. What it leaves out is empty; see OrDefault.
type Night struct {
	Time     string `json:"time,omitempty"`     // "15:04"
	Timezone string `json:"timezone,omitempty"` // an IANA name
}

// OrDefault is the night with what it leaves out filled in: 02:30, UTC (specification,
// section 6).
func (n Night) OrDefault() Night {
	return Night{Time: cmp.Or(n.Time, "02:30"), Timezone: cmp.Or(n.Timezone, "UTC")}
}

func nightOf(s *section) Night {
	defer s.close()
	at, ok := value[string](s, "time", `a time of day such as "02:30"`)
	sound := ok == s.has("time")
	if ok && !clock.MatchString(at) {
		s.fault("time", `= %q is refused; allowed: a time of day from "00:00" to "23:59"`, at)
		sound = false
	}
	timezone, ok := value[string](s, "timezone", "a string")
	if ok && timezone == "" {
		s.fault("timezone", `is empty; allowed: an IANA name such as "Europe/Berlin", or leave it out for UTC`)
	}
	n := Night{Time: at, Timezone: timezone}
	if sound {
		n.mustPromise(s)
	}
	return n
}

var clock = regexp.MustCompile(`^(?:[01][0-9]|2[0-3]):[0-5][0-9]$`)

// mustPromise reports a time that some day does not have exactly once. The default time is
// no exception: it is the timezone's fault then.
func (n Night) mustPromise(s *section) {
	n = n.OrDefault()
	key := "timezone"
	if err := night.Promise("12:00", n.Timezone); err != nil { // every place has its noon
		s.fault(key, "is refused: %s", err)
		return
	}
	if s.has("time") {
		key = "time"
	}
	if err := night.Promise(n.Time, n.Timezone); err != nil {
		s.fault(key, "is refused: %s", err)
	}
}
