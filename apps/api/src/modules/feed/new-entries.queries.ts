import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee, canSeeThreadsOf, isMuted } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/** Written out, not bound: the planner must know how few there are. More are not counted. */
const entriesMax = Prisma.raw('500');

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
  const reader = sql`told.reader_id`;
  const rows = await database.$queryRaw<{ userId: string; count: number }[]>`
    WITH reader AS MATERIALIZED (
      SELECT * FROM unnest(${ids}::uuid[], ${keys}::uuid[]) reader(id, after)
    ), entry AS MATERIALIZED (
      SELECT key, actor_id, thread_id FROM feed_entries
      WHERE key > (SELECT after FROM reader ORDER BY after LIMIT 1) AND key < ${upTo}::uuid
      ORDER BY key DESC LIMIT ${entriesMax}
    ), told AS MATERIALIZED (
      SELECT reader.id AS reader_id, entry.actor_id, entry.thread_id
      FROM entry CROSS JOIN LATERAL (
        -- The fence keeps it to the followers of those few, where a join would read all follows.
        SELECT follower_id FROM follows WHERE followee_id = entry.actor_id OFFSET 0
      ) follower
      JOIN reader ON reader.id = follower.follower_id AND reader.after <= entry.key
    )
    SELECT told.reader_id AS "userId", count(DISTINCT told.thread_id)::int AS count
    FROM told
      JOIN users actor ON actor.id = told.actor_id
      JOIN threads thread ON thread.id = told.thread_id
      JOIN users author ON author.id = thread.author_id
    WHERE thread.root_id IS NULL AND thread.deleted_at IS NULL AND author.id <> told.reader_id
      AND ${canSeeThreadsOf(reader, sql`actor`)} AND NOT ${isMuted(reader, sql`actor.id`)}
      AND ${canSee(reader, { thread: sql`thread`, author: sql`author` })}
      AND NOT ${isMuted(reader, sql`author.id`)}
    GROUP BY told.reader_id`;
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}
