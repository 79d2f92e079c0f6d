package tools

import (
	"context"
	"errors"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"redeye/domain/run"
)

// newEndpoint offers tools. Arguments go to the desk as they came: it says
// better than a schema check what is wrong with them.
func newEndpoint(tools []run.Tool) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "redeye", Version: "1"}, nil)
	for _, tool := range tools {
		server.AddTool(&mcp.Tool{Name: tool.Name, Description: tool.About, InputSchema: schemaOf(tool)}, call)
	}
	return server
}

func schemaOf(tool run.Tool) *jsonschema.Schema {
	schema, err := jsonschema.ForType(reflect.TypeOf(tool.Args), &jsonschema.ForOptions{})
	if err != nil {
		panic("the arguments of tool " + tool.Name + " have no schema: " + err.Error())
	}
	return schema
}

// call passes one call to the desk of the token it came with. What the desk refuses is a
// result that tells the agent why, not a failure of the protocol.
func call(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	g, ok := r.Extra.TokenInfo.Extra[grantKey].(*grant)
	if !ok || !g.enter() {
		return nil, errors.New("this run has ended; its tools ended with it")
	}
	defer g.calls.Done()
	reply, err := g.desk.Call(ctx, r.Params.Name, r.Params.Arguments)
	if err != nil {
		reply = err.Error()
	}
	return &mcp.CallToolResult{IsError: err != nil, Content: []mcp.Content{&mcp.TextContent{Text: reply}}}, nil
}
