package postgres

import (
	"context"

	"redeye/domain/night"
)

const deleteEpisodes = `
WITH due AS MATERIALIZED (
    SELECT run
    FROM episodes
    WHERE at <= @since
    ORDER BY at
    LIMIT @size
    FOR UPDATE SKIP LOCKED
), deleted AS (
    DELETE FROM episodes
    USING due
    WHERE episodes.run = due.run
    RETURNING episodes.workspace
)
SELECT workspace, count(*)
FROM deleted
GROUP BY workspace`

// EpisodesPage deletes the next of the old episodes, the oldest first, whatever their
// workspace (specification, section 6, phase 7).
func (db *DB) EpisodesPage(ctx context.Context, p night.Page) (night.Progress, error) {
	_, f, err := db.nightRules(ctx, p.Factory)
	if err != nil {
		return night.Progress{}, err
	}
	return db.sweep(ctx, night.Episodes, p, sweeping{"episodes_deleted", deleteEpisodes}, f.Memory.EpisodesSince(p.Night))
}
