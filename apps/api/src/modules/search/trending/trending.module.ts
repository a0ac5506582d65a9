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
import { createTrendsRefresher } from './trends-refresher.ts';

export type TrendingModule = ReturnType<typeof createTrendingModule>;

interface Dependencies {
  database: Database;
  siteSettings: CurrentSiteSettings;
  protection: Pick<ProtectionModule, 'rules'>;
  threads: Pick<ThreadsModule, 'list'>;
}

/** Trending hashtags and threads, which are computed by a background job and before they are read. */
export function createTrendingModule(dependencies: Dependencies) {
  const { database, siteSettings, protection, threads } = dependencies;
  const listExcluded = () => protection.rules.current().excludedHashtags;
  const { refresh, refreshBeforeRead } = createTrendsRefresher(() =>
    refreshTrends(database, listExcluded()),
  );
  return {
    /** Empty if administrators have turned trends off, like the threads. */
    async listHashtags(viewer: Viewer, limit: number): Promise<TrendingHashtag[]> {
      if (!siteSettings.current().showsTrends) return [];
      await refreshBeforeRead();
      return listTrendingHashtags(database, viewer.userId, { limit, excluded: listExcluded() });
    },

    /** @throws ValidationError for a cursor of another list */
    async listThreads(viewer: Viewer, query: TimelineQuery): Promise<ThreadPage> {
      if (!siteSettings.current().showsTrends) {
        return { content: [], page: 0, size: query.size, last: true, nextCursor: null };
      }
      // Further pages continue with the current ranking, which changes as seldom as possible.
      if (query.cursor === undefined && query.page === 0) await refreshBeforeRead();
      return readTimeline(threads, viewer, trendingTimeline(viewer.userId, listExcluded()), query);
    },

    /** A background job. Does nothing while another server runs it. */
    refresh,
  };
}
