package workflows

import (
	"fmt"

	"go.temporal.io/sdk/temporal"

	"redeye/domain/chain"
	"redeye/domain/text"
)

// summaryBytes is Temporal's limit for a static summary.
const summaryBytes = 200

// ChainAttributes are the search attributes that a chain starts with.
func ChainAttributes(s chain.Start) temporal.SearchAttributes {
	attributes := []temporal.SearchAttributeUpdate{
		AttributeChain.ValueSet(s.ID),
		AttributeAgent.ValueSet(s.Entry),
		AttributePipeline.ValueSet(s.Pipeline),
		AttributeWorkspace.ValueSet(s.Workspace),
		AttributeState.ValueSet(string(chain.Working)),
	}
	if s.Continues != nil {
		attributes = append(attributes, AttributeContinues.ValueSet(s.Continues.Chain))
	}
	return temporal.NewSearchAttributes(attributes...)
}

func (in HelpRequestIn) attributes() temporal.SearchAttributes {
	return temporal.NewSearchAttributes(
		AttributeChain.ValueSet(in.Chain),
		AttributeAgent.ValueSet(in.Agent),
		AttributePipeline.ValueSet(in.Pipeline),
		AttributeWorkspace.ValueSet(in.Workspace),
	)
}

func (in HelpRequestIn) summary() string {
	kind := in.Category
	if in.Fatal {
		kind = "fatal " + kind
	}
	return text.Cut(fmt.Sprintf("%s of %s: %s", kind, in.Agent, in.Summary), summaryBytes)
}
