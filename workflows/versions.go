package workflows

// Change IDs for workflow.GetVersion, each with its date, its reason and when it may go.
const (
	// 2026-12-01: the night got seven phases more. It may go a day after the last worker
	// without it: no night is longer.
	changeTenPhases = "ten-phases"
)
