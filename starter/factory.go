package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"redeye/domain/factory"
)

func (a *app) factoryCommand() *cobra.Command {
	return group("factory", "Check, apply and show the factory",
		"A factory is one factory.toml with its prompt files: agents, pipelines, routes and limits.",
		a.factoryCheckCommand(), a.factoryApplyCommand(), a.factoryShowCommand())
}

// factoryView is a factory with the digest it is stored under.
type factoryView struct {
	Digest  string          `json:"digest"`
	Changed bool            `json:"changed,omitempty"` // by this apply
	Factory factory.Factory `json:"factory"`
}

func (a *app) factoryCheckCommand() *cobra.Command {
	cmd := a.command("check FILE", "Check a factory.toml and its prompt files",
		"Check reports all faults at once, each with file, line and what is allowed. It needs no server.",
		"starter factory check examples/release-notes/factory.toml",
		func(_ context.Context, args []string) error {
			f, err := loadFactory(args[0])
			if err != nil {
				return err
			}
			_, digest, err := f.Encode()
			if err != nil {
				return err
			}
			return a.print(factoryView{Digest: digest, Factory: f}, func(p *page) {
				p.linef("%s is sound: %s, %s, digest %s", args[0],
					plural(len(f.Agents), "agent"), plural(len(f.Pipelines), "pipeline"), short(digest))
			})
		})
	cmd.ValidArgsFunction = completeFactoryFiles
	return cmd
}

func (a *app) factoryApplyCommand() *cobra.Command {
	cmd := a.command("apply FILE", "Make a factory.toml the current factory", `
Apply checks the file, stores it with its prompts as an immutable snapshot and makes that
current. Chains that run go on with the factory they started on.`,
		"starter factory apply examples/release-notes/factory.toml",
		func(ctx context.Context, args []string) error { return a.applyFactory(ctx, args[0]) })
	cmd.ValidArgsFunction = completeFactoryFiles
	return cmd
}

func (a *app) applyFactory(ctx context.Context, file string) error {
	f, err := loadFactory(file)
	if err != nil {
		return err
	}
	db, err := a.database(ctx)
	if err != nil {
		return err
	}
	view := factoryView{Factory: f}
	if view.Digest, view.Changed, err = db.ApplyFactory(ctx, f, a.by(""), time.Now()); err != nil {
		return err
	}
	return a.print(view, func(p *page) {
		if !view.Changed {
			p.linef("factory %s is current already, digest %s", f.Name, short(view.Digest))
			return
		}
		p.linef("factory %s is current now, digest %s", f.Name, short(view.Digest))
	})
}

func (a *app) factoryShowCommand() *cobra.Command {
	var digest string
	cmd := a.command("show", "Show the current factory, or the snapshot of a digest",
		"Show prints agents, pipelines, routes and limits; --json has the prompts too.",
		"starter factory show",
		func(ctx context.Context, _ []string) error {
			view, err := a.factory(ctx, digest)
			if err != nil {
				return err
			}
			return a.print(view, func(p *page) { writeFactory(p, view) })
		})
	cmd.Flags().StringVar(&digest, "digest", "", "the whole digest of a snapshot")
	return cmd
}

func (a *app) factory(ctx context.Context, digest string) (factoryView, error) {
	db, err := a.database(ctx)
	if err != nil {
		return factoryView{}, err
	}
	view := factoryView{Digest: digest}
	if digest == "" {
		view.Digest, view.Factory, err = db.CurrentFactory(ctx)
	} else {
		view.Factory, err = db.Factory(ctx, digest)
	}
	return view, err
}

// loadFactory reads a factory file and the prompts in its folder.
func loadFactory(file string) (factory.Factory, error) {
	return factory.Load(os.DirFS(filepath.Dir(file)), filepath.Base(file))
}
