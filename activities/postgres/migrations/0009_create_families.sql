CREATE TABLE families (
    id          text PRIMARY KEY,
    workspace   text NOT NULL,
    text        text NOT NULL,
    genes       text[] NOT NULL,
    agents      text[] NOT NULL,
    state       text NOT NULL,
    proposed_at timestamptz NOT NULL,
    decided_at  timestamptz,
    decided_by  text NOT NULL DEFAULT '',
    reason      text NOT NULL DEFAULT '',
    CONSTRAINT state_is_known CHECK (state IN ('proposed', 'approved', 'rejected')),
    CONSTRAINT decided_has_time CHECK ((state = 'proposed') = (decided_at IS NULL)),
    CONSTRAINT decided_has_person CHECK ((state = 'proposed') = (decided_by = '')),
    CONSTRAINT of_several_agents CHECK (cardinality(agents) >= 2)
);
COMMENT ON TABLE families IS 'Proposals of nights to share what several agents of a workspace have learned.';
COMMENT ON COLUMN families.genes IS 'The learned genes it comes of, by ID; agents are whose they are.';
COMMENT ON COLUMN families.proposed_at IS 'The night that proposed it.';
CREATE INDEX families_by_workspace ON families (workspace, state);

ALTER TABLE outcomes ADD COLUMN pipeline text NOT NULL DEFAULT '';
UPDATE outcomes o
SET pipeline = c.pipeline
FROM runs r
JOIN chains c ON c.id = r.chain
WHERE r.id = o.run;
COMMENT ON COLUMN outcomes.pipeline IS 'Kept here since the chain goes; empty where that had gone before this was recorded.';

CREATE TABLE competence (
    workspace text NOT NULL,
    agent     text NOT NULL,
    pipeline  text NOT NULL,
    accepted  integer NOT NULL,
    rejected  integer NOT NULL,
    night     timestamptz NOT NULL,
    PRIMARY KEY (workspace, agent, pipeline),
    CONSTRAINT counts_not_negative CHECK (accepted >= 0 AND rejected >= 0)
);
COMMENT ON TABLE competence IS 'How many outputs were accepted and rejected, as of the night that counted last. For people: no agent is told.';

---- create above / drop below ----

DROP TABLE competence;
ALTER TABLE outcomes DROP COLUMN pipeline;
DROP TABLE families;
