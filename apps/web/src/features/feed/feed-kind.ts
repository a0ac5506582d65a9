import { readItem, storageKeys } from '../../lib/storage.ts';
import type { FeedKind } from '../threads/cache/thread-keys.ts';

/** The feed that the URL's query selects, otherwise the one that was shown last on this device. */
export function readFeedKind(search: URLSearchParams): FeedKind {
  const kind = search.get('feed') ?? readItem(storageKeys.feed);
  return kind === 'following' ? 'following' : 'all';
}
