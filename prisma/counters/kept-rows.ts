/** Rows that follow from others: what is wrong with them, and what sets it right. */
export interface KeptRows {
  name: string;
  /** Gives a row for each that is missing or should not be there. */
  find: string;
  /** Statements that remove the wrong ones and add the missing ones. */
  mend: readonly string[];
  tables: readonly string[];
}

/** The threads that stand in feeds by themselves. */
const inFeeds = `t.type <> 'reply' AND t.deleted_at IS NULL AND t.author_id IS NOT NULL`;

export const keptRows: readonly KeptRows[] = [
  {
    name: 'thread_hashtags',
    find: `
      SELECT c.id FROM threads c
      WHERE (SELECT count(*) FROM thread_hashtags l JOIN hashtags h ON h.id = l.hashtag_id
             WHERE l.thread_id = c.id AND h.tag = ANY (c.hashtags)) <> cardinality(c.hashtags)
        OR (SELECT count(*) FROM thread_hashtags l WHERE l.thread_id = c.id) <> cardinality(c.hashtags)`,
    mend: [
      `DELETE FROM thread_hashtags l USING hashtags h, threads c
       WHERE h.id = l.hashtag_id AND c.id = l.thread_id AND h.tag <> ALL (c.hashtags)`,
      `INSERT INTO hashtags (id, tag)
       SELECT gen_random_uuid(), tag FROM (SELECT DISTINCT unnest(hashtags) AS tag FROM threads) AS used
       ON CONFLICT DO NOTHING`,
      `INSERT INTO thread_hashtags (thread_id, hashtag_id)
       SELECT c.id, h.id FROM threads c JOIN hashtags h ON h.tag = ANY (c.hashtags)
       ON CONFLICT DO NOTHING`,
    ],
    tables: ['threads', 'hashtags', 'thread_hashtags'],
  },
  {
    name: 'feed_entries of threads',
    find: `
      SELECT t.id FROM threads t
      WHERE (${inFeeds}) <> EXISTS (
        SELECT FROM feed_entries e WHERE e.key = t.id AND e.thread_id = t.id AND e.actor_id = t.author_id
      )`,
    mend: [
      `DELETE FROM feed_entries e WHERE e.key = e.thread_id AND NOT EXISTS (
         SELECT FROM threads t WHERE t.id = e.key AND t.author_id = e.actor_id AND ${inFeeds}
       )`,
      `INSERT INTO feed_entries (key, actor_id, thread_id)
       SELECT t.id, t.author_id, t.id FROM threads t WHERE ${inFeeds}
       ON CONFLICT DO NOTHING`,
    ],
    tables: ['threads', 'feed_entries'],
  },
  {
    name: 'feed_entries of reposts',
    find: `
      SELECT FROM feed_entries e
      FULL JOIN reposts r ON e.key = r.id AND e.actor_id = r.user_id AND e.thread_id = r.thread_id
      WHERE e.key IS NULL OR (r.id IS NULL AND e.key <> e.thread_id)`,
    mend: [
      `DELETE FROM feed_entries e WHERE e.key <> e.thread_id AND NOT EXISTS (
         SELECT FROM reposts r
         WHERE r.id = e.key AND r.user_id = e.actor_id AND r.thread_id = e.thread_id
       )`,
      `INSERT INTO feed_entries (key, actor_id, thread_id)
       SELECT r.id, r.user_id, r.thread_id FROM reposts r
       ON CONFLICT DO NOTHING`,
    ],
    tables: ['reposts', 'feed_entries'],
  },
];
