CREATE TEMP TABLE tagged ON COMMIT DROP AS
SELECT t.id AS thread_id, t.ms, t.author, tag
FROM planned_threads t
JOIN planned_texts x USING (n)
CROSS JOIN LATERAL unnest(x.tags) AS tag;

ANALYZE tagged;

INSERT INTO hashtags (id, tag, threads_count, created_at)
SELECT pg_temp.id_of(min(ms), 'tag:' || tag, 0), tag, count(*), pg_temp.time_of(min(ms))
FROM tagged
GROUP BY tag;

INSERT INTO thread_hashtags (hashtag_id, thread_id, is_listed)
SELECT h.id, t.thread_id, NOT pg_temp.is_private(t.author) FROM tagged t JOIN hashtags h USING (tag);

INSERT INTO thread_mentions (thread_id, user_id)
SELECT t.id, p.id
FROM planned_threads t
JOIN planned_texts x USING (n)
CROSS JOIN LATERAL unnest(x.mentioned) AS user_number
JOIN users_by_number p ON p.n = user_number;
