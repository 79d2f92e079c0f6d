package main

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"redeye/activities/postgres"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/night"
	"redeye/workflows"
)

func (a *app) nightCommand() *cobra.Command {
	return group("night", "Run, show and list nights",
		"A night is one pass of the nightly job: rescreen, consolidate, retention.",
		a.nightRunCommand(), a.nightShowCommand(), a.nightListCommand())
}

// nightLine is a night's record, and the state that follows from it and the clock.
type nightLine struct {
	night.Record
	State nightState `json:"state"`
}

// nightState is how a night stands.
type nightState string

const (
	nightFinished              = nightState(night.Finished)
	nightPartial               = nightState(night.Partial)
	nightUnderWay   nightState = "under way"
	nightNeverEnded nightState = "never ended" // it is no longer under way, and left no report
	nightDue        nightState = "due"         // it has not begun, and still may
	nightMissed     nightState = "missed"
)

// catchUp is how late the Schedule begins a night (specification, section 6).
const catchUp = 6 * time.Hour

func stateOf(r night.Record, now time.Time) nightState {
	switch {
	case r.EndedAt != nil:
		return nightState(r.Status)
	case now.Sub(r.StartedAt) > workflows.NightLongest:
		return nightNeverEnded
	}
	return nightUnderWay
}

func (a *app) nightShowCommand() *cobra.Command {
	cmd := a.command("show [KEY]", "Show the last night, or one: its phases and what it refused", `
Show prints what each phase of a night did, how long it took and why it failed, and the
candidates for genes that were refused. The key is the night's scheduled time.

It exits 6 when the night is partial, or has never ended.`,
		"starter night show 2026-10-03T02:30:00Z",
		func(ctx context.Context, args []string) (err error) {
			var key time.Time
			if len(args) > 0 {
				if key, err = parseNight(args[0]); err != nil {
					return err
				}
			}
			return a.showNight(ctx, key)
		})
	cmd.ValidArgsFunction = a.completeNights()
	return cmd
}

// showNight prints a night, the latest for the zero time. It is an error that a night is
// not whole.
func (a *app) showNight(ctx context.Context, key time.Time) error {
	db, err := a.database(ctx)
	if err != nil {
		return err
	}
	record, err := db.Night(ctx, key)
	if err != nil {
		return err
	}
	line := nightLine{record, stateOf(record, time.Now())}
	if err := a.print(line, func(p *page) { writeNight(p, line) }); err != nil {
		return err
	}
	return line.verdict()
}

// verdict is the error of a night that is not whole.
func (l nightLine) verdict() error {
	switch l.State {
	case nightPartial:
		return partialNight{nightKey(l.Night), "is partial"}
	case nightNeverEnded:
		return partialNight{nightKey(l.Night), "never ended"}
	case nightFinished, nightUnderWay, nightDue, nightMissed:
	}
	return nil
}

// parseNight reads a night's key.
func parseNight(s string) (time.Time, error) {
	key, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return key, fault.Invalidf("%q is no night: its key is its time, such as 2026-10-03T02:30:00Z; see: starter night list", s)
	}
	return key.UTC(), nil
}

func (a *app) nightListCommand() *cobra.Command {
	var limit int
	cmd := a.command("list", "List nights, the latest first, with those that were missed", `
List shows nights and how they ended. Between them stand the nights that the factory's
[night] promises and that never began: due while they still may, missed after that.`,
		"starter night list --limit 7",
		func(ctx context.Context, _ []string) error {
			lines, err := a.nightLines(ctx, limit, time.Now())
			if err != nil {
				return err
			}
			return a.print(array(lines), func(p *page) { writeNights(p, lines) })
		})
	cmd.Flags().IntVar(&limit, "limit", 30, "at most so many that were")
	return cmd
}

func (a *app) nightLines(ctx context.Context, limit int, now time.Time) ([]nightLine, error) {
	db, err := a.database(ctx)
	if err != nil {
		return nil, err
	}
	records, err := db.Nights(ctx, limit)
	if err != nil {
		return nil, err
	}
	promise, err := promised(ctx, db)
	return withMissed(records, promise, now), err
}

// promised is when nights are: as the current factory has it, and by default before there
// is one.
func promised(ctx context.Context, db *postgres.DB) (factory.Night, error) {
	_, f, err := db.CurrentFactory(ctx)
	if fault.KindOf(err) == fault.NotFound {
		err = nil
	}
	return f.Night.OrDefault(), err
}

// halfADay is how near a scheduled night is, where the factory's time for nights was
// another one: that day has its night.
const halfADay = 12 * time.Hour

// withMissed adds to nights, the latest first, those that are promised and never began.
// Before the first night on record nothing is known.
func withMissed(records []night.Record, promise factory.Night, now time.Time) []nightLine {
	if len(records) == 0 {
		return nil
	}
	var lines []nightLine
	var were, scheduled []time.Time
	for _, r := range records {
		lines = append(lines, nightLine{r, stateOf(r, now)})
		were = append(were, r.Night)
		if !r.Manual {
			scheduled = append(scheduled, r.Night)
		}
	}
	for _, due := range night.Missed(promise.Time, promise.Timezone, were[len(were)-1], now, were) {
		near := func(t time.Time) bool { return due.Sub(t).Abs() < halfADay }
		if slices.ContainsFunc(scheduled, near) {
			continue
		}
		line := nightLine{night.Record{Night: due}, nightMissed}
		if now.Sub(due) < catchUp {
			line.State = nightDue
		}
		lines = append(lines, line)
	}
	slices.SortStableFunc(lines, func(a, b nightLine) int { return b.Night.Compare(a.Night) })
	return lines
}
