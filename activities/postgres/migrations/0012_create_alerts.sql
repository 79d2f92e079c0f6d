CREATE TABLE alerts (
    id              text PRIMARY KEY,
    cause           text NOT NULL UNIQUE,
    rule            text NOT NULL,
    workspace       text NOT NULL,
    agent           text NOT NULL,
    text            text NOT NULL,
    raised_at       timestamptz NOT NULL,
    posted_at       timestamptz,
    acknowledged_at timestamptz,
    acknowledged_by text,
    CONSTRAINT acknowledgement_is_whole CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL))
);
COMMENT ON TABLE alerts IS 'What somebody should know of, once for each cause. Workspace and agent are empty where it concerns all.';
COMMENT ON COLUMN alerts.raised_at IS 'The asOf of the night, or when a worker found it.';
COMMENT ON COLUMN alerts.posted_at IS 'When the webhook took it; NULL until then, also where there is no webhook.';
CREATE INDEX alerts_open ON alerts (raised_at) WHERE acknowledged_at IS NULL;
CREATE INDEX alerts_unposted ON alerts (raised_at) WHERE posted_at IS NULL;
-- Open fatal requests are looked for every night.
CREATE INDEX requests_fatal ON requests (filed_at) WHERE fatal;

---- create above / drop below ----

DROP INDEX requests_fatal;
DROP TABLE alerts;
