import { feedPageSize } from '@skein/contracts/limits';
import type { FeedKind } from '../threads/cache/thread-keys.ts';

/** The input of the request for a feed's newest page, which starts before the app's code is loaded. */
export function firstPageOptions(feed: FeedKind) {
  return { query: { feed, size: feedPageSize } };
}
