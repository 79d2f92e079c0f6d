package postgres_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/domain/factory"
	"redeye/domain/night"
)

// Seven workspaces of three observations each.
func TestAPageIsBoundedByRowsAsWellAsWorkspaces(t *testing.T) {
	for _, c := range []struct{ rows, pages int }{{0, 1}, {1000, 1}, {9, 3}, {8, 4}, {3, 7}, {1, 7}} {
		t.Run(fmt.Sprint(c.rows), func(t *testing.T) {
			s := newGenomeStory(t)
			s.wishesOf(7)
			p := night.Page{Night: tonight, Factory: s.opens(tonight), Size: 100, Rows: c.rows}
			pages := 0
			for done := false; !done; pages++ {
				progress, err := s.db.ConsolidatePage(t.Context(), p)
				require.NoError(t, err)
				p.After, done = progress.Cursor, progress.Done
			}
			require.Equal(t, c.pages, pages)
			require.Len(t, s.liveGenes(), 7)
		})
	}
}

func TestAPageTakesFewRoundTrips(t *testing.T) {
	s := newGenomeStory(t)
	s.wishesOf(40)
	p := night.Page{Night: tonight, Factory: s.opens(tonight), Size: 20}
	cold, err := s.db.ConsolidatePage(t.Context(), p)
	require.NoError(t, err)
	p.After = cold.Cursor
	trips := s.took(func() {
		_, err := s.db.ConsolidatePage(t.Context(), p)
		require.NoError(t, err)
	})
	require.LessOrEqual(t, trips, int64(10), "for 20 workspaces, begin and commit included")
}

// A page that has written its genes waits for an observation; then its worker is lost.
func TestAPageThatIsCutOffLeavesNothing(t *testing.T) {
	s := newGenomeStory(t)
	s.wishesOf(2)
	p := night.Page{Night: tonight, Factory: s.opens(tonight), Size: 10}
	r := s.rival()
	r.exec(`SELECT id FROM observations WHERE id = 'w002-3.o1' FOR UPDATE`)
	done := make(chan error, 1)
	go func() {
		_, err := s.db.ConsolidatePage(t.Context(), p)
		done <- err
	}()
	r.kills()
	require.Error(t, <-done)
	require.NoError(t, r.tx.Rollback(t.Context()))
	require.Empty(t, s.liveGenes())
	require.Len(t, s.observations(postgres.ObservationFilter{Waiting: true}), 6)

	require.Equal(t, 2, s.walks(night.Consolidate, tonight, 10)["births"])
	require.Len(t, s.liveGenes(), 2)
	require.Empty(t, s.observations(postgres.ObservationFilter{Waiting: true}))
}

// kills ends the connection that waits for the rival's locks.
func (r rival) kills() {
	r.Helper()
	require.Eventually(r, func() bool {
		var killed int
		err := r.conn.QueryRow(r.Context(), `
			SELECT count(pg_terminate_backend(pid))
			FROM pg_stat_activity
			WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`).Scan(&killed)
		return err == nil && killed > 0
	}, time.Minute, 5*time.Millisecond)
}

// An outcome that moves a gene while the night reads it is not lost.
func TestANightWaitsForWhoeverChangesAGenome(t *testing.T) {
	s := newGenomeStory(t, func(f *factory.Factory) { f.Genome.Tuning = 1 })
	s.grows("g.1", "keep the summary short", 0.2)
	s.wishes("keep the summary short")
	p := night.Page{Night: tonight, Factory: s.opens(tonight), Size: 10}
	r := s.rival()
	r.exec(`SELECT seen FROM genomes FOR UPDATE`)
	r.exec(`UPDATE genes SET strength = 0.6`)
	require.NoError(t, r.outruns(func() error {
		_, err := s.db.ConsolidatePage(t.Context(), p)
		return err
	}))
	require.InDelta(t, 0.6, s.gene("g.1").Strength, 0)
	require.Len(t, s.gene("g.1").Evidence, 2)
}

// What two databases make of the same log is the same, byte for byte, in whatever order it
// came and however it is paged.
func TestTheOrderOfArrivalDoesNotMatter(t *testing.T) {
	genes := make(chan string, 3)
	t.Run("all", func(t *testing.T) {
		for size, order := range []string{"w, r", "w DESC, r DESC", "md5(w || '/' || r)"} {
			t.Run(order, func(t *testing.T) {
				s := newGenomeStory(t)
				s.arrives(order)
				s.walks(night.Consolidate, tonight, size+1)
				list, err := json.Marshal(s.liveGenes())
				require.NoError(t, err)
				genes <- string(list)
			})
		}
	})
	first := <-genes
	require.Contains(t, first, "keep the whole summary short")
	require.Equal(t, first, <-genes)
	require.Equal(t, first, <-genes)
}

// arrives puts observations of three workspaces in, in an order.
func (s *story) arrives(order string) {
	s.Helper()
	s.sql(`INSERT INTO genomes (workspace, agent) SELECT 'w' || w, 'a' FROM generate_series(1, 3) w`)
	s.sql(`
		INSERT INTO observations (id, workspace, agent, run, kind, text, by, at)
		SELECT format('w%s-%s.o1', w, r), 'w' || w, 'a', format('w%s-%s', w, r), 'comment',
		       (ARRAY['keep the summary short', 'keep the whole summary short', 'name the areas in bold'])[r % 3 + 1], 'Ann', $1
		FROM generate_series(1, 3) w, generate_series(1, 9) r
		ORDER BY `+order, noon)
}
