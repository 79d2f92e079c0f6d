package e2e_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

const learning = `
[genome]
observations = true
consolidation = true

[pipelines.work]
entry = "writer"
`

const writes = `cat > /dev/null; echo "We utilise the new parser everywhere, as was asked."`

// edited plays a chain, and has a customer edit what it wrote in the same way each time.
func (s *stack) edited() (run string) {
	s.t.Helper()
	chain := s.start("work")
	require.Equal(s.t, "finished", s.ends(chain, 60*time.Second))
	s.file("edited.txt", "We use the new parser everywhere, as was asked.\n")
	s.starter("observe", chain+".1", "--edit", "edited.txt", "--by", "Ann")
	return chain + ".1"
}

// dreamt is the little of a night that the stories here look at.
type dreamt struct {
	Night, State string
	Report       struct {
		Phases []struct {
			Phase, Status string
			Counts        map[string]int
		}
	}
}

func (d dreamt) did(phase, what string) int {
	for _, p := range d.Report.Phases {
		if p.Phase == phase {
			return p.Counts[what]
		}
	}
	return -1
}

// grown is the little of a gene that they look at.
type grown struct {
	ID, Text, Stratum, State string
	Strength                 float64
	Sources                  []struct{ ID, Run string }
}

// toldGenome is what a run was told.
type toldGenome struct {
	Prompt              string
	Genes, Observations []string
}

func TestAnEditMadeTwiceIsAGeneTheNextMorning(t *testing.T) {
	s := newStack(t)
	s.worker()
	s.factory(learning, map[string]string{"writer": writes})
	first, second := s.edited(), s.edited()
	require.Len(t, read[toldGenome](s, "run", "show", second).Observations, 1, "an edit is told at once, as tentative")

	dream := read[dreamt](s, "night", "run")
	require.Equal(t, "finished", dream.State)
	require.Len(t, dream.Report.Phases, 10)
	require.Equal(t, 1, dream.did("consolidate", "births"))
	require.Equal(t, 2, dream.did("consolidate", "consumed"))
	genes := read[[]grown](s, "gene", "list")
	require.Len(t, genes, 1)
	gene := read[grown](s, "gene", "show", genes[0].ID)
	require.Equal(t, "learned", gene.Stratum)
	require.InDelta(t, 0.5, gene.Strength, 0)
	require.Contains(t, gene.Text, "utilise")
	require.Equal(t, []string{first, second}, []string{gene.Sources[0].Run, gene.Sources[1].Run})

	chain := s.start("work")
	require.Equal(t, "finished", s.ends(chain, 60*time.Second))
	told := read[toldGenome](s, "run", "show", chain+".1", "--prompt")
	require.Equal(t, []string{gene.ID}, told.Genes)
	require.Empty(t, told.Observations)
	require.Contains(t, told.Prompt, gene.Text)

	again := read[dreamt](s, "night", "run", "--again", dream.Night)
	require.Equal(t, 1, again.did("consolidate", "births"), "it reports the whole of the night")
	require.Len(t, read[[]grown](s, "gene", "list"), 1, "and has done nothing twice")
}

func TestANightWhoseWorkerIsKilledInAPhaseDoesNothingTwice(t *testing.T) {
	s := newStack(t)
	w := s.worker()
	s.factory(learning, map[string]string{"writer": writes})
	s.edited()
	second := s.edited()

	// The phase has written its gene, and waits for an observation to be consumed.
	held, err := pgx.Connect(t.Context(), s.database)
	require.NoError(t, err)
	tx, err := held.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `SELECT id FROM observations WHERE run = $1 FOR UPDATE`, second)
	require.NoError(t, err)
	key := read[dreamt](s, "night", "run", "--no-wait").Night
	s.eventually("the phase waits", 60*time.Second, func() bool {
		var waiting bool
		err := tx.QueryRow(t.Context(), `
			SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)))`).Scan(&waiting)
		return err == nil && waiting
	})

	w.kill()
	require.NoError(t, tx.Rollback(t.Context()))
	require.NoError(t, held.Close(t.Context()))
	require.Empty(t, read[[]grown](s, "gene", "list"))
	s.worker()
	var dream dreamt
	s.eventually("the night ends", 3*time.Minute, func() bool {
		return json.Unmarshal([]byte(s.try("night", "show", key, "--json").out), &dream) == nil && dream.State == "finished"
	})
	require.Equal(t, 1, dream.did("consolidate", "births"))
	require.Equal(t, 2, dream.did("consolidate", "consumed"))
	genes := read[[]grown](s, "gene", "list")
	require.Len(t, genes, 1)
	require.Len(t, read[grown](s, "gene", "show", genes[0].ID).Sources, 2)
}

// holds is an agent that keeps its place until it is let go.
const holds = `cat > /dev/null; touch held; until test -e let-go; do sleep 0.1; done`

// hold starts a chain whose agent is holds, and waits until it has its place.
func (s *stack) hold(pipeline string) (chain string) {
	s.t.Helper()
	chain = s.start(pipeline)
	s.eventually("the place is held", 60*time.Second, func() bool { return s.exists("held") })
	return chain
}

// letGo ends what hold began, which must have lasted until now.
func (s *stack) letGo(chain string) {
	s.t.Helper()
	require.Equal(s.t, "working", read[shown](s, "chain", "show", chain).State)
	s.file("let-go", "")
	require.Equal(s.t, "finished", s.ends(chain, 60*time.Second))
}

func TestAWorkerFullOfAgentsHoldsUpNoNight(t *testing.T) {
	s := newStack(t)
	s.worker("REDEYE_MAX_AGENTS=1")
	s.factory(learning, map[string]string{"writer": holds})
	chain := s.hold("work")
	require.Equal(t, "finished", read[dreamt](s, "night", "run").State)
	s.letGo(chain)
}
