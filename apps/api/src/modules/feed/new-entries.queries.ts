import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isThreadVisible } from '../threads/index.ts';
import { isAuthorVisible, isMuted } from '../users/index.ts';

const { sql } = Prisma;

/** A reader of the Following feed, and the key of the last entry they know of. */
export interface FeedReader {
  userId: string;
  after: string;
}

/**
 * For each reader with any: how many threads those they follow have put into their Following feed
 * since. One statement for all readers, which goes by the new entries, of which there are few.
 */
export async function countNewEntries(
  database: Database,
  readers: readonly FeedReader[],
  upTo: string,
): Promise<Map<string, number>> {
  const ids = readers.map(({ userId }) => userId);
  const keys = readers.map(({ after }) => after);
  const reader = sql`reader.id`;
  const rows = await database.$queryRaw<{ userId: string; count: number }[]>`
    WITH reader AS MATERIALIZED (
      SELECT * FROM unnest(${ids}::uuid[], ${keys}::uuid[]) reader(id, after)
    ), entry AS MATERIALIZED (
      SELECT key, actor_id, thread_id FROM feed_entries
      WHERE key > (SELECT after FROM reader ORDER BY after LIMIT 1) AND key < ${upTo}::uuid
    )
    SELECT reader.id AS "userId", count(DISTINCT entry.thread_id)::int AS count
    FROM entry
      JOIN follows ON follows.followee_id = entry.actor_id
      JOIN reader ON reader.id = follows.follower_id AND reader.after <= entry.key
      JOIN users actor ON actor.id = entry.actor_id
      JOIN threads thread ON thread.id = entry.thread_id
      JOIN users author ON author.id = thread.author_id
    WHERE thread.root_id IS NULL AND thread.deleted_at IS NULL AND author.id <> reader.id
      AND ${isAuthorVisible(reader, sql`actor`)} AND NOT ${isMuted(reader, sql`actor.id`)}
      AND ${isThreadVisible(reader, { thread: sql`thread`, author: sql`author` })}
      AND NOT ${isMuted(reader, sql`author.id`)}
    GROUP BY reader.id`;
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}
