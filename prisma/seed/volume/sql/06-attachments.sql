-- One thread in five has pictures, one reply in twenty; up to four each.
INSERT INTO media (
  id, owner_id, thread_id, position, type, storage_key, file_name, mime_type, bytes, width, height,
  blurhash, alt_text, variants, created_at
)
SELECT pg_temp.id_of(t.ms, 'media', t.n * 8 + i), p.id, t.id, i - 1, 'image',
  md5('storage:' || t.n * 8 + i || ':' || :seed::text), 'original.webp', 'image/webp',
  100000 + pg_temp.rank(pg_temp.dice(t.n * 8 + i, 70), 900000, 2), 1600, 1200,
  'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
  CASE WHEN pg_temp.dice(t.n * 8 + i, 71) < 0.4 THEN 'A picture of the day' END,
  (SELECT jsonb_agg(jsonb_build_object(
    'fileName', side || '.webp', 'mimeType', 'image/webp', 'width', side, 'height', side * 3 / 4
  )) FROM unnest(ARRAY[320, 640, 1280]) AS side),
  pg_temp.time_of(t.ms)
FROM planned_threads t
JOIN users_by_number p ON p.n = t.author
CROSS JOIN LATERAL generate_series(1, CASE
  WHEN pg_temp.dice(t.n, 72) > CASE WHEN t.parent IS NULL THEN 0.2 ELSE 0.05 END THEN 0
  ELSE 1 + pg_temp.rank(pg_temp.dice(t.n, 73), 4, 3)
END) AS i;

-- One root in a hundred has a poll.
CREATE TEMP TABLE planned_polls ON COMMIT DROP AS
SELECT n, ms, id AS thread_id, pg_temp.id_of(ms, 'poll', n) AS id,
  2 + pg_temp.rank(pg_temp.dice(n, 80), 3, 1) AS options_count,
  least(ms + 86400000 * (1 + pg_temp.rank(pg_temp.dice(n, 81), 7, 1)), ms + 604800000) AS end_ms
FROM planned_threads
WHERE parent IS NULL AND quoted IS NULL AND NOT pg_temp.is_private(author)
  AND pg_temp.dice(n, 82) < 0.01;

CREATE TEMP TABLE voted ON COMMIT DROP AS
SELECT a.n, p.id AS user_id,
  pg_temp.rank(pg_temp.dice(a.n * 512 + user_number, 83), a.options_count, 1.3) AS position,
  pg_temp.time_of(least(pg_temp.later(a.ms, pg_temp.dice(a.n * 512 + user_number, 84), 20), a.end_ms)) AS at
FROM planned_polls a
CROSS JOIN LATERAL (
  SELECT DISTINCT pg_temp.rank(pg_temp.dice(a.n * 512 + i, 85), :users, 1) AS user_number
  FROM generate_series(1, pg_temp.tail(pg_temp.dice(a.n, 86), 4, 0.7, 300)) AS i
) AS voters
JOIN users_by_number p ON p.n = user_number;

ANALYZE voted;

INSERT INTO polls (id, thread_id, question, expires_at, announced_at, voters_count)
SELECT a.id, a.thread_id, 'Which one?', pg_temp.time_of(a.end_ms),
  CASE WHEN a.end_ms < :now_ms THEN pg_temp.time_of(a.end_ms) END, coalesce(v.voters, 0)
FROM planned_polls a
LEFT JOIN (SELECT n, count(*) AS voters FROM voted GROUP BY n) AS v USING (n);

INSERT INTO poll_options (id, poll_id, position, text, votes_count)
SELECT pg_temp.id_of(a.ms, 'option', a.n * 8 + i), a.id, i, 'Choice ' || i + 1, coalesce(v.votes, 0)
FROM planned_polls a
CROSS JOIN LATERAL generate_series(0, a.options_count - 1) AS i
LEFT JOIN (SELECT n, position, count(*) AS votes FROM voted GROUP BY n, position) AS v
  ON v.n = a.n AND v.position = i;

INSERT INTO poll_ballots (poll_id, user_id, created_at)
SELECT a.id, v.user_id, v.at FROM voted v JOIN planned_polls a USING (n);

INSERT INTO poll_votes (poll_id, user_id, option_id)
SELECT a.id, v.user_id, pg_temp.id_of(a.ms, 'option', a.n * 8 + v.position)
FROM voted v JOIN planned_polls a USING (n);

CREATE FUNCTION pg_temp.cards_count(threads bigint) RETURNS bigint IMMUTABLE
RETURN greatest(2000, threads / 100);

CREATE FUNCTION pg_temp.card_id(n bigint) RETURNS uuid IMMUTABLE
RETURN md5('card:' || n || ':' || :seed::text)::uuid;

INSERT INTO link_cards (
  id, url, title, description, image_key, image_width, image_height, image_blurhash,
  requested_at, expires_at
)
SELECT pg_temp.card_id(n), 'https://example.org/articles/' || n, 'The article with the number ' || n,
  'What one reads in it, in a sentence or two that the site has written about itself.',
  md5('card image:' || n || ':' || :seed::text), 640, 336, 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
  pg_temp.time_of(:now_ms), pg_temp.time_of(:now_ms + 604800000)
FROM generate_series(0::bigint, pg_temp.cards_count(:threads) - 1) AS n;
