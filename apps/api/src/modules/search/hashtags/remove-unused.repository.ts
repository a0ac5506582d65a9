import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

const batchSize = 1000;

/**
 * Deletes hashtags without threads, such as those that an edit has removed. Users who follow one are not
 * affected, because they follow its text. Skips locked hashtags, which may be used again.
 */
export async function removeUnusedHashtags(database: Database): Promise<void> {
  let deleted: number;
  do {
    deleted = await database.execute(sql`
      DELETE FROM hashtags WHERE id = ANY (ARRAY(
        SELECT id FROM hashtags tag
        WHERE threads_count = 0 AND NOT EXISTS (SELECT FROM thread_hashtags WHERE hashtag_id = tag.id)
        LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`);
  } while (deleted === batchSize);
}
