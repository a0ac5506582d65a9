-- The number of users that each user follows: about 100, some 1,000, never more than a quarter of all.
-- One user follows 5,000, or half of all.
CREATE TEMP TABLE follow_targets ON COMMIT DROP AS
SELECT n AS follower, CASE WHEN n = pg_temp.reader(7) THEN least(5000, :users / 2) ELSE least(
  CASE
    WHEN n IN (pg_temp.reader(0), pg_temp.reader(3)) THEN 100
    WHEN n = pg_temp.reader(1) OR n % 500 = 7 THEN 1000
    WHEN n = pg_temp.reader(2) THEN 0
    ELSE 5 + floor(-ln(1 - pg_temp.dice(n, 30)) * 95)
  END, :users / 4) END::int AS follows_count
FROM users_by_number;

-- Draws more than needed, because popular users are drawn more than once.
CREATE TEMP TABLE followed ON COMMIT DROP AS
SELECT follower, followee
FROM (
  SELECT follower, followee, follows_count, row_number() OVER (PARTITION BY follower ORDER BY min(i)) AS rank_in_list
  FROM (
    SELECT follower, follows_count, i,
      pg_temp.rank(pg_temp.dice(follower * 4096 + i, 31), :users, 1.8) AS followee
    FROM follow_targets, generate_series(1, follows_count * 2 + 20) AS i
  ) AS drawn
  WHERE followee <> follower
  GROUP BY follower, followee, follows_count
) AS ranked
WHERE rank_in_list <= follows_count
UNION ALL
-- The reader who follows 100 inactive users, or all of them if there are fewer.
SELECT pg_temp.reader(2), n
FROM (
  SELECT n FROM users_by_number WHERE pg_temp.is_silent(n) ORDER BY pg_temp.dice(n, 32) LIMIT 100
) AS silent;

ANALYZE followed;

DELETE FROM followed USING blocked_pairs WHERE one = follower AND other = followee;

CREATE UNIQUE INDEX ON followed (follower, followee);

-- Up to 100,000 users follow the most popular one.
INSERT INTO followed (follower, followee)
SELECT n, 0 FROM users_by_number
WHERE n BETWEEN 1 AND 100000 AND n NOT BETWEEN pg_temp.reader(0) AND pg_temp.reader(3)
  AND NOT EXISTS (SELECT FROM blocked_pairs WHERE one = n AND other = 0)
ON CONFLICT DO NOTHING;

INSERT INTO follows (follower_id, followee_id, created_at)
SELECT r.id, e.id,
  pg_temp.time_of(pg_temp.later(:start_ms, pg_temp.dice(f.follower * 65536 + f.followee, 33), 1000))
FROM followed f
JOIN users_by_number r ON r.n = f.follower
JOIN users_by_number e ON e.n = f.followee;

-- Followers of a private account have an approved request.
INSERT INTO follow_requests (id, requester_id, target_id, status, created_at, decided_at)
SELECT pg_temp.id_of(requested.ms, 'request', f.follower * 65536 + f.followee), r.id, e.id, 'approved',
  pg_temp.time_of(requested.ms), pg_temp.time_of(requested.ms + 60000)
FROM followed f
JOIN users_by_number r ON r.n = f.follower
JOIN users_by_number e ON e.n = f.followee AND e.is_private,
  LATERAL (
    SELECT pg_temp.later(:start_ms, pg_temp.dice(f.follower * 65536 + f.followee, 33), 1000) - 60000 AS ms
  ) AS requested;

-- Each private account has three pending requests.
INSERT INTO follow_requests (id, requester_id, target_id, status, created_at)
SELECT DISTINCT ON (r.n, e.n)
  pg_temp.id_of(:now_ms - i * 3600000, 'pending', r.n * 65536 + e.n), r.id, e.id,
  'pending'::follow_request_status, pg_temp.time_of(:now_ms - i * 3600000)
FROM users_by_number e
CROSS JOIN generate_series(1, 3) AS i
JOIN users_by_number r ON r.n = pg_temp.rank(pg_temp.dice(e.n * 4 + i, 34), :users, 1)
WHERE e.is_private AND r.n <> e.n
  AND NOT EXISTS (SELECT FROM followed f WHERE f.follower = r.n AND f.followee = e.n)
  AND NOT EXISTS (SELECT FROM blocked_pairs WHERE one = r.n AND other = e.n)
ORDER BY r.n, e.n, i;
