CREATE TABLE edits (
    run       text NOT NULL,
    number    integer NOT NULL,
    workspace text NOT NULL,
    agent     text NOT NULL,
    distance  double precision NOT NULL,
    at        timestamptz NOT NULL,
    PRIMARY KEY (run, number),
    CONSTRAINT distance_in_range CHECK (distance BETWEEN 0 AND 1)
);
COMMENT ON TABLE edits IS 'How far customers'' edits were from the outputs: the part of the words that changed. No foreign key to the run.';
CREATE INDEX edits_by_time ON edits (workspace, at);

CREATE TABLE learning_events (
    learning  text NOT NULL,
    workspace text NOT NULL,
    agent     text NOT NULL,
    event     text NOT NULL,
    at        timestamptz NOT NULL,
    CONSTRAINT event_is_known CHECK (event IN ('born', 'confirmed', 'lapsed', 'rejected', 'rediscovered'))
);
COMMENT ON TABLE learning_events IS 'When learnings changed their state: the learning has but its last one, and goes.';
CREATE INDEX learning_events_by_time ON learning_events (workspace, at);

CREATE TABLE scorecards (
    workspace text NOT NULL,
    agent     text NOT NULL,
    day       date NOT NULL,
    card      jsonb NOT NULL,
    night     timestamptz NOT NULL,
    PRIMARY KEY (workspace, agent, day)
);
COMMENT ON TABLE scorecards IS 'What a UTC day of an agent in a workspace came to. A card never changes: the counts are of what was known when it was made.';

-- What a day is counted by.
CREATE INDEX runs_by_workspace_end ON runs (workspace, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX outcomes_by_time ON outcomes (workspace, at);
CREATE INDEX requests_by_workspace ON requests (workspace, filed_at);

---- create above / drop below ----

DROP INDEX requests_by_workspace;
DROP INDEX outcomes_by_time;
DROP INDEX runs_by_workspace_end;
DROP TABLE scorecards;
DROP TABLE learning_events;
DROP TABLE edits;
