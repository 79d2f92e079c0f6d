package main

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"
	enums "go.temporal.io/api/enums/v1"
)

func TestParse(t *testing.T) {
	o, err := parse([]string{
		"server", "start-dev", "--ip", "localhost", "--port", "7000", "--headless",
		"--namespace", "other", "--namespace", "default", "--search-attribute", "Chain=keyword",
		"--dynamic-config-value", "a.count=7", "--dynamic-config-value", "a.flag=true",
		"--dynamic-config-value", "a.part=0.5", "--sqlite-pragma", "journal_mode=wal",
	}, io.Discard)
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1:7000", o.address())
	require.Equal(t, "127.0.0.1:8000", o.uiAddress(), "the UI follows the server")
	require.Equal(t, []string{"default", "other"}, o.namespaces)
	require.Equal(t, map[string]enums.IndexedValueType{"Chain": enums.INDEXED_VALUE_TYPE_KEYWORD}, o.attributes)
	require.Equal(t, map[string]any{"a.count": 7, "a.flag": true, "a.part": 0.5}, o.dynamic)
	require.Equal(t, map[string]string{"journal_mode": "wal"}, o.pragmas)
}

func TestParseDefaults(t *testing.T) {
	o, err := parse(nil, io.Discard)
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1:7233", o.address())
	require.Equal(t, "127.0.0.1:8233", o.uiAddress())
	require.Equal(t, []string{"default"}, o.namespaces)
}

func TestParseRefuses(t *testing.T) {
	cases := map[string][]string{
		"unexpected argument":   {"start"},
		"not of the form":       {"--search-attribute", "Chain"},
		"allowed are Bool":      {"--search-attribute", "Chain=Word"},
		"is not JSON":           {"--dynamic-config-value", "a=b"},
		"--log-level":           {"--log-level", "loud"},
		"--log-format":          {"--log-format", "xml"},
		"a port is a number":    {"--port", "70000"},
		"not defined: -unheard": {"--unheard"},
	}
	for fault, args := range cases {
		t.Run(fault, func(t *testing.T) {
			_, err := parse(args, io.Discard)
			require.ErrorContains(t, err, fault)
		})
	}
}
