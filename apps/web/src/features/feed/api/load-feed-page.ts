import type { ThreadPage, listFeed } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import type { FeedKind } from '../../threads/cache/thread-keys.ts';
import { firstPageRequest } from './first-page-request.ts';

/** A page of a feed, the newest without a cursor. */
export function fetchFeedPage(
  feed: FeedKind,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ThreadPage> {
  const first = firstPageRequest(feed);
  const query = cursor === null ? first.query : { ...first.query, cursor };
  return request<typeof listFeed>({ ...first, query, signal });
}
