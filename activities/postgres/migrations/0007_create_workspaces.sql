CREATE TABLE workspaces (
    id           text PRIMARY KEY,
    opted_out_at timestamptz,
    opted_out_by text,
    CONSTRAINT opting_out_is_whole CHECK ((opted_out_at IS NULL) = (opted_out_by IS NULL))
);
COMMENT ON TABLE workspaces IS 'Whose work there has been: the first chain of a workspace adds it.';
COMMENT ON COLUMN workspaces.opted_out_at IS 'Since when none of its runs is in the leave-one-out experiment; NULL if they may be.';
INSERT INTO workspaces (id)
SELECT workspace FROM chains
UNION
SELECT workspace FROM genomes;

CREATE TABLE installation (
    single boolean PRIMARY KEY DEFAULT true,
    key    bytea NOT NULL,
    CONSTRAINT one_row CHECK (single),
    CONSTRAINT key_is_32_bytes CHECK (length(key) = 32)
);
COMMENT ON TABLE installation IS 'The one row of this installation.';
COMMENT ON COLUMN installation.key IS 'Secret, made here and never changed: the draws of the experiment and the signatures of alerts come from it, each under a name of its own.';
INSERT INTO installation (key)
VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

---- create above / drop below ----

DROP TABLE installation;
DROP TABLE workspaces;
