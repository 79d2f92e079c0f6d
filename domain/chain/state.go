package chain

// Execution is what Temporal says of a chain's workflow.
type Execution string

// What Temporal can say.
const (
	ExecutionRunning Execution = "running"
	ExecutionClosed  Execution = "closed"
	ExecutionGone    Execution = "gone" // unknown to it, as after its retention period
)

// StateOf derives the state of a chain, first match wins (specification, section 2).
//
// Stalled is a chain whose workflow is gone though the chain never ended: it was
// terminated, or failed for a reason of its own, and what it waits for cannot come.
// AwaitingHuman is a chain that ended on a fatal request: the runs that still finished
// beside the asking one started nothing, so they did not go past it (ours).
func StateOf(f Facts, e Execution) State {
	switch {
	case f.Ended == "" && e != ExecutionRunning:
		return Stalled
	case f.Ended == "":
		return Working
	case f.OpenFatal != "":
		return AwaitingHuman
	case f.Ended == Cancelled:
		return Halted
	default:
		return Finished
	}
}

// State is what a running chain is doing by its own account. Its requests may have been
// closed since it ended: StateOf knows.
func (c Chain) State() State {
	switch {
	case len(c.Running) > 0 || c.Landed == 0 && c.Refused == 0:
		return Working
	case c.Fatal != "":
		return AwaitingHuman
	case c.Halting:
		return Halted
	default:
		return Finished
	}
}
