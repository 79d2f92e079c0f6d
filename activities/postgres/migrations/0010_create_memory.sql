CREATE TABLE threads (
    id        text PRIMARY KEY,
    workspace text NOT NULL,
    agent     text NOT NULL,
    text      text NOT NULL,
    state     text NOT NULL,
    opened_by text NOT NULL,
    opened_at timestamptz NOT NULL,
    ended_by  text NOT NULL DEFAULT '',
    ended_at  timestamptz,
    note      text NOT NULL DEFAULT '',
    CONSTRAINT state_is_known CHECK (state IN ('open', 'closed', 'expired')),
    CONSTRAINT ended_has_time CHECK ((state = 'open') = (ended_at IS NULL))
);
COMMENT ON TABLE threads IS 'Matters that agents left open, by workspace and agent. No foreign key to the run: they outlive history.';
COMMENT ON COLUMN threads.opened_by IS 'The run that opened it; ended_by is the run, person or night that ended it.';
CREATE INDEX threads_open ON threads (workspace, agent, opened_at) WHERE state = 'open';
CREATE INDEX threads_by_opening ON threads (opened_at) WHERE state = 'open';
CREATE INDEX threads_by_end ON threads (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE episodes (
    run       text PRIMARY KEY,
    workspace text NOT NULL,
    agent     text NOT NULL,
    line      text NOT NULL,
    at        timestamptz NOT NULL
);
COMMENT ON TABLE episodes IS 'One line for each run that ended, for later runs of its agent. No foreign key to the run.';
CREATE INDEX episodes_told ON episodes (workspace, agent, at DESC, run);
CREATE INDEX episodes_by_time ON episodes (at);

CREATE TABLE told_memory (
    run      text NOT NULL REFERENCES runs ON DELETE CASCADE,
    position integer NOT NULL,
    kind     text NOT NULL,
    id       text NOT NULL,
    text     text NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (run, position),
    CONSTRAINT kind_is_known CHECK (kind IN ('thread', 'episode'))
);
COMMENT ON TABLE told_memory IS 'The threads and episodes a run was told, in that wording, kept when a person deletes them.';

---- create above / drop below ----

DROP TABLE told_memory;
DROP TABLE episodes;
DROP TABLE threads;
