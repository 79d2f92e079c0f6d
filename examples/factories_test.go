package examples_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/factory"
)

func TestEveryFactoryIsSound(t *testing.T) {
	files, err := filepath.Glob("*/factory.toml")
	require.NoError(t, err)
	require.Len(t, files, 4)
	for _, file := range files {
		_, err := factory.Load(os.DirFS(filepath.Dir(file)), filepath.Base(file))
		require.NoError(t, err, file)
	}
}
