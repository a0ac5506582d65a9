import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee, canSeeThreadsBy, isMuted } from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** A constant, not a parameter: PostgreSQL must know that there are few. Further entries are not counted. */
const entriesMax = Prisma.raw('500');

/** A reader of the Following feed, and the key of the newest entry that they have loaded. */
export interface FeedReader {
  userId: string;
  after: string;
}

/**
 * Counts the new threads in the Following feed of each reader. Omits zero counts. One statement serves
 * all readers; it starts from the new entries, because there are few of them.
 */
export async function countNewEntries(
  database: Database,
  readers: readonly FeedReader[],
  upTo: string,
): Promise<Map<string, number>> {
  const ids = readers.map(({ userId }) => userId);
  const keys = readers.map(({ after }) => after);
  const reader = sql`delivered.reader_id`;
  const rows = await database.query<{ userId: string; count: number }>(sql`
    WITH reader AS MATERIALIZED (
      SELECT * FROM unnest(${ids}::uuid[], ${keys}::uuid[]) reader(id, after)
    ), entry AS MATERIALIZED (
      SELECT key, actor_id, thread_id FROM feed_entries
      WHERE key > (SELECT after FROM reader ORDER BY after LIMIT 1) AND key < ${upTo}::uuid
      ORDER BY key DESC LIMIT ${entriesMax}
    ), delivered AS MATERIALIZED (
      SELECT reader.id AS reader_id, entry.actor_id, entry.thread_id
      FROM entry CROSS JOIN LATERAL (
        -- OFFSET 0 limits it to the followers of these actors; a join would read all follows.
        SELECT follower_id FROM follows WHERE followee_id = entry.actor_id OFFSET 0
      ) follower
      JOIN reader ON reader.id = follower.follower_id AND reader.after <= entry.key
      WHERE entry.key = entry.thread_id OR NOT EXISTS (SELECT FROM repost_mutes muted
        WHERE muted.muter_id = reader.id AND muted.muted_id = entry.actor_id)
      UNION ALL
      SELECT reader.id, entry.actor_id, entry.thread_id
      FROM entry JOIN thread_hashtags used ON used.thread_id = entry.thread_id
        JOIN hashtags hashtag ON hashtag.id = used.hashtag_id
        JOIN hashtag_follows followed ON followed.tag = hashtag.tag
        JOIN reader ON reader.id = followed.user_id AND reader.after <= entry.key
      WHERE entry.key = entry.thread_id AND used.is_listed
    )
    SELECT delivered.reader_id AS "userId", count(DISTINCT delivered.thread_id)::int AS count
    FROM delivered
      JOIN users actor ON actor.id = delivered.actor_id
      JOIN threads thread ON thread.id = delivered.thread_id
      JOIN users author ON author.id = thread.author_id
    WHERE thread.root_id IS NULL AND thread.deleted_at IS NULL AND author.id <> delivered.reader_id
      AND ${canSeeThreadsBy(reader, sql`actor`)} AND NOT ${isMuted(reader, sql`actor.id`)}
      AND ${canSee(reader, { thread: sql`thread`, author: sql`author` })}
      AND NOT ${isMuted(reader, sql`author.id`)}
    GROUP BY delivered.reader_id`);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}
