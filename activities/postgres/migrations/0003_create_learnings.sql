CREATE TABLE learnings (
    id            text PRIMARY KEY,
    workspace     text NOT NULL,
    agent         text NOT NULL,
    text          text NOT NULL,
    state         text NOT NULL,
    runs_left     integer NOT NULL,
    rediscoveries integer NOT NULL,
    proposed_at   timestamptz NOT NULL,
    lapsed_at     timestamptz,
    CONSTRAINT state_is_known CHECK (state IN ('provisional', 'confirmed', 'lapsed', 'rejected')),
    CONSTRAINT only_provisional_ages CHECK ((state = 'provisional') = (runs_left > 0)),
    CONSTRAINT rediscoveries_not_negative CHECK (rediscoveries >= 0)
);
COMMENT ON TABLE learnings IS 'Insights of agents about their own work, by workspace and agent. No foreign key to the run: they outlive history.';
COMMENT ON COLUMN learnings.lapsed_at IS 'NULL while live; a lapsed one without it counts from proposed_at.';
CREATE INDEX learnings_by_agent ON learnings (workspace, agent, state);
-- Live ones in the order in which runs are told them.
CREATE INDEX learnings_told ON learnings (workspace, agent, (state = 'confirmed') DESC, proposed_at, id COLLATE "C")
    WHERE state IN ('provisional', 'confirmed');

---- create above / drop below ----

DROP TABLE learnings;
