import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

const batchSize = 500;

/** The hashtags of a user's threads. */
export async function listOwnHashtags(database: Database, userId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    SELECT DISTINCT link.hashtag_id AS id
    FROM threads JOIN thread_hashtags link ON link.thread_id = threads.id
    WHERE threads.author_id = ${userId}::uuid`);
  return rows.map(({ id }) => id);
}

/** Deletes the hashtags that no thread uses, in the lock order of hashtags. */
export async function removeUnusedHashtags(
  database: Database,
  hashtagIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < hashtagIds.length; start += batchSize) {
    const batch = hashtagIds.slice(start, start + batchSize);
    await database.execute(sql`
      DELETE FROM hashtags WHERE threads_count = 0 AND id IN (
        SELECT tag.id FROM hashtags tag
        WHERE tag.id = ANY (${batch}::uuid[]) AND tag.threads_count = 0
          AND NOT EXISTS (SELECT FROM thread_hashtags WHERE hashtag_id = tag.id)
        ORDER BY tag.tag COLLATE "C" FOR UPDATE)`);
  }
}
