import { listFeed } from '@skein/contracts/threads';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import type { FeedModule } from './feed.module.ts';

export function feedRoutes(bind: BindRoute, feed: FeedModule): void {
  bind(listFeed, ({ viewer, query }) => feed.list(viewer, query));
}
