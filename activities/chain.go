package activities

import (
	"context"

	"redeye/domain/chain"
)

// AdvanceIn is a step of a chain, to be written.
type AdvanceIn struct {
	Chain chain.Header `json:"chain"`
	Step  chain.Step   `json:"step"`
}

// AdvanceOut is empty.
type AdvanceOut struct{}

// Advance writes what one event made of a chain, in one transaction. It is idempotent by
// the IDs in the step.
func (a *Activities) Advance(ctx context.Context, in AdvanceIn) (AdvanceOut, error) {
	return AdvanceOut{}, failure(ctx, a.Chains.Advance(ctx, in.Chain, in.Step, a.Now()))
}
