CREATE TABLE nights (
    night      timestamptz PRIMARY KEY,
    factory    text REFERENCES factories,
    manual     boolean NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at   timestamptz,
    status     text,
    report     jsonb,
    CONSTRAINT status_is_known CHECK (status IN ('finished', 'partial')),
    CONSTRAINT ended_has_status CHECK ((ended_at IS NULL) = (status IS NULL) AND (ended_at IS NULL) = (report IS NULL))
);
COMMENT ON TABLE nights IS 'Nights by their scheduled time, which is their key and their asOf.';
COMMENT ON COLUMN nights.factory IS 'The snapshot whose rules it goes by, chosen when it first began; NULL if there was none.';
COMMENT ON COLUMN nights.report IS 'Phases with status, counts and times, as last run: a night run again replaces it.';

CREATE TABLE night_pages (
    night     timestamptz NOT NULL REFERENCES nights ON DELETE CASCADE,
    phase     text NOT NULL,
    workspace text NOT NULL,
    counts    jsonb NOT NULL,
    PRIMARY KEY (night, phase, workspace)
);
COMMENT ON TABLE night_pages IS 'What a phase did to a workspace, written with it in one transaction. But for retention, which takes the oldest of all, a workspace that has a row is done.';

CREATE TABLE night_refusals (
    night        timestamptz NOT NULL REFERENCES nights ON DELETE CASCADE,
    workspace    text NOT NULL,
    position     integer NOT NULL,
    agent        text NOT NULL,
    reason       text NOT NULL,
    because      text NOT NULL,
    gene         text NOT NULL,
    text         text NOT NULL,
    observations text[] NOT NULL,
    PRIMARY KEY (night, workspace, position)
);
COMMENT ON TABLE night_refusals IS 'Candidates that consolidation refused, each with its reason.';

-- What retention looks for, the oldest first.
CREATE INDEX chains_by_end ON chains (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX observations_unused ON observations (at) WHERE consumed_by IS NULL;

---- create above / drop below ----

DROP INDEX observations_unused;
DROP INDEX chains_by_end;
DROP TABLE night_refusals;
DROP TABLE night_pages;
DROP TABLE nights;
