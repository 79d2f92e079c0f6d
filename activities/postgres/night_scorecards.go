package postgres

import (
	"context"

	"redeye/domain/night"
)

// ScorecardsPage has nothing to do yet.
func (db *DB) ScorecardsPage(context.Context, night.Page) (night.Progress, error) {
	return night.Progress{Done: true}, nil
}
