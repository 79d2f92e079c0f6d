package learning

import "time"

// event is what can happen to a learning.
type event string

const (
	proposedAgain event = "proposed again" // by a run that was not told it
	runEnded      event = "run ended"      // a run of its agent, that did not just bring it up
	kept          event = "kept"           // by a person
	dropped       event = "dropped"        // by a person
)

// move is the effect of an event.
type move func(Learning, Rules, time.Time) Learning

// moves holds the effect of every event in every state (specification, section 4).
var moves = map[State]map[event]move{
	Provisional: {proposedAgain: stay, runEnded: age, kept: confirm, dropped: reject},
	Confirmed:   {proposedAgain: stay, runEnded: stay, kept: confirm, dropped: reject},
	Lapsed:      {proposedAgain: rediscover, runEnded: stay, kept: confirm, dropped: reject},
	Rejected:    {proposedAgain: stay, runEnded: stay, kept: confirm, dropped: reject},
}

func (l Learning) after(e event, rules Rules, now time.Time) Learning {
	return moves[l.State][e](l, rules, now)
}

// Keep confirms a learning in whatever state: a person said so.
func Keep(l Learning) Learning { return l.after(kept, Rules{}, time.Time{}) }

// Drop rejects a learning in whatever state, for ever: a person said so.
func Drop(l Learning) Learning { return l.after(dropped, Rules{}, time.Time{}) }

func stay(l Learning, _ Rules, _ time.Time) Learning { return l }

func age(l Learning, _ Rules, now time.Time) Learning {
	l.RunsLeft--
	if l.RunsLeft <= 0 {
		l.State, l.RunsLeft, l.LapsedAt = Lapsed, 0, &now
	}
	return l
}

func rediscover(l Learning, rules Rules, now time.Time) Learning {
	l.Rediscoveries++
	l.ProposedAt = now
	if l.Rediscoveries >= rules.Rediscoveries {
		return confirm(l, rules, now)
	}
	l.State, l.RunsLeft, l.LapsedAt = Provisional, rules.Runs, nil
	return l
}

func confirm(l Learning, _ Rules, _ time.Time) Learning {
	l.State, l.RunsLeft, l.LapsedAt = Confirmed, 0, nil
	return l
}

func reject(l Learning, _ Rules, _ time.Time) Learning {
	l.State, l.RunsLeft, l.LapsedAt = Rejected, 0, nil
	return l
}
