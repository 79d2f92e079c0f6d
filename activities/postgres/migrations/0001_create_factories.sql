CREATE TABLE factories (
    digest     text PRIMARY KEY,
    name       text NOT NULL,
    snapshot   json NOT NULL,
    applied_by text NOT NULL,
    applied_at timestamptz NOT NULL,
    CONSTRAINT digest_is_sha256 CHECK (digest ~ '^[0-9a-f]{64}$')
);
COMMENT ON TABLE factories IS 'Immutable snapshots of factory.toml with its prompt files; chains name the one they run on.';
COMMENT ON COLUMN factories.snapshot IS 'json and not jsonb: the digest is of these very bytes.';

CREATE TABLE current_factory (
    single     boolean PRIMARY KEY DEFAULT true,
    digest     text NOT NULL REFERENCES factories,
    applied_by text NOT NULL,
    applied_at timestamptz NOT NULL,
    CONSTRAINT one_row CHECK (single)
);
COMMENT ON TABLE current_factory IS 'The snapshot that new chains start on; at most one row.';

---- create above / drop below ----

DROP TABLE current_factory;
DROP TABLE factories;
