import { listListThreads } from '@skein/contracts/lists';
import { listFeed } from '@skein/contracts/threads';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import type { FeedModule } from './feed.module.ts';

export function feedRoutes(bind: BindRoute, feed: FeedModule): void {
  bind(listListThreads, ({ viewer, params, query }) =>
    feed.listOfList(viewer, params.listId, query),
  );
  bind(listFeed, ({ viewer, query }) => feed.list(viewer, query));
}
