import type { TrendingHashtag } from '@skein/contracts/search';
import type { ThreadPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Viewer } from '../../../platform/viewer.ts';
import { readTimeline } from '../../feed/index.ts';
import type { TimelineQuery } from '../../feed/index.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { ThreadsModule } from '../../threads/index.ts';
import { listTrendingHashtags, trendingTimeline } from './trending.queries.ts';
import type { TrendsRefresher } from './trends-refresher.ts';

interface Dependencies extends Pick<TrendsRefresher, 'refreshBeforeRead'> {
  database: Database;
  siteSettings: CurrentSiteSettings;
  threads: Pick<ThreadsModule, 'list'>;
  /** Hashtags that administrators have excluded. */
  listExcluded: () => readonly string[];
}

/** Empty if administrators have turned trends off, like the threads. */
export async function listTrends(
  { database, siteSettings, refreshBeforeRead, listExcluded }: Dependencies,
  viewer: Viewer,
  limit: number,
): Promise<TrendingHashtag[]> {
  if (!siteSettings.current().showsTrends) return [];
  await refreshBeforeRead();
  return listTrendingHashtags(database, viewer.userId, { limit, excluded: listExcluded() });
}

/** @throws ValidationError for a cursor of another list */
export async function listTrendingThreads(
  { siteSettings, threads, refreshBeforeRead, listExcluded }: Dependencies,
  viewer: Viewer,
  query: TimelineQuery,
): Promise<ThreadPage> {
  if (!siteSettings.current().showsTrends) {
    return { content: [], page: 0, size: query.size, last: true, nextCursor: null };
  }
  // Further pages continue with the current ranking, which changes as seldom as possible.
  if (query.cursor === undefined && query.page === 0) await refreshBeforeRead();
  return readTimeline(threads, viewer, trendingTimeline(viewer.userId, listExcluded()), query);
}
