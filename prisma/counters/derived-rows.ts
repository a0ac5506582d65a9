import { inRange } from './check.ts';
import type { Check } from './check.ts';
import { searchDocuments, lockAuthors } from './search-documents.ts';

const threads = { table: 'threads', column: 'id' };

/** Threads that have a feed entry. */
const inFeeds = `t.type <> 'reply' AND t.deleted_at IS NULL AND t.author_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM remote_objects WHERE thread_id = t.id AND NOT has_entry)`;

/** Rows derived from other rows. */
export const derivedRows: readonly Check[] = [
  {
    name: 'thread_hashtags',
    scanned: threads,
    find: `
      SELECT c.id AS key FROM threads c LEFT JOIN (
        SELECT l.thread_id AS id, array_agg(h.tag) AS tags
        FROM thread_hashtags l JOIN hashtags h ON h.id = l.hashtag_id
        WHERE ${inRange('l.thread_id')} GROUP BY 1
      ) linked ON linked.id = c.id
      WHERE ${inRange('c.id')} AND (
        coalesce(cardinality(linked.tags), 0) <> cardinality(c.hashtags)
        OR NOT c.hashtags <@ coalesce(linked.tags, '{}'))`,
    lockedBefore: [lockAuthors],
    locked: threads,
    repair: [
      `DELETE FROM thread_hashtags l USING hashtags h, threads c
       WHERE l.thread_id = ANY ($1::uuid[]) AND h.id = l.hashtag_id AND c.id = l.thread_id
         AND h.tag <> ALL (c.hashtags)`,
      `INSERT INTO hashtags (id, tag)
       SELECT gen_random_uuid(), tag FROM (
         SELECT DISTINCT unnest(hashtags) AS tag FROM threads WHERE id = ANY ($1::uuid[])) AS used
       ORDER BY tag COLLATE "C"
       ON CONFLICT DO NOTHING`,
      `INSERT INTO thread_hashtags (thread_id, hashtag_id, is_listed)
       SELECT c.id, h.id, a.thread_listing IS DISTINCT FROM 'unlisted' AND c.audience = 'public'
       FROM threads c JOIN hashtags h ON h.tag = ANY (c.hashtags)
         LEFT JOIN users a ON a.id = c.author_id
       WHERE c.id = ANY ($1::uuid[])
       ON CONFLICT DO NOTHING`,
    ],
  },
  {
    name: 'feed_entries of threads',
    scanned: threads,
    find: `
      SELECT t.id AS key FROM threads t LEFT JOIN (
        SELECT key, actor_id FROM feed_entries WHERE ${inRange('key')} AND key = thread_id
      ) e ON e.key = t.id AND e.actor_id = t.author_id
      WHERE ${inRange('t.id')} AND (${inFeeds}) <> (e.key IS NOT NULL)`,
    lockedBefore: [lockAuthors],
    locked: threads,
    repair: [
      `DELETE FROM feed_entries e WHERE e.key = ANY ($1::uuid[]) AND e.key = e.thread_id
         AND NOT EXISTS (
           SELECT FROM threads t WHERE t.id = e.key AND t.author_id = e.actor_id AND ${inFeeds})`,
      `INSERT INTO feed_entries (key, actor_id, thread_id, is_listed)
       SELECT t.id, t.author_id, t.id, a.thread_listing <> 'unlisted' AND t.audience = 'public'
         AND a.domain IS NULL
       FROM threads t JOIN users a ON a.id = t.author_id WHERE t.id = ANY ($1::uuid[]) AND ${inFeeds}
       ON CONFLICT DO NOTHING`,
    ],
  },
  ...searchDocuments,
  {
    name: 'feed_entries of reposts',
    scanned: { table: 'feed_entries', column: 'key' },
    find: `
      SELECT coalesce(e.thread_id, r.thread_id) AS key
      FROM (SELECT * FROM feed_entries WHERE ${inRange('key')} AND key <> thread_id) e
        FULL JOIN (SELECT * FROM reposts WHERE ${inRange('id')}) r
          ON e.key = r.id AND e.actor_id = r.user_id AND e.thread_id = r.thread_id
      WHERE e.key IS NULL OR r.id IS NULL`,
    locked: threads,
    repair: [
      `DELETE FROM feed_entries e WHERE e.thread_id = ANY ($1::uuid[]) AND e.key <> e.thread_id
         AND NOT EXISTS (
           SELECT FROM reposts r
           WHERE r.id = e.key AND r.user_id = e.actor_id AND r.thread_id = e.thread_id)`,
      `INSERT INTO feed_entries (key, actor_id, thread_id)
       SELECT r.id, r.user_id, r.thread_id FROM reposts r WHERE r.thread_id = ANY ($1::uuid[])
       ON CONFLICT DO NOTHING`,
    ],
  },
];
