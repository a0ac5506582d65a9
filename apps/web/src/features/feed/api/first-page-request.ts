import { feedPageSize } from '@skein/contracts/limits';
import type { listFeed } from '@skein/contracts/threads';
import type { RequestOptions } from '../../../api/route-types.ts';
import type { FeedKind } from '../../threads/cache/thread-keys.ts';

/** The request for a feed's newest page. The boot script sends the same request in advance. */
export function firstPageRequest(feed: FeedKind) {
  return {
    method: 'GET',
    path: '/threads',
    query: { feed, size: feedPageSize },
  } as const satisfies RequestOptions<typeof listFeed>;
}
