import type { ThreadPage } from '@skein/contracts/threads';
import type { TrendingHashtag } from '@skein/contracts/search';
import type { Database } from '@skein/db';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { ProtectionModule } from '../../protection/index.ts';
import type { ThreadsModule } from '../../threads/index.ts';
import { readTimeline } from '../../feed/index.ts';
import type { TimelineQuery } from '../../feed/index.ts';
import { refreshTrends } from './refresh-trends.repository.ts';
import { listTrendingHashtags, trendingTimeline } from './trending.queries.ts';

export type TrendingModule = ReturnType<typeof createTrendingModule>;

interface Dependencies {
  database: Database;
  siteSettings: CurrentSiteSettings;
  protection: Pick<ProtectionModule, 'rules'>;
  threads: Pick<ThreadsModule, 'list'>;
}

/** Trending hashtags and threads, which a background job computes. */
export function createTrendingModule(dependencies: Dependencies) {
  const { database, siteSettings, protection, threads } = dependencies;
  const listExcluded = () => protection.rules.current().excludedHashtags;
  return {
    /** Empty if administrators have turned trends off, like the threads. */
    listHashtags: async (viewer: Viewer, limit: number): Promise<TrendingHashtag[]> =>
      siteSettings.current().showsTrends
        ? listTrendingHashtags(database, viewer.userId, { limit, excluded: listExcluded() })
        : [],

    /** @throws ValidationError for a cursor of another list */
    listThreads: async (viewer: Viewer, query: TimelineQuery): Promise<ThreadPage> =>
      siteSettings.current().showsTrends
        ? readTimeline(threads, viewer, trendingTimeline(viewer.userId, listExcluded()), query)
        : { content: [], page: 0, size: query.size, last: true, nextCursor: null },

    /** A background job. Does nothing while another server runs it. */
    refresh: (): Promise<void> => refreshTrends(database, listExcluded()),
  };
}
