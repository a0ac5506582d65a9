-- Conversations of 40 to 239 messages; the first has one for every ten threads, up to 100,000.
CREATE TEMP TABLE talks ON COMMIT DROP AS
SELECT c.n, a.id AS first_id, b.id AS second_id, messages_count,
  pg_temp.id_of(:start_ms, 'conversation', c.n) AS id
FROM generate_series(0::bigint, least(300, :users / 3) - 1) AS c (n)
JOIN users_by_number a ON a.n = c.n
JOIN users_by_number b ON b.n = :users - 1 - c.n,
  LATERAL (
    SELECT CASE
      WHEN c.n = 0 THEN greatest(least(100000, :threads / 10), 40)
      ELSE 40 + pg_temp.rank(pg_temp.dice(c.n, 100), 200, 2)
    END AS messages_count
  ) AS sized;

CREATE TEMP TABLE sent ON COMMIT DROP AS
SELECT t.id AS conversation_id, seq, pg_temp.id_of(ms, 'message', t.n * 1000000 + seq) AS id, ms,
  t.first_id, t.second_id,
  CASE WHEN pg_temp.dice(t.n * 1000000 + seq, 101) < 0.5 THEN t.first_id ELSE t.second_id END AS sender_id
FROM talks t
CROSS JOIN LATERAL generate_series(1, t.messages_count) AS seq
CROSS JOIN LATERAL (
  SELECT :now_ms - (t.messages_count - seq + 1) * (86400000::bigint * 60 / t.messages_count) AS ms
) AS timed;

INSERT INTO conversations (id, pair_key, last_seq, created_at, updated_at)
SELECT id, least(first_id, second_id) || ':' || greatest(first_id, second_id), messages_count,
  pg_temp.time_of(:start_ms), (SELECT pg_temp.time_of(max(ms)) FROM sent WHERE conversation_id = talks.id)
FROM talks;

INSERT INTO messages (id, conversation_id, seq, sender_id, content, created_at)
SELECT s.id, s.conversation_id, s.seq, s.sender_id, x.content, pg_temp.time_of(s.ms)
FROM sent s
JOIN planned_texts x ON x.n = s.seq % :threads;

-- Both members have read everything.
INSERT INTO conversation_members (
  conversation_id, user_id, unread_count, read_seq, last_sent_seq, last_message_at
)
SELECT s.conversation_id, member_id, 0, max(s.seq),
  coalesce(max(s.seq) FILTER (WHERE s.sender_id = member_id), 0), pg_temp.time_of(max(s.ms))
FROM sent s
CROSS JOIN LATERAL unnest(ARRAY[s.first_id, s.second_id]) AS member_id
GROUP BY 1, 2;

CREATE TEMP TABLE delivered ON COMMIT DROP AS
SELECT member_id, row_number() OVER (PARTITION BY member_id ORDER BY s.ms, s.id) AS seq, s.id, s.ms
FROM sent s
CROSS JOIN LATERAL unnest(ARRAY[s.first_id, s.second_id]) AS member_id;

INSERT INTO chat_inboxes (user_id, last_seq)
SELECT member_id, max(seq) FROM delivered GROUP BY 1;

-- Older entries are deleted after thirty days.
INSERT INTO message_deliveries (user_id, seq, message_id)
SELECT member_id, seq, id FROM delivered WHERE ms > :now_ms - 20 * 86400000::bigint;
