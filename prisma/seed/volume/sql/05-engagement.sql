-- Likes: most threads have few, some have thousands; replies have fewer. The step is prime and larger
-- than any number of users, so that no user is drawn twice before the skew.
INSERT INTO likes (user_id, thread_id, created_at)
SELECT p.id, l.id, pg_temp.time_of(pg_temp.later(l.ms, pg_temp.dice(l.n * 4096 + l.user_number, 53), 20))
FROM (
  SELECT DISTINCT t.n, t.id, t.ms, t.author,
    pg_temp.rank(
      ((t.n * 7919 + i * 1000003) % :users)::float8 / :users, :users, 1.3
    ) AS user_number
  FROM planned_threads t,
    LATERAL generate_series(1, pg_temp.tail(
      pg_temp.dice(t.n, 50), CASE WHEN t.parent IS NULL THEN 1.2 ELSE 0.6 END, 0.75, least(2500, :users / 3)
    )) AS i
) AS l
JOIN users_by_number p ON p.n = l.user_number
WHERE NOT pg_temp.is_private(l.author)
  OR EXISTS (SELECT FROM followed f WHERE f.follower = l.user_number AND f.followee = l.author);

INSERT INTO reposts (id, user_id, thread_id, created_at)
SELECT pg_temp.id_of(r.ms, 'repost', r.n * 65536 + r.user_number), p.id, r.id, pg_temp.time_of(r.ms)
FROM (
  SELECT DISTINCT ON (t.n, user_number) t.n, t.id, user_number,
    pg_temp.later(t.ms, pg_temp.dice(t.n * 512 + i, 55), 15) AS ms
  FROM planned_threads t
  CROSS JOIN LATERAL generate_series(1, pg_temp.tail(pg_temp.dice(t.n, 56), 0.12, 0.7, 300)) AS i
  CROSS JOIN LATERAL (
    SELECT pg_temp.rank(pg_temp.dice(t.n * 512 + i, 57), :users, 1.5) AS user_number
  ) AS drawn
  WHERE t.parent IS NULL AND NOT pg_temp.is_private(t.author) AND user_number <> t.author
    AND user_number NOT BETWEEN pg_temp.reader(0) AND pg_temp.reader(3)
    -- Inactive users do not repost new threads.
    AND (NOT pg_temp.is_silent(user_number) OR t.n < :threads / 5)
  ORDER BY t.n, user_number, i
) AS r
JOIN users_by_number p ON p.n = r.user_number;

INSERT INTO bookmarks (user_id, thread_id, created_at)
SELECT DISTINCT ON (t.n, p.n)
  p.id, t.id, pg_temp.time_of(pg_temp.later(t.ms, pg_temp.dice(t.n * 512 + i, 58), 30))
FROM planned_threads t
CROSS JOIN LATERAL generate_series(1, pg_temp.tail(pg_temp.dice(t.n, 59), 0.15, 0.6, 100)) AS i
JOIN users_by_number p ON p.n = pg_temp.rank(pg_temp.dice(t.n * 512 + i, 60), :users, 1.2)
WHERE NOT pg_temp.is_private(t.author)
ORDER BY t.n, p.n, i;

INSERT INTO reactions (user_id, thread_id, type, created_at)
SELECT DISTINCT ON (t.n, p.n)
  p.id, t.id,
  (enum_range(NULL::reaction_type))[1 + pg_temp.rank(pg_temp.dice(t.n * 512 + i, 61), 6, 1.6)],
  pg_temp.time_of(pg_temp.later(t.ms, pg_temp.dice(t.n * 512 + i, 62), 20))
FROM planned_threads t
CROSS JOIN LATERAL generate_series(1, pg_temp.tail(pg_temp.dice(t.n, 63), 0.2, 0.6, 200)) AS i
JOIN users_by_number p ON p.n = pg_temp.rank(pg_temp.dice(t.n * 512 + i, 64), :users, 1.2)
WHERE NOT pg_temp.is_private(t.author)
ORDER BY t.n, p.n, i;
