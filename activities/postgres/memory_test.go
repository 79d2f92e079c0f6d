package postgres_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/chain"
	"redeye/domain/factory"
	"redeye/domain/fault"
	"redeye/domain/memory"
	"redeye/domain/night"
	"redeye/domain/run"
)

func remembers(f *factory.Factory) { f.Genome.Memory = true }

// leaves plays a chain of one run of agent a, which opens a thread.
func (s *story) leaves(id, text string) string {
	s.Helper()
	first := run.NewID(id, 1)
	s.perform(s.begin(id), first, run.Result{Threads: 1, Headline: "left " + text}, call(1, "thread_open", fmt.Sprintf(`{"text": %q}`, text)))
	return first.ThreadID(1)
}

func (s *story) threads(f postgres.ThreadFilter) []memory.ThreadRecord {
	s.Helper()
	list, err := s.db.Threads(s.Context(), f)
	require.NoError(s, err)
	return list
}

func TestAThreadIsToldUntilARunClosesIt(t *testing.T) {
	s := newGenomeStory(t, remembers)
	thread := s.leaves("notes-1", "ask Ann about the logo")
	require.Equal(t, "notes-1.1.t1", thread)
	c := s.begin("notes-2")
	told := s.run("notes-2.1")
	require.Equal(t, []run.Remembered{{ID: thread, Text: "ask Ann about the logo", At: noon}}, told.Threads)
	s.inOrder(told.Prompt, "# Matters you left open", thread, "> ask Ann about the logo", "thread_close")
	started, err := s.db.StartAttempt(t.Context(), "notes-2.1", "key", noon)
	require.NoError(t, err)
	require.Equal(t, []string{thread}, started.Threads)

	s.perform(c, "notes-2.1", run.Result{Threads: 1}, call(1, "thread_close", fmt.Sprintf(`{"thread": %q, "note": "she said yes"}`, thread)))
	s.begin("notes-3")
	require.Empty(t, s.run("notes-3.1").Threads)
	closed := s.threads(postgres.ThreadFilter{State: memory.Closed})
	require.Equal(t, []memory.ThreadRecord{{
		Thread: memory.Thread{
			ID: thread, Text: "ask Ann about the logo", State: memory.Closed, OpenedBy: "notes-1.1", OpenedAt: noon,
			EndedBy: "notes-2.1", EndedAt: &noon, Note: "she said yes",
		},
		Workspace: "default", Agent: "a",
	}}, closed)
	require.Len(t, s.run("notes-2.1").Threads, 1, "what a run was told stays on its record")
}

func TestTheNextRunOfTheSameStepIsToldWhatTheLastOneLeft(t *testing.T) {
	s := newGenomeStory(t, remembers)
	old := s.leaves("notes-1", "ask Ann about the logo")
	c := s.begin("notes-2", func(c *chain.Start) { c.Plan.Routes = map[string][]string{"a": {"a"}} })
	s.perform(c, "notes-2.1", run.Result{Threads: 2, Headline: "half done", Sends: []run.Send{{Seq: 3, To: "a"}}},
		call(1, "thread_open", `{"text": "the table is unfinished"}`), call(2, "thread_close", fmt.Sprintf(`{"thread": %q}`, old)),
		call(3, "send", `{"to": "a", "body": "go on"}`))
	next := s.run("notes-2.2")
	require.Equal(t, []run.Remembered{{ID: "notes-2.1.t1", Text: "the table is unfinished", At: noon}}, next.Threads)
	require.Equal(t, "succeeded in notes: half done", next.Episodes[1].Text)
	require.Equal(t, "notes-2.1", next.Episodes[1].ID)
}

func TestTheLastEpisodesAreTold(t *testing.T) {
	s := newGenomeStory(t, remembers, func(f *factory.Factory) { f.Memory.EpisodesTold = 2 })
	for n := range 3 {
		id := fmt.Sprintf("notes-%d", n)
		s.perform(s.begin(id), run.NewID(id, 1), run.Result{Headline: fmt.Sprintf("wrote part %d", n)})
		s.sql(`UPDATE episodes SET at = $1 WHERE run = $2`, noon.Add(time.Duration(n-5)*time.Minute), id+".1")
	}
	s.perform(s.begin("letters-1", func(c *chain.Start) { c.Entry = "b" }), "letters-1.1", run.Result{Headline: "another agent's"})
	s.begin("notes-9")
	told := s.run("notes-9.1")
	require.Len(t, told.Episodes, 2)
	s.inOrder(told.Prompt, "# Your last runs", "notes-1.1 succeeded in notes: wrote part 1", "notes-2.1 succeeded in notes: wrote part 2")
	require.NotContains(t, told.Prompt, "part 0")
	require.NotContains(t, told.Prompt, "another agent's")
}

func TestWithoutTheFlagNothingIsRemembered(t *testing.T) {
	s := newGenomeStory(t)
	s.leaves("notes-1", "ask Ann about the logo")
	require.Empty(t, s.threads(postgres.ThreadFilter{}))
	require.Zero(t, s.count("SELECT count(*) FROM episodes"))
	s.applies(learningNotes(remembers))
	s.leaves("notes-2", "ask Ann about the logo")
	s.applies(learningNotes())
	s.begin("notes-3")
	told := s.run("notes-3.1")
	require.Empty(t, told.Threads)
	require.Empty(t, told.Episodes)
	for _, absent := range []string{"# Matters", "# Your last runs", "thread_"} {
		require.NotContains(t, told.Prompt, absent)
	}
}

func TestAMemoryCostsNoRoundTrip(t *testing.T) {
	s := newGenomeStory(t, remembers)
	s.leaves("warm-1", "ask Ann about the logo")
	s.leaves("warm-2", "ask Bob about the logo")
	c := s.begin("warm-3")
	require.Equal(t, int64(2), s.took(func() { c = s.begin("warm-4") }))
	r := run.Result{Attempt: 1, Outcome: run.Succeeded, Threads: 1}
	s.ends("warm-4.1", run.Ending{Result: r, Calls: []run.Call{call(1, "thread_close", `{"thread": "warm-1.1.t1"}`)}})
	require.Equal(t, int64(2), s.took(func() { s.next(c, chain.Landed{Finish: chain.Finish{Run: "warm-4.1", Result: r}}) }))
	require.Len(t, s.threads(postgres.ThreadFilter{State: memory.Open}), 1)
}

func TestThreadsExpireAndEpisodesGo(t *testing.T) {
	s := newGenomeStory(t, remembers, func(f *factory.Factory) { f.Memory = factory.Memory{ThreadDays: 3, EpisodeDays: 5} })
	s.leaves("notes-1", "ask Ann about the logo")
	s.leaves("notes-2", "ask Bob about the logo")
	s.sql(`UPDATE threads SET opened_at = $1 WHERE id = 'notes-2.1.t1'`, noon.Add(time.Hour))
	s.sql(`UPDATE episodes SET at = $1 WHERE run = 'notes-2.1'`, noon.Add(time.Hour))

	due := noon.AddDate(0, 0, 3)
	require.Empty(t, s.walks(night.Threads, due.Add(-time.Second), 10))
	require.Equal(t, night.Counts{"threads_expired": 1}, s.walks(night.Threads, due, 10))
	require.Equal(t, night.Counts{"threads_expired": 1}, s.walks(night.Threads, due, 10), "and once")
	expired := s.threads(postgres.ThreadFilter{State: memory.Expired})
	require.Len(t, expired, 1)
	require.Equal(t, "notes-1.1.t1", expired[0].ID)
	require.Equal(t, "night "+due.Format(time.RFC3339), expired[0].EndedBy)

	due = noon.AddDate(0, 0, 5)
	require.Empty(t, s.walks(night.Episodes, due.Add(-time.Second), 10))
	require.Equal(t, night.Counts{"episodes_deleted": 1}, s.walks(night.Episodes, due, 10))
	require.Equal(t, 1, s.count("SELECT count(*) FROM episodes"))

	require.Zero(t, s.walks(night.Retention, due.AddDate(0, 0, 80), 10)["threads_deleted"])
	require.Equal(t, 1, s.walks(night.Retention, due.AddDate(0, 0, 95), 10)["threads_deleted"])
}

// A night may be late, or off for a while.
func TestWhatIsTooOldIsNotToldBeforeANightTakesIt(t *testing.T) {
	s := newGenomeStory(t, remembers)
	s.leaves("notes-1", "ask Ann about the logo")
	s.sql(`UPDATE threads SET opened_at = $1`, noon.AddDate(0, 0, -14))
	s.sql(`UPDATE episodes SET at = $1`, noon.AddDate(0, 0, -30))
	s.begin("notes-2")
	told := s.run("notes-2.1")
	require.Empty(t, told.Threads)
	require.Empty(t, told.Episodes)
}

func TestPersonsCloseAndDeleteWhatIsRemembered(t *testing.T) {
	s := newGenomeStory(t, remembers)
	thread := s.leaves("notes-1", "ask Ann about the logo")
	closed, err := s.db.CloseThread(t.Context(), thread, "Ann", "it is blue", noon)
	require.NoError(t, err)
	require.Equal(t, memory.Closed, closed.State)
	require.Equal(t, "it is blue", closed.Note)
	_, err = s.db.CloseThread(t.Context(), thread, "Bob", "", noon)
	require.Equal(t, fault.Conflict, fault.KindOf(err))
	require.EqualError(t, err, "thread notes-1.1.t1 was already closed by Ann at 2026-10-03T12:00:00Z")
	_, err = s.db.CloseThread(t.Context(), "x", "Bob", "", noon)
	require.Equal(t, fault.NotFound, fault.KindOf(err))

	c := s.begin("notes-2")
	s.perform(c, "notes-2.1", run.Result{Threads: 1}, call(1, "thread_close", fmt.Sprintf(`{"thread": %q}`, thread)))
	require.Equal(t, "Ann", s.threads(postgres.ThreadFilter{})[0].EndedBy, "the first who closes it counts")

	require.NoError(t, s.db.DeleteThread(t.Context(), thread))
	require.Equal(t, fault.NotFound, fault.KindOf(s.db.DeleteThread(t.Context(), thread)))
	episodes, err := s.db.Episodes(t.Context(), postgres.EpisodeFilter{Agent: "a"})
	require.NoError(t, err)
	require.Len(t, episodes, 2)
	require.NoError(t, s.db.DeleteEpisode(t.Context(), "notes-1.1"))
	require.Equal(t, fault.NotFound, fault.KindOf(s.db.DeleteEpisode(t.Context(), "notes-1.1")))
	require.Len(t, s.run("notes-2.1").Episodes, 1, "what a run was told stays on its record")
}
