// Package attributes registers the search attributes that the workflows set.
package attributes

import (
	"context"
	"maps"
	"slices"
	"strings"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"redeye/domain/fault"
	"redeye/workflows"
)

// all are the search attributes that the workflows set.
func all() []temporal.SearchAttributeKeyKeyword {
	return []temporal.SearchAttributeKeyKeyword{
		workflows.AttributeChain, workflows.AttributeAgent, workflows.AttributePipeline,
		workflows.AttributeState, workflows.AttributeWorkspace, workflows.AttributeContinues,
	}
}

// Register registers the search attributes that the namespace lacks. Where this worker may not,
// the error names them: a workflow that sets an unknown one could never go on.
func Register(ctx context.Context, t client.Client, namespace string) error {
	missing, err := Missing(ctx, t, namespace)
	if err != nil || len(missing) == 0 {
		return err
	}
	_, err = t.OperatorService().AddSearchAttributes(ctx, &operatorservice.AddSearchAttributesRequest{
		Namespace:        namespace,
		SearchAttributes: missing,
	})
	if err == nil {
		return nil
	}
	names := slices.Sorted(maps.Keys(missing))
	return fault.Unavailablef("namespace %s lacks the search attributes %s, and this worker may not add them (%w); add each with: temporal operator search-attribute create --type Keyword --name NAME",
		namespace, strings.Join(names, ", "), err)
}

// Missing returns the search attributes that the namespace lacks, with their types.
func Missing(ctx context.Context, t client.Client, namespace string) (map[string]enums.IndexedValueType, error) {
	have, err := t.OperatorService().ListSearchAttributes(ctx, &operatorservice.ListSearchAttributesRequest{Namespace: namespace})
	if err != nil {
		return nil, fault.Unavailablef("list the search attributes of namespace %s: %w", namespace, err)
	}
	missing := map[string]enums.IndexedValueType{}
	for _, a := range all() {
		if _, ok := have.GetCustomAttributes()[a.GetName()]; !ok {
			missing[a.GetName()] = enums.INDEXED_VALUE_TYPE_KEYWORD
		}
	}
	return missing, nil
}
