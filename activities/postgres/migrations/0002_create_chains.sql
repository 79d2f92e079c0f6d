CREATE TABLE chains (
    id                text PRIMARY KEY,
    workspace         text NOT NULL,
    pipeline          text NOT NULL,
    flags             jsonb NOT NULL,
    routes            jsonb NOT NULL,
    factory           text NOT NULL REFERENCES factories,
    continues_chain   text,
    continues_request text UNIQUE,
    started_at        timestamptz NOT NULL,
    ended_at          timestamptz,
    ended             text,
    end_reason        text NOT NULL DEFAULT '',
    CONSTRAINT ended_is_known CHECK (ended IN ('completed', 'failed', 'cancelled')),
    CONSTRAINT ended_has_time CHECK ((ended IS NULL) = (ended_at IS NULL)),
    CONSTRAINT link_is_whole CHECK ((continues_chain IS NULL) = (continues_request IS NULL))
);
COMMENT ON TABLE chains IS 'Everything one trigger caused. The ID is the Temporal workflow ID.';
COMMENT ON COLUMN chains.routes IS 'Permitted hand-offs, sender to receivers: a linked chain keeps those of its request.';
COMMENT ON COLUMN chains.continues_request IS 'Unique: an answered request starts one chain, whatever Temporal still remembers.';
CREATE INDEX chains_by_start ON chains (started_at DESC);
CREATE INDEX chains_by_continued ON chains (continues_chain);

CREATE TABLE runs (
    id             text PRIMARY KEY,
    chain          text NOT NULL REFERENCES chains ON DELETE CASCADE,
    number         integer NOT NULL,
    workspace      text NOT NULL,
    agent          text NOT NULL,
    hop            integer NOT NULL,
    path           text[] NOT NULL,
    sender         text NOT NULL DEFAULT '',
    sent_headline  text NOT NULL DEFAULT '',
    body           text NOT NULL DEFAULT '',
    answers        text[] NOT NULL,
    prompt         text NOT NULL,
    began_at       timestamptz NOT NULL,
    ended_at       timestamptz,
    outcome        text,
    reason         text NOT NULL DEFAULT '',
    headline       text NOT NULL DEFAULT '',
    cost           bigint,
    CONSTRAINT number_within_chain UNIQUE (chain, number),
    CONSTRAINT number_from_1 CHECK (number >= 1),
    CONSTRAINT hop_is_length_of_path CHECK (hop = cardinality(path)),
    CONSTRAINT outcome_is_known CHECK (outcome IN ('succeeded', 'failed', 'timed_out', 'halted', 'interrupted')),
    CONSTRAINT outcome_has_time CHECK ((outcome IS NULL) = (ended_at IS NULL)),
    CONSTRAINT cost_not_negative CHECK (cost >= 0)
);
COMMENT ON TABLE runs IS 'One execution of one agent inside a chain.';
COMMENT ON COLUMN runs.prompt IS 'What the run was told, whole. With told it answers "what was it told when it did that?".';
COMMENT ON COLUMN runs.cost IS 'Measured, in millionths of a US dollar; NULL is unknown, which is not zero.';
CREATE INDEX runs_by_begin ON runs (began_at DESC);
CREATE INDEX runs_by_agent ON runs (workspace, agent, began_at DESC);

CREATE TABLE told (
    run       text NOT NULL REFERENCES runs ON DELETE CASCADE,
    position  integer NOT NULL,
    learning  text NOT NULL,
    text      text NOT NULL,
    state     text NOT NULL,
    runs_left integer NOT NULL,
    left_out  boolean NOT NULL,
    PRIMARY KEY (run, position)
);
COMMENT ON TABLE told IS 'The learnings a run was told, in that wording, kept when the learning changes or goes.';
COMMENT ON COLUMN told.left_out IS 'Live, but over per_run: not told.';

CREATE TABLE attempts (
    run        text NOT NULL REFERENCES runs ON DELETE CASCADE,
    number     integer NOT NULL,
    key        text NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at   timestamptz,
    outcome    text,
    released   boolean NOT NULL DEFAULT false,
    reason     text NOT NULL DEFAULT '',
    notice     text NOT NULL DEFAULT '',
    stdout     text NOT NULL DEFAULT '',
    stderr     text NOT NULL DEFAULT '',
    result     jsonb,
    PRIMARY KEY (run, number),
    CONSTRAINT one_attempt_a_key UNIQUE (run, key),
    CONSTRAINT outcome_is_known CHECK (outcome IN ('succeeded', 'failed', 'timed_out', 'halted', 'interrupted')),
    CONSTRAINT outcome_has_time CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
COMMENT ON TABLE attempts IS 'One process of a run; a run whose worker was lost has several.';
COMMENT ON COLUMN attempts.key IS 'Which activity attempt opened it: opening again under the same key changes nothing.';
COMMENT ON COLUMN attempts.released IS 'Given up by a worker that was asked to stop: no interruption is counted.';
COMMENT ON COLUMN attempts.result IS 'What its chain goes on with; set by an attempt that ended, so that it is never run again.';

CREATE TABLE calls (
    run     text NOT NULL,
    attempt integer NOT NULL,
    seq     integer NOT NULL,
    tool    text NOT NULL,
    at      timestamptz NOT NULL,
    args    jsonb NOT NULL,
    reply   text NOT NULL,
    refused boolean NOT NULL,
    PRIMARY KEY (run, attempt, seq),
    FOREIGN KEY (run, attempt) REFERENCES attempts ON DELETE CASCADE
);
COMMENT ON TABLE calls IS 'Tool calls as they came. Only those of the attempt that ended the run count.';

CREATE TABLE refused_flights (
    chain          text NOT NULL REFERENCES chains ON DELETE CASCADE,
    number         integer NOT NULL,
    receiver       text NOT NULL,
    headline       text NOT NULL,
    sender         text,
    sender_attempt integer,
    sender_seq     integer,
    hop            integer NOT NULL,
    path           text[] NOT NULL,
    reason         text NOT NULL,
    PRIMARY KEY (chain, number)
);
COMMENT ON TABLE refused_flights IS 'Flights that started no run, each with why.';

---- create above / drop below ----

DROP TABLE refused_flights;
DROP TABLE calls;
DROP TABLE attempts;
DROP TABLE told;
DROP TABLE runs;
DROP TABLE chains;
