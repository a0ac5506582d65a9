import type { TrendingHashtag } from '@skein/contracts/search';
import { exists } from '@skein/db';
import type { Database } from '@skein/db';
import { visibleUses } from '../hashtags/suggestions.queries.ts';

/**
 * The trends as they were found last, without the tags of which the viewer may see no thread: an
 * account may have become private since.
 */
export function listTrendingHashtags(
  database: Database,
  viewerId: string,
  limit: number,
): Promise<TrendingHashtag[]> {
  return database.$queryRaw<TrendingHashtag[]>`
    SELECT shown.tag, shown.threads_count AS "threadsCount", shown.recent_count AS "recentCount"
    FROM (
      SELECT hashtags.id, trend.* FROM trending_hashtags trend JOIN hashtags USING (tag)
    ) shown
    WHERE ${exists(visibleUses(viewerId))}
    ORDER BY shown.rank LIMIT ${limit}::int`;
}
