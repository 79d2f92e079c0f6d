CREATE TABLE requests (
    id        text PRIMARY KEY,
    run       text NOT NULL REFERENCES runs ON DELETE CASCADE,
    chain     text NOT NULL REFERENCES chains ON DELETE CASCADE,
    workspace text NOT NULL,
    agent     text NOT NULL,
    pipeline  text NOT NULL,
    category  text NOT NULL,
    summary   text NOT NULL,
    detail    text NOT NULL,
    fatal     boolean NOT NULL,
    flags     jsonb,
    routes    jsonb NOT NULL,
    filed_at  timestamptz NOT NULL,
    CONSTRAINT category_is_known CHECK (category IN ('access', 'tooling', 'ambiguity', 'environment', 'decision', 'other')),
    CONSTRAINT summary_says_something CHECK (summary <> '')
);
COMMENT ON TABLE requests IS 'What agents asked people, from the asking runs'' own records.';
COMMENT ON COLUMN requests.flags IS 'NULL where the record does not know them: whoever answers must give them.';
CREATE INDEX requests_by_filing ON requests (filed_at DESC);
CREATE INDEX requests_by_chain ON requests (chain);
CREATE INDEX requests_by_run ON requests (run);

CREATE TABLE closings (
    request text PRIMARY KEY REFERENCES requests ON DELETE CASCADE,
    key     text NOT NULL,
    by      text NOT NULL,
    at      timestamptz NOT NULL,
    answer  text NOT NULL,
    chain   text NOT NULL,
    reason  text NOT NULL,
    flags   jsonb,
    dropped text[],
    factory text NOT NULL,
    CONSTRAINT answer_has_chain CHECK ((answer <> '') = (chain <> ''))
);
COMMENT ON TABLE closings IS 'How each request was closed: one row, so one answer counts.';
COMMENT ON COLUMN closings.key IS 'Which reply closed it: the same reply again gets the same result.';
COMMENT ON COLUMN closings.chain IS 'The chain the answer starts; empty for a resolution.';
CREATE UNIQUE INDEX closings_start_one_chain ON closings (chain) WHERE chain <> '';

---- create above / drop below ----

DROP TABLE closings;
DROP TABLE requests;
