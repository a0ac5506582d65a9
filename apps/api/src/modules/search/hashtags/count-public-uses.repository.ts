import { hashtagUsesMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isPublicThread } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

const countBatchSize = 50;

interface TagCount {
  id: string;
  count: number;
}

/** Counts the public threads of every tag, among its newest threads. */
export async function countPublicUses(database: Database): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const counts = await countBatch(database, after);
    const last = counts.at(-1);
    if (last === undefined) return;
    await saveCounts(database, counts);
    after = last.id;
  }
}

function countBatch(database: Database, after: string): Promise<TagCount[]> {
  return database.query<TagCount>(sql`
    SELECT tag.id, public.count::int AS count
    FROM (
      SELECT id FROM hashtags WHERE id > ${after}::uuid ORDER BY id LIMIT ${countBatchSize}::int
    ) tag CROSS JOIN LATERAL (
      SELECT count(*) AS count FROM (
        SELECT thread_id FROM thread_hashtags WHERE hashtag_id = tag.id
        ORDER BY thread_id DESC LIMIT ${hashtagUsesMax}::int
      ) use JOIN threads thread ON thread.id = use.thread_id
      WHERE ${isPublicThread(sql`thread`)}
    ) public
    ORDER BY tag.id`);
}

/** Skips locked tags, so that it cannot deadlock with other writers. The next run updates them. */
async function saveCounts(database: Database, counts: readonly TagCount[]): Promise<void> {
  await database.execute(sql`
    UPDATE hashtags SET public_threads_count = counted.count
    FROM unnest(${counts.map(({ id }) => id)}::uuid[], ${counts.map(({ count }) => count)}::int[])
      AS counted (id, count)
    WHERE hashtags.id IN (
      SELECT tag.id FROM hashtags tag
      WHERE tag.id = ANY (${counts.map(({ id }) => id)}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED
    ) AND hashtags.id = counted.id AND hashtags.public_threads_count <> counted.count`);
}
