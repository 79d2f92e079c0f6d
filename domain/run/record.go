package run

import "time"

// Record is a run as the database knows it.
type Record struct {
	ID        ID              `json:"id"`
	Chain     string          `json:"chain"`
	Workspace string          `json:"workspace"`
	Agent     string          `json:"agent"`
	Pipeline  string          `json:"pipeline"`
	Flags     map[string]bool `json:"flags"`
	Factory   string          `json:"factory"`
	// Continues is the chain that this run's chain goes on from; empty if none.
	Continues string   `json:"continues,omitempty"`
	Hop       int      `json:"hop"`
	Path      []string `json:"path"`
	// Sender is the run whose message started this one; empty for a chain's first.
	Sender       ID     `json:"sender,omitempty"`
	SentHeadline string `json:"sent_headline,omitempty"`
	Body         string `json:"body,omitempty"`
	// Answers are the help requests whose answers it was told.
	Answers []string `json:"answers,omitempty"`

	BeganAt  time.Time  `json:"began_at"`
	EndedAt  *time.Time `json:"ended_at,omitempty"`
	Outcome  Outcome    `json:"outcome,omitempty"`
	Reason   string     `json:"reason,omitempty"`
	Headline string     `json:"headline,omitempty"`
	Cost     *Money     `json:"cost"` // null is unknown

	// The rest is read for one run, and left out of lists.

	Prompt  string `json:"prompt,omitempty"`
	Told    []Told `json:"told,omitempty"`
	LeftOut []Told `json:"left_out,omitempty"` // live learnings over per_run
	// Genome is its section of the prompt, as it was told; empty if nothing was.
	Genome string `json:"genome,omitempty"`
	// Genes and Observations are what it tells, in that order.
	Genes        []string `json:"genes,omitempty"`
	Observations []string `json:"observations,omitempty"`
	// WeakGenes were too weak to be told, LeftOutObservations too many.
	WeakGenes           []string `json:"weak_genes,omitempty"`
	LeftOutObservations []string `json:"left_out_observations,omitempty"`
	// Withheld is a gene that the leave-one-out experiment left out, with why.
	Withheld *Withheld `json:"withheld,omitempty"`
	// Threads and Episodes are those that it was told.
	Threads  []Remembered `json:"threads,omitempty"`
	Episodes []Remembered `json:"episodes,omitempty"`
	Attempts []Attempt    `json:"attempts,omitempty"`
	Requests []string     `json:"requests,omitempty"`
}

// Told is a learning as a run was told it, kept for ever in that wording.
type Told struct {
	Learning string `json:"learning"`
	Text     string `json:"text"`
	State    string `json:"state"`
	// RunsLeft is how many of its agent's runs it had left then; 0 if confirmed.
	RunsLeft int `json:"runs_left"`
}

// Withheld is a gene that a run was not told on purpose.
type Withheld struct {
	Gene string `json:"gene"`
	Why  string `json:"why"`
}

// WithheldByExperiment says why the leave-one-out experiment withholds a gene.
const WithheldByExperiment = "the leave-one-out experiment draws one run in ten, and leaves out one gene to see whether it helps"

// Attempt is one process of a run.
type Attempt struct {
	Number    int        `json:"number"` // from 1
	StartedAt time.Time  `json:"started_at"`
	EndedAt   *time.Time `json:"ended_at,omitempty"`
	// Outcome is the attempt's; Interrupted also where the run was then restarted.
	Outcome Outcome `json:"outcome,omitempty"`
	Reason  string  `json:"reason,omitempty"`
	// Notice is what a restarted attempt was told beside the prompt.
	Notice string `json:"notice,omitempty"`
	Stdout string `json:"stdout,omitempty"`
	Stderr string `json:"stderr,omitempty"`
	Calls  []Call `json:"calls,omitempty"`
}

// Started is an attempt that has just been opened, and what is known of earlier ones.
type Started struct {
	Attempt int
	Prompt  string
	// Interrupted counts the earlier attempts whose worker was lost.
	Interrupted int
	// Notice, of the last interrupted attempt: when it started and which calls it had made.
	Last *Attempt
	// Threads are the IDs of the open threads that the run was told.
	Threads []string
	// Result is that of an earlier attempt which ended without its worker being able to
	// say so; the run must not be run again.
	Result *Result
}

// Ending is what an ended attempt leaves to be stored.
type Ending struct {
	Result Result
	Notice string
	Stdout string
	Stderr string
	Calls  []Call // those not recorded yet
}
