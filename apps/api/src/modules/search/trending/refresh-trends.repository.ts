import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { lowestIdAt } from '../../../platform/ids.ts';
import type { TrendSources } from './excluded-hashtags.queries.ts';
import { countPublicUses, findTrendingHashtags } from './hashtag-trends.queries.ts';
import { findTrendingThreads } from './thread-trends.queries.ts';
import { dayMs } from '../../../platform/clock.ts';

const { sql } = Prisma;

const timeoutMs = 60_000;

/** Recomputes the trends. Returns false if another server does it. */
export async function refreshTrends(database: Database, sources: TrendSources): Promise<boolean> {
  return database.$transaction(
    async (tx) => {
      if (!(await lock(tx))) return false;
      // The best plan depends on the number of threads in the time range.
      await tx.execute(sql`SET LOCAL plan_cache_mode = force_custom_plan`);
      const nowMs = await readTime(tx);
      const trends = await findTrendingHashtags(tx, lowestIdAt(nowMs - 8 * dayMs), sources);
      const hashtags = [];
      // Separate statements limit the duration of each.
      for (const { id, ...trend } of trends) {
        hashtags.push({ ...trend, threadsCount: await countPublicUses(tx, id) });
      }
      const threads = await findTrendingThreads(tx, lowestIdAt(nowMs - 7 * dayMs), sources);
      await tx.trendingHashtag.deleteMany();
      await tx.trendingHashtag.createMany({
        data: hashtags.map((hashtag, index) => ({ ...hashtag, rank: index + 1 })),
      });
      await tx.trendingThread.deleteMany();
      await tx.trendingThread.createMany({
        data: threads.map(({ id }, index) => ({ rank: index + 1, threadId: id })),
      });
      return true;
    },
    { timeout: timeoutMs },
  );
}

async function lock(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ isLocked: boolean }>(sql`
    SELECT pg_try_advisory_xact_lock(hashtext('skein trends')) AS "isLocked"`);
  return row?.isLocked ?? false;
}

/** The time of the database, which also dates the threads. */
async function readTime(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ ms: number }>(sql`
    SELECT (extract(epoch FROM now()) * 1000)::float8 AS ms`);
  return row?.ms ?? 0;
}
