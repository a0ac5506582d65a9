-- How many each follows: about 100, some 1,000; never more than a quarter of all.
CREATE TEMP TABLE wishes ON COMMIT DROP AS
SELECT n AS follower, least(
  CASE
    WHEN n IN (pg_temp.reader(0), pg_temp.reader(3)) THEN 100
    WHEN n = pg_temp.reader(1) OR n % 500 = 7 THEN 1000
    WHEN n = pg_temp.reader(2) THEN 0
    ELSE 5 + floor(-ln(1 - pg_temp.dice(n, 30)) * 95)
  END, :people / 4)::int AS wanted
FROM people;

-- More are drawn than wanted, since the well-known are drawn more than once.
CREATE TEMP TABLE followed ON COMMIT DROP AS
SELECT follower, followee
FROM (
  SELECT follower, followee, wanted, row_number() OVER (PARTITION BY follower ORDER BY min(i)) AS place
  FROM (
    SELECT follower, wanted, i,
      pg_temp.rank(pg_temp.dice(follower * 4096 + i, 31), :people, 1.8) AS followee
    FROM wishes, generate_series(1, wanted * 2 + 20) AS i
  ) AS drawn
  WHERE followee <> follower
  GROUP BY follower, followee, wanted
) AS placed
WHERE place <= wanted
UNION ALL
-- The reader who follows 100 inactive users, or all of them if there are fewer.
SELECT pg_temp.reader(2), n
FROM (
  SELECT n FROM people WHERE pg_temp.is_silent(n) ORDER BY pg_temp.dice(n, 32) LIMIT 100
) AS silent;

ANALYZE followed;

DELETE FROM followed USING apart WHERE one = follower AND other = followee;

CREATE UNIQUE INDEX ON followed (follower, followee);

INSERT INTO follows (follower_id, followee_id, created_at)
SELECT r.id, e.id,
  pg_temp.time_of(pg_temp.later(:start_ms, pg_temp.dice(f.follower * 65536 + f.followee, 33), 1000))
FROM followed f
JOIN people r ON r.n = f.follower
JOIN people e ON e.n = f.followee;

-- Followers of a private account have an approved request.
INSERT INTO follow_requests (id, requester_id, target_id, status, created_at, decided_at)
SELECT pg_temp.id_of(asked.ms, 'request', f.follower * 65536 + f.followee), r.id, e.id, 'approved',
  pg_temp.time_of(asked.ms), pg_temp.time_of(asked.ms + 60000)
FROM followed f
JOIN people r ON r.n = f.follower
JOIN people e ON e.n = f.followee AND e.is_private,
  LATERAL (
    SELECT pg_temp.later(:start_ms, pg_temp.dice(f.follower * 65536 + f.followee, 33), 1000) - 60000 AS ms
  ) AS asked;

-- Each private account has three pending requests.
INSERT INTO follow_requests (id, requester_id, target_id, status, created_at)
SELECT DISTINCT ON (r.n, e.n)
  pg_temp.id_of(:now_ms - i * 3600000, 'pending', r.n * 65536 + e.n), r.id, e.id,
  'pending'::follow_request_status, pg_temp.time_of(:now_ms - i * 3600000)
FROM people e
CROSS JOIN generate_series(1, 3) AS i
JOIN people r ON r.n = pg_temp.rank(pg_temp.dice(e.n * 4 + i, 34), :people, 1)
WHERE e.is_private AND r.n <> e.n
  AND NOT EXISTS (SELECT FROM followed f WHERE f.follower = r.n AND f.followee = e.n)
  AND NOT EXISTS (SELECT FROM apart WHERE one = r.n AND other = e.n)
ORDER BY r.n, e.n, i;
