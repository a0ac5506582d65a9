import type { ThreadPage } from '@skein/contracts/threads';
import type { TrendingHashtag } from '@skein/contracts/search';
import type { Database } from '@skein/db';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ThreadsModule } from '../../threads/index.ts';
import { readTimeline } from '../../feed/index.ts';
import type { TimelineQuery } from '../../feed/index.ts';
import { refreshTrends } from './refresh-trends.repository.ts';
import { listTrendingHashtags } from './trending.repository.ts';
import { trendingTimeline } from './trending.queries.ts';

export type TrendingModule = ReturnType<typeof createTrendingModule>;

interface Dependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
}

/** What people talk about. Found in the background, and only read by requests. */
export function createTrendingModule({ database, threads }: Dependencies) {
  return {
    listHashtags: (viewer: Viewer, limit: number): Promise<TrendingHashtag[]> =>
      listTrendingHashtags(database, viewer.userId, limit),

    /** @throws ValidationError for a cursor that is none of this list's */
    listThreads: (viewer: Viewer, query: TimelineQuery): Promise<ThreadPage> =>
      readTimeline(threads, viewer, trendingTimeline(viewer.userId), query),

    /** Work for the background: leaves it to whoever does it at this moment. */
    refresh: (): Promise<void> => refreshTrends(database),
  };
}
