import type { Database } from '@skein/db';
import type { Viewer } from '../../../platform/viewer.ts';
import type { TimelineQuery } from '../../feed/index.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { ProtectionModule } from '../../protection/index.ts';
import type { ThreadsModule } from '../../threads/index.ts';
import { listTrendingThreads, listTrends } from './list-trends.ts';
import { refreshTrends } from './refresh-trends.repository.ts';
import { createTrendsRefresher } from './trends-refresher.ts';

export type TrendingModule = ReturnType<typeof createTrendingModule>;

interface Dependencies {
  database: Database;
  siteSettings: CurrentSiteSettings;
  protection: Pick<ProtectionModule, 'rules'>;
  threads: Pick<ThreadsModule, 'list'>;
}

/** Trending hashtags and threads, which are computed by a background job and before they are read. */
export function createTrendingModule({
  database,
  siteSettings,
  protection,
  threads,
}: Dependencies) {
  const listExcluded = () => protection.rules.current().excludedHashtags;
  const { refresh, refreshBeforeRead } = createTrendsRefresher(() =>
    refreshTrends(database, {
      excluded: listExcluded(),
      listsRemote: siteSettings.current().listsRemoteThreads,
    }),
  );
  const deps = { database, siteSettings, threads, listExcluded, refreshBeforeRead };
  return {
    listHashtags: (viewer: Viewer, limit: number) => listTrends(deps, viewer, limit),
    listThreads: (viewer: Viewer, query: TimelineQuery) => listTrendingThreads(deps, viewer, query),
    /** A background job. Does nothing while another server runs it. */
    refresh,
  };
}
