package postgres

import (
	"time"

	"github.com/jackc/pgx/v5"

	"redeye/domain/learning"
)

const insertLearningEvents = `
INSERT INTO learning_events (learning, workspace, agent, event, at)
SELECT e.learning, @workspace, @agent, e.event, @now
FROM unnest(@learnings::text[], @events::text[]) AS e (learning, event)`

func eventArgs(workspace, agent string, events []learning.Event, now time.Time) pgx.NamedArgs {
	var learnings, what []string
	for _, e := range events {
		learnings, what = append(learnings, e.Learning), append(what, string(e.What))
	}
	return pgx.NamedArgs{"workspace": workspace, "agent": agent, "learnings": learnings, "events": what, "now": now}
}
