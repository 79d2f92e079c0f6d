CREATE TABLE genomes (
    workspace text NOT NULL,
    agent     text NOT NULL,
    seen      integer NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace, agent),
    CONSTRAINT seen_not_negative CHECK (seen >= 0)
);
COMMENT ON TABLE genomes IS 'One agent in one workspace: there is a row wherever there is an observation, a gene or an outcome. It is the lock under which outcomes, moves by persons and the night take turns.';
COMMENT ON COLUMN genomes.seen IS 'Outcomes so far; the next one gets the number seen + 1.';

CREATE TABLE genes (
    id             text PRIMARY KEY,
    workspace      text NOT NULL,
    agent          text NOT NULL,
    stratum        text NOT NULL,
    text           text NOT NULL,
    state          text NOT NULL,
    strength       double precision NOT NULL,
    credited       integer NOT NULL,
    contradictions integer NOT NULL,
    flagged        boolean NOT NULL,
    returns        text NOT NULL,
    born_at        timestamptz NOT NULL,
    born_by        text NOT NULL,
    approved_at    timestamptz,
    ended_at       timestamptz,
    end_reason     text NOT NULL,
    CONSTRAINT stratum_is_known CHECK (stratum IN ('kernel', 'customer', 'learned')),
    CONSTRAINT state_is_known CHECK (state IN ('live', 'retired', 'rejected')),
    CONSTRAINT ended_has_time CHECK ((state = 'live') = (ended_at IS NULL)),
    CONSTRAINT strength_in_range CHECK (strength BETWEEN 0 AND 1),
    CONSTRAINT counts_not_negative CHECK (credited >= 0 AND contradictions >= 0)
);
COMMENT ON TABLE genes IS 'Lines of genomes, in every state: what ended is kept as a tombstone. No foreign key to runs: they outlive history.';
COMMENT ON COLUMN genes.born_by IS 'The night that wrote it, or the person who did.';
CREATE INDEX genes_by_genome ON genes (workspace, agent, state);

CREATE TABLE decisions (
    gene   text NOT NULL REFERENCES genes ON DELETE CASCADE,
    number integer NOT NULL,
    act    text NOT NULL,
    by     text NOT NULL,
    reason text NOT NULL,
    at     timestamptz NOT NULL,
    PRIMARY KEY (gene, number),
    CONSTRAINT act_is_known CHECK (act IN ('approve', 'reject', 'retire'))
);
COMMENT ON TABLE decisions IS 'What persons did to genes, in order.';

CREATE TABLE observations (
    id          text PRIMARY KEY,
    workspace   text NOT NULL,
    agent       text NOT NULL,
    run         text NOT NULL,
    kind        text NOT NULL,
    text        text NOT NULL,
    by          text NOT NULL,
    at          timestamptz NOT NULL,
    consumed_by text REFERENCES genes,
    consumed_at timestamptz,
    revoked_by  text,
    revoked_at  timestamptz,
    screened_as text,
    CONSTRAINT kind_is_known CHECK (kind IN ('edit', 'comment')),
    CONSTRAINT consumption_is_whole CHECK ((consumed_by IS NULL) = (consumed_at IS NULL)),
    CONSTRAINT revocation_is_whole CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);
-- By a digest: a text can be too long for an index.
CREATE UNIQUE INDEX observations_once_a_run ON observations (run, kind, md5(text));
COMMENT ON TABLE observations IS 'What customers did with outputs: the fast memory. Kept as long as a gene rests on it.';
COMMENT ON COLUMN observations.screened_as IS 'Why the screen keeps what an edit said out of prompts and genes; NULL while nothing speaks against it.';
CREATE INDEX observations_waiting ON observations (workspace, agent, at)
    WHERE consumed_at IS NULL AND revoked_at IS NULL AND screened_as IS NULL;
CREATE INDEX observations_revoked ON observations (revoked_at) WHERE revoked_at IS NOT NULL;

CREATE TABLE evidence (
    gene        text NOT NULL REFERENCES genes ON DELETE CASCADE,
    position    integer NOT NULL,
    observation text NOT NULL REFERENCES observations,
    run         text NOT NULL,
    night       timestamptz NOT NULL,
    revoked_at  timestamptz,
    PRIMARY KEY (gene, position),
    CONSTRAINT one_gene_an_observation UNIQUE (observation)
);
COMMENT ON TABLE evidence IS 'The observations behind a gene, in the order in which nights used them.';
COMMENT ON COLUMN evidence.revoked_at IS 'When a night took it away; the row stays, so that it can be told what the gene once rested on.';

CREATE TABLE outcomes (
    run       text PRIMARY KEY,
    workspace text NOT NULL,
    agent     text NOT NULL,
    number    integer NOT NULL,
    accepted  boolean NOT NULL,
    by        text NOT NULL,
    at        timestamptz NOT NULL,
    FOREIGN KEY (workspace, agent) REFERENCES genomes,
    CONSTRAINT number_within_genome UNIQUE (workspace, agent, number)
);
COMMENT ON TABLE outcomes IS 'One accept or reject of one run''s output. The number is the one order in which a genome''s outcomes are credited.';

CREATE TABLE moves (
    gene           text NOT NULL REFERENCES genes ON DELETE CASCADE,
    number         integer NOT NULL,
    run            text NOT NULL REFERENCES outcomes,
    step           double precision NOT NULL,
    before         double precision NOT NULL,
    after          double precision NOT NULL,
    retired        boolean NOT NULL,
    contradictions integer NOT NULL,
    flagged        boolean NOT NULL,
    PRIMARY KEY (gene, number)
);
COMMENT ON TABLE moves IS 'How each outcome moved each gene that its run was told; number is the outcome''s.';

ALTER TABLE runs ADD COLUMN genome text NOT NULL DEFAULT '';
COMMENT ON COLUMN runs.genome IS 'The genome''s section of the prompt, as it was told. Empty if nothing was.';

CREATE TABLE told_genome (
    run      text NOT NULL REFERENCES runs ON DELETE CASCADE,
    position integer NOT NULL,
    kind     text NOT NULL,
    id       text NOT NULL,
    PRIMARY KEY (run, position),
    CONSTRAINT kind_is_known CHECK (kind IN ('gene', 'observation', 'weak', 'left_out'))
);
COMMENT ON TABLE told_genome IS 'Genes and observations a run was told, in order; weak genes and left-out observations it was not.';
CREATE INDEX told_genome_by_id ON told_genome (id);

---- create above / drop below ----

DROP TABLE told_genome;
ALTER TABLE runs DROP COLUMN genome;
DROP TABLE moves;
DROP TABLE outcomes;
DROP TABLE evidence;
DROP TABLE observations;
DROP TABLE decisions;
DROP TABLE genes;
DROP TABLE genomes;
