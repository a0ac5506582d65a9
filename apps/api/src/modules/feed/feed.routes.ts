import { listListThreads } from '@skein/contracts/lists';
import { listFeed } from '@skein/contracts/threads';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import type { Announcements } from '../instance/index.ts';
import type { FeedModule } from './feed.module.ts';
import { listHomeFeed } from './list-home-feed.ts';

interface Services {
  feed: FeedModule;
  announcements: Announcements;
}

export function feedRoutes(bind: BindRoute, services: Services): void {
  const { feed } = services;
  bind(listListThreads, ({ viewer, params, query }) =>
    feed.listOfList(viewer, params.listId, query),
  );
  bind(listFeed, ({ viewer, query, context }) =>
    listHomeFeed(services, viewer, query, context.locale),
  );
}
