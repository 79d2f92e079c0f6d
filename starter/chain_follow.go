package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"redeye/domain/chain"
	"redeye/domain/fault"
)

// followEvery is how often a followed chain is looked at: often enough to seem live,
// and a handful of indexed reads each time.
const followEvery = 500 * time.Millisecond

func (a *app) chainFollowCommand() *cobra.Command {
	cmd := a.command("follow ID", "Follow a chain until it ends", `
Follow prints what happens in a chain as it happens: runs that begin and end, requests,
refused flights, and how it ends. It needs no worker. Ctrl-C ends the following and not
the chain. With --json it prints one object a line.

It exits 0 when the chain finished or awaits a person, and 1 when it failed, was halted or
is stalled.`,
		"starter chain follow release-notes-k3f9q",
		func(ctx context.Context, args []string) error { return a.follow(ctx, args[0]) })
	cmd.ValidArgsFunction = a.completeChains()
	return cmd
}

func (a *app) follow(ctx context.Context, id string) error {
	detail, err := a.chainDetail(ctx, id)
	if err != nil {
		return err
	}
	ticker := time.NewTicker(followEvery)
	defer ticker.Stop()
	paint := newPalette(a.out)
	var seen chainDetail
	for {
		if err := a.tell(paint, news(seen, detail)); err != nil {
			return err
		}
		if detail.State != chain.Working {
			return verdict(detail)
		}
		seen = detail
		if detail, err = a.look(ctx, ticker.C, detail); err != nil {
			return err
		}
		if ctx.Err() != nil {
			a.sayf("no longer following; %s goes on", id)
			return nil
		}
	}
}

// look waits for the next tick and reads the chain again. While the database or Temporal
// is away it goes on waiting, as the chain does. It returns early when ctx is done.
func (a *app) look(ctx context.Context, tick <-chan time.Time, last chainDetail) (chainDetail, error) {
	for told := false; ; told = true {
		select {
		case <-ctx.Done():
			return last, nil
		case <-tick:
		}
		detail, err := a.chainDetail(ctx, last.ID)
		switch {
		case ctx.Err() != nil:
			return last, nil
		case fault.KindOf(err) != fault.Unavailable:
			return detail, err
		case !told:
			a.sayf("waiting: %v", err)
		}
	}
}

// tell prints events, as lines for people or as JSON lines.
func (a *app) tell(paint palette, events []event) error {
	var b strings.Builder
	for _, e := range events {
		if !a.json {
			fmt.Fprintln(&b, paint.line(e))
			continue
		}
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s\n", line)
	}
	_, err := fmt.Fprint(a.out, b.String())
	return err
}

// verdict is the error of a chain that ended otherwise than it should; nil if it
// finished or waits for a person.
func verdict(d chainDetail) error {
	switch {
	case d.State == chain.Stalled:
		return fmt.Errorf("chain %s is stalled: its workflow is gone, and it never ended; start a new one", d.ID)
	case d.State == chain.AwaitingHuman || d.End == nil || d.End.How == chain.Completed:
		return nil
	case d.End.Reason == "":
		return fmt.Errorf("chain %s %s", d.ID, d.End.How)
	}
	return errors.New("chain " + d.ID + " " + string(d.End.How) + ": " + d.End.Reason)
}
