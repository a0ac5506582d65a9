import type { TrendingHashtag } from '@skein/contracts/search';
import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee, isMuted } from '../../../domain/visibility.queries.ts';
import type { Timeline } from '../../feed/index.ts';
import { hasExcludedHashtag } from './excluded-hashtags.queries.ts';
import { visibleUses } from '../hashtags/suggestions.queries.ts';

const { sql } = Prisma;

/**
 * The trending threads that the viewer may see. A position is a rank.
 * @param excluded Hashtags that administrators have excluded since the last refresh.
 */
export function trendingTimeline(viewerId: string, excluded: readonly string[]): Timeline<number> {
  return {
    name: 'trending',
    top: 0,
    parseKey: (key) => (/^\d{1,6}$/.test(key) ? Number(key) : null),
    select: ({ below, skip, take }) => sql`
      SELECT trend.thread_id, trend.rank AS position, trend.rank AS key, NULL::uuid AS reposter_id
      FROM trending_threads trend JOIN threads thread ON thread.id = trend.thread_id
        JOIN users author ON author.id = thread.author_id
      WHERE trend.rank > ${below}::int AND thread.deleted_at IS NULL
        AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}
        AND NOT ${isMuted(viewerId, sql`author.id`)}
        AND NOT ${hasExcludedHashtag(sql`thread.id`, excluded)}
      ORDER BY trend.rank OFFSET ${skip}::int LIMIT ${take}::int`,
  };
}

/**
 * The trending hashtags with at least one thread that the viewer may see: accounts may have become
 * private since the last refresh.
 */
export function listTrendingHashtags(
  database: Database,
  viewerId: string,
  { limit, excluded }: { limit: number; excluded: readonly string[] },
): Promise<TrendingHashtag[]> {
  return database.query<TrendingHashtag>(sql`
    SELECT hashtag.tag, hashtag.threads_count AS "threadsCount", hashtag.recent_count AS "recentCount"
    FROM (
      SELECT hashtags.id, trend.* FROM trending_hashtags trend JOIN hashtags USING (tag)
    ) hashtag
    WHERE hashtag.tag <> ALL (${[...excluded]}) AND ${exists(visibleUses(viewerId))}
    ORDER BY hashtag.rank LIMIT ${limit}::int`);
}
