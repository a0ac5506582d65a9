-- planned_users (n, username, name, bio, location) already exists.
-- All accounts are older than the first thread.
CREATE TEMP TABLE users_by_number ON COMMIT DROP AS
SELECT n, pg_temp.id_of(ms, 'user', n) AS id, ms, pg_temp.is_private(n) AS is_private,
  username, name, bio, location
FROM planned_users,
  LATERAL (SELECT :start_ms - floor(pg_temp.dice(n, 10) * 200 * 86400000)::bigint AS ms) AS joined;

CREATE UNIQUE INDEX ON users_by_number (n);
ANALYZE users_by_number;

CREATE TEMP TABLE blocked ON COMMIT DROP AS
SELECT pg_temp.reader(3) AS blocker, i * 3 + 1 AS blocked
FROM generate_series(1, 20) AS i
WHERE i * 3 + 1 < pg_temp.reader(0)
UNION
SELECT p.n, pg_temp.rank(pg_temp.dice(p.n * 8 + i, 20), :users, 1)
FROM users_by_number p, generate_series(1, 3) AS i
WHERE p.n % 50 = 1 AND p.n NOT BETWEEN pg_temp.reader(0) AND pg_temp.reader(3);

DELETE FROM blocked
WHERE blocker = blocked OR blocked BETWEEN pg_temp.reader(0) AND pg_temp.reader(3);

-- Users separated by a block, in both directions.
CREATE TEMP TABLE blocked_pairs ON COMMIT DROP AS
SELECT blocker AS one, blocked AS other FROM blocked
UNION
SELECT blocked, blocker FROM blocked;

ANALYZE blocked_pairs;

INSERT INTO blocks (blocker_id, blocked_id, created_at)
SELECT r.id, d.id,
  pg_temp.time_of(pg_temp.later(:start_ms, pg_temp.dice(b.blocker + b.blocked, 21), 500))
FROM blocked b
JOIN users_by_number r ON r.n = b.blocker
JOIN users_by_number d ON d.n = b.blocked;

INSERT INTO mutes (muter_id, muted_id, created_at)
SELECT r.id, d.id, pg_temp.time_of(pg_temp.later(:start_ms, pg_temp.dice(m.muter + m.muted, 22), 500))
FROM (
  SELECT pg_temp.reader(3) AS muter, i * 3 AS muted FROM generate_series(1, 50) AS i
  UNION
  SELECT p.n, pg_temp.rank(pg_temp.dice(p.n * 8 + i, 23), :users, 1)
  FROM users_by_number p, generate_series(1, 5) AS i
  WHERE p.n % 10 = 2 AND p.n NOT BETWEEN pg_temp.reader(0) AND pg_temp.reader(3)
) AS m
JOIN users_by_number r ON r.n = m.muter
JOIN users_by_number d ON d.n = m.muted
WHERE m.muter <> m.muted;
