package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"

	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	schema "go.temporal.io/server/schema/sqlite"
)

// cluster is the name of the only cluster there is.
const cluster = "active"

// openStore returns the settings of a database that has its schema and namespaces.
func openStore(o options) (*config.SQL, error) {
	if err := createFile(o.dbFile); err != nil {
		return nil, fmt.Errorf("create the database %s: %w", o.dbFile, err)
	}
	store := &config.SQL{
		PluginName:        sqlite.PluginName,
		DatabaseName:      o.dbFile,
		ConnectAttributes: map[string]string{"mode": "rwc"},
	}
	if o.dbFile == "" {
		store.DatabaseName = rand.Text()
		store.ConnectAttributes = map[string]string{"mode": "memory", "cache": "shared"}
	}
	maps.Copy(store.ConnectAttributes, o.pragmas)
	return store, createNamespaces(store, o)
}

// createFile makes a database with its schema unless there is one. It appears under its
// name only when it is whole: a server killed before that starts afresh.
func createFile(file string) error {
	if file == "" {
		return nil
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	unfinished := file + ".new"
	if err := os.RemoveAll(unfinished); err != nil {
		return err
	}
	err := schema.SetupSchema(&config.SQL{
		PluginName:        sqlite.PluginName,
		DatabaseName:      unfinished,
		ConnectAttributes: map[string]string{"mode": "rwc"},
	})
	if err != nil {
		return err
	}
	return os.Rename(unfinished, file)
}

func createNamespaces(store *config.SQL, o options) error {
	for _, name := range o.namespaces {
		namespace, err := schema.NewNamespaceConfig(cluster, name, false, o.attributes)
		if err != nil {
			return fmt.Errorf("namespace %s: %w", name, err)
		}
		if err := schema.CreateNamespaces(store, namespace); err != nil {
			return err
		}
	}
	return nil
}
