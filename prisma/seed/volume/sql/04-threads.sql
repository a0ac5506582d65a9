-- planned_texts (n, content, tags, mentioned) already exists. Threads are numbered by time.
CREATE TEMP TABLE authors ON COMMIT DROP AS
SELECT n, CASE
  WHEN user_number BETWEEN pg_temp.reader(0) AND pg_temp.reader(3) THEN user_number + 5
  WHEN pg_temp.is_silent(user_number) AND n > :threads / 5 THEN user_number - 1
  -- Threads with many replies are public.
  WHEN pg_temp.is_private(user_number) AND pg_temp.is_discussed(n) THEN user_number - 1
  ELSE user_number
END AS author
FROM generate_series(0::bigint, :threads - 1) AS n,
  LATERAL (SELECT pg_temp.rank(pg_temp.dice(n, 1), :users, 1.5) AS user_number) AS drawn;

ANALYZE authors;

-- Private accounts get no replies or quotes, so every tree has a public root.
CREATE TEMP TABLE thread_drafts ON COMMIT DROP AS
SELECT p.n, ms, pg_temp.id_of(ms, 'thread', p.n) AS id, p.author,
  CASE WHEN kind = 'reply' AND NOT pg_temp.is_private(a.author) THEN target END AS parent,
  CASE WHEN kind = 'quote' AND NOT pg_temp.is_private(a.author) THEN target END AS quoted
FROM (
  SELECT n, author, kind,
    :start_ms + floor((n + pg_temp.dice(n, 40)) * ((:now_ms - :start_ms)::float8 / :threads))::bigint AS ms,
    CASE kind
      WHEN 'reply' THEN CASE
        WHEN n - pg_temp.busiest() BETWEEN 1 AND least(50000, :threads / 20) AND pg_temp.dice(n, 41) < 0.55
          THEN pg_temp.busiest()
        -- Discussed threads have some hundred replies, the most discussed a thousand.
        WHEN pg_temp.dice(n, 41) < CASE WHEN n % 50000 < 5000 THEN 0.55 ELSE 0.06 END
          THEN n - n % 5000
        ELSE n - 1 - pg_temp.rank(pg_temp.dice(n, 42), least(n - 1, 3000), 2)
      END
      WHEN 'quote' THEN n - 1 - pg_temp.rank(pg_temp.dice(n, 42), least(n - 1, 20000), 2)
    END AS target
  FROM authors,
    LATERAL (
      SELECT CASE
        WHEN pg_temp.is_discussed(n) OR pg_temp.dice(n, 43) < 0.55 THEN 'thread'
        WHEN pg_temp.dice(n, 43) < 0.62 THEN 'quote'
        ELSE 'reply'
      END AS kind
    ) AS drawn
) AS p
LEFT JOIN authors a ON a.n = p.target;

ANALYZE thread_drafts;

-- Level 5 is the deepest: further replies have the same level-4 ancestor.
CREATE TEMP TABLE planned_threads ON COMMIT DROP AS
WITH RECURSIVE tree AS (
  SELECT n, NULL::bigint AS root, 0 AS level, '' AS path, '' AS branch
  FROM thread_drafts WHERE parent IS NULL
  UNION ALL
  SELECT d.n, coalesce(t.root, t.n), least(t.level + 1, 5), tree_position.branch || tree_position.segment,
    CASE WHEN t.level < 4 THEN tree_position.branch || tree_position.segment ELSE tree_position.branch END
  FROM thread_drafts d
  JOIN tree t ON d.parent = t.n,
    LATERAL (SELECT t.branch AS branch, replace(d.id::text, '-', '') AS segment) AS tree_position
)
SELECT d.*, t.root, t.level, t.path
FROM thread_drafts d
JOIN tree t USING (n);

CREATE UNIQUE INDEX ON planned_threads (n);
ANALYZE planned_threads;
