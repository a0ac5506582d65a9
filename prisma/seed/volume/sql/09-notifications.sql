-- Notifications of replies, quotes and mentions of the last thirty days; older ones are not shown.
INSERT INTO notifications (id, recipient_id, actor_id, type, thread_id, created_at, read_at)
SELECT pg_temp.id_of(c.ms, 'notification:' || c.type, c.n), r.id, a.id, c.type::notification_type, c.id,
  pg_temp.time_of(c.ms), CASE WHEN c.ms < :now_ms - 3 * 86400000::bigint THEN pg_temp.time_of(c.ms + 3600000) END
FROM (
  SELECT t.n, t.ms, t.id, t.author, 'reply' AS type, p.author AS recipient
  FROM planned_threads t JOIN planned_threads p ON p.n = t.parent
  UNION ALL
  SELECT t.n, t.ms, t.id, t.author, 'quote', q.author
  FROM planned_threads t JOIN planned_threads q ON q.n = t.quoted
  UNION ALL
  SELECT t.n, t.ms, t.id, t.author, 'mention', user_number
  FROM planned_threads t JOIN planned_texts x USING (n) CROSS JOIN LATERAL unnest(x.mentioned) AS user_number
) AS c
JOIN users_by_number r ON r.n = c.recipient
JOIN users_by_number a ON a.n = c.author
WHERE c.ms > :now_ms - 30 * 86400000::bigint AND c.recipient <> c.author
  AND NOT pg_temp.is_private(c.author);
