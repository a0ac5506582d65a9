import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { takeArrivedBody } from '../../api/preloaded-response.ts';
import { getAccessToken } from '../../lib/session/index.ts';
import type { ThreadList } from '../threads/cache/thread-cache.ts';
import { threadKeys } from '../threads/cache/thread-keys.ts';
import type { FeedKind } from '../threads/cache/thread-keys.ts';
import { firstPageOptions } from './first-page-request.ts';

/** Caches the preloaded feed if it has arrived, so that the first rendering contains its threads. */
export function cachePreloadedFeed(client: QueryClient, feed: FeedKind): void {
  const page = takeArrivedBody(routes.listFeed, firstPageOptions(feed), getAccessToken());
  if (page === null) return;
  client.setQueryData<ThreadList>(threadKeys.feed(feed), { pages: [page], pageParams: [null] });
}
