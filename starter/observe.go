package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"redeye/domain/fault"
	"redeye/domain/genome"
)

const (
	// editBytes bounds a text that was edited, as the output that is kept of a run.
	editBytes = 1 << 20
	// commentBytes is where reading a comment stops. What is kept of it is shorter.
	commentBytes = 64 << 10
)

// observeOptions are the flags of observe.
type observeOptions struct {
	edit, original, comment string
	by                      string
	// Which of the flags were given: a file may be empty.
	edited, from, commented bool
}

func (a *app) observeCommand() *cobra.Command {
	var o observeOptions
	var cmd *cobra.Command
	cmd = a.command("observe RUN", "Say what a customer changed in a run's output, or said of it", `
Observe keeps what a customer did with the output of a run that has ended. --edit is a
file with the output as they changed it; it is compared with what the run printed, or with
the file given as --original. --comment is their own words. Its agent is told what follows
from the next run on, as tentative, and the night may make a gene of it.
Either file, and the comment, may be - for standard input.`,
		"starter observe release-notes-k3f9q.2 --edit corrected.md --by ann",
		func(ctx context.Context, args []string) error {
			given := cmd.Flags().Changed
			o.edited, o.from, o.commented = given("edit"), given("original"), given("comment")
			return a.observe(ctx, args[0], o)
		})
	cmd.Flags().StringVar(&o.edit, "edit", "", "file with the output as the customer changed it, - for standard input")
	cmd.Flags().StringVar(&o.original, "original", "", "file with the text from before the edit, instead of the run's own output")
	cmd.Flags().StringVar(&o.comment, "comment", "", "what the customer said of it, - for standard input")
	cmd.Flags().StringVar(&o.by, "by", "", "whose edit or comment it is")
	cmd.ValidArgsFunction = a.completeRuns()
	completeFiles(cmd, "edit", "original")
	return cmd
}

func (a *app) observe(ctx context.Context, run string, o observeOptions) error {
	observed, err := a.observed(run, o)
	if err != nil {
		return err
	}
	db, err := a.database(ctx)
	if err != nil {
		return err
	}
	records, err := db.Observe(ctx, observed, time.Now())
	if err != nil {
		return err
	}
	return a.print(array(records), func(p *page) { writeObserved(p, run, records) })
}

// observed reads what was given into what is kept.
func (a *app) observed(run string, o observeOptions) (genome.Observed, error) {
	observed := genome.Observed{Run: run, By: a.by(o.by)}
	if err := o.check(); err != nil {
		return observed, err
	}
	var err error
	if o.commented {
		if observed.Comment, err = a.given("the comment", o.comment, commentBytes); err != nil {
			return observed, err
		}
	}
	if !o.edited {
		return observed, nil
	}
	observed.Edit = &genome.EditedText{}
	if observed.Edit.After, err = a.editedFile("the edit", o.edit); err != nil || !o.from {
		return observed, err
	}
	before, err := a.editedFile("the original", o.original)
	observed.Edit.Before = &before
	return observed, err
}

func (o observeOptions) check() error {
	inputs := 0
	for _, name := range []string{o.edit, o.original, o.comment} {
		if name == "-" {
			inputs++
		}
	}
	switch {
	case !o.edited && o.from:
		return fault.Invalidf("--original is what the edit is compared with; give --edit too")
	case !o.edited && !o.commented:
		return fault.Invalidf("there is nothing to observe; give --edit FILE or --comment TEXT")
	case inputs > 1:
		return fault.Invalidf("standard input can be read once; give a file for the other -")
	}
	return nil
}

func (a *app) editedFile(what, name string) (string, error) {
	body, err := a.read(name, editBytes)
	if err != nil {
		return "", err
	}
	return body, checkText(what, body, editBytes)
}

func writeObserved(p *page, run string, records []genome.ObservationRecord) {
	p.linef("%s of %s on record", plural(len(records), "observation"), run)
	for _, r := range records {
		p.linef("  %s  %s", r.ID, genome.Wording(r.Text))
		if state := observationState(r); state != waiting {
			p.linef("    %s", state)
		}
	}
}
