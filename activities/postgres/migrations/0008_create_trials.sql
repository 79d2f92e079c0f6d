CREATE TABLE trials (
    run       text PRIMARY KEY,
    workspace text NOT NULL,
    agent     text NOT NULL,
    eligible  text[] NOT NULL,
    left_out  text,
    at        timestamptz NOT NULL,
    CONSTRAINT some_are_eligible CHECK (cardinality(eligible) > 0),
    CONSTRAINT left_out_is_eligible CHECK (left_out = ANY(eligible))
);
COMMENT ON TABLE trials IS 'Runs in the leave-one-out experiment, written as they begin. No foreign key to the run: with its outcome it outlives history.';
COMMENT ON COLUMN trials.eligible IS 'The learned genes that the run would be told, by ID. Their number is the stratum that it is compared in: the chance of a gene to be left out depends on it.';
COMMENT ON COLUMN trials.left_out IS 'The gene that it was not told; NULL for a run that was not drawn.';
CREATE INDEX trials_by_genome ON trials (workspace, agent);
CREATE INDEX trials_by_time ON trials (at);

CREATE TABLE verdicts (
    gene             text NOT NULL REFERENCES genes ON DELETE CASCADE,
    night            timestamptz NOT NULL,
    verdict          text NOT NULL,
    with_outcomes    integer NOT NULL,
    with_accepted    integer NOT NULL,
    without_outcomes integer NOT NULL,
    without_accepted integer NOT NULL,
    benefit          double precision NOT NULL,
    low              double precision NOT NULL,
    high             double precision NOT NULL,
    PRIMARY KEY (gene, night),
    CONSTRAINT verdict_is_known CHECK (verdict IN ('keep', 'retire', 'no_effect', 'harm_stop', 'insufficient_data')),
    CONSTRAINT accepted_are_outcomes CHECK (with_accepted BETWEEN 0 AND with_outcomes AND without_accepted BETWEEN 0 AND without_outcomes)
);
COMMENT ON TABLE verdicts IS 'What nights found of genes in the experiment; a night that knows no more than the last one adds nothing.';
COMMENT ON COLUMN verdicts.benefit IS 'By how much the share of accepted outputs is higher with the gene, from -1 to 1; low and high are its interval.';

ALTER TABLE told_genome DROP CONSTRAINT kind_is_known;
ALTER TABLE told_genome ADD CONSTRAINT kind_is_known CHECK (kind IN ('gene', 'observation', 'weak', 'left_out', 'withheld'));
COMMENT ON TABLE told_genome IS 'Genes and observations a run was told, in order; weak genes, observations there was no room for, and the gene that the experiment withheld, it was not.';

---- create above / drop below ----

DELETE FROM told_genome WHERE kind = 'withheld';
ALTER TABLE told_genome DROP CONSTRAINT kind_is_known;
ALTER TABLE told_genome ADD CONSTRAINT kind_is_known CHECK (kind IN ('gene', 'observation', 'weak', 'left_out'));
DROP TABLE verdicts;
DROP TABLE trials;
