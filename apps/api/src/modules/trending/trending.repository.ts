import type { TrendingHashtag } from '@skein/contracts/trending';
import type { Database } from '@skein/db';

export function listTrendingHashtags(
  database: Database,
  limit: number,
): Promise<TrendingHashtag[]> {
  return database.trendingHashtag.findMany({
    select: { tag: true, threadsCount: true, recentCount: true },
    orderBy: { rank: 'asc' },
    take: limit,
  });
}
