ALTER TABLE nights ADD COLUMN spans jsonb;
COMMENT ON COLUMN nights.report IS 'Phases with status and counts, as last run: a night run again replaces it. It holds no time but the night''s.';
COMMENT ON COLUMN nights.spans IS 'When each of the report''s phases had its turn, in the same order.';
WITH turns AS (
    SELECT
        n.night,
        coalesce(jsonb_agg(jsonb_build_object('started_at', p.phase -> 'started_at', 'ended_at', p.phase -> 'ended_at') ORDER BY p.place)
            FILTER (WHERE p.phase IS NOT NULL), '[]') AS spans,
        coalesce(jsonb_agg(p.phase - 'started_at' - 'ended_at' ORDER BY p.place) FILTER (WHERE p.phase IS NOT NULL), '[]') AS phases
    FROM nights n
    LEFT JOIN jsonb_array_elements(nullif(n.report -> 'phases', 'null')) WITH ORDINALITY AS p (phase, place) ON true
    WHERE n.report IS NOT NULL
    GROUP BY n.night)
UPDATE nights n
SET spans = t.spans, report = jsonb_set(n.report, '{phases}', t.phases)
FROM turns t
WHERE t.night = n.night;
ALTER TABLE nights ADD CONSTRAINT report_has_spans CHECK ((report IS NULL) = (spans IS NULL));

---- create above / drop below ----

ALTER TABLE nights DROP COLUMN spans;
