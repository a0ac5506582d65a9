import type { ThreadPage } from '@skein/contracts/threads';
import type { Viewer } from '../../shared/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { listFeed } from './list-feed.ts';
import type { FeedQuery } from './list-feed.ts';

export { feedRoutes } from './feed.routes.ts';

export type FeedModule = ReturnType<typeof createFeedModule>;

export function createFeedModule({ threads }: { threads: Pick<ThreadsModule, 'list'> }) {
  return {
    list: (viewer: Viewer, query: FeedQuery): Promise<ThreadPage> =>
      listFeed(threads, viewer, query),
  };
}
