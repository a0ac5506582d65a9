import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePageKey } from '../../lib/history-layers.tsx';
import { storageKeys, writeItem } from '../../lib/storage.ts';
import type { FeedKind } from '../threads/cache/thread-keys.ts';
import { readFeedKind } from './feed-kind.ts';

/** The feeds of the history entries whose URL does not select one. */
const shownFeeds = new Map<string, FeedKind>();

/** The feed to show, which is remembered. Going back to a history entry shows the same one again. */
export function useFeedKind(): FeedKind {
  const key = usePageKey();
  const [search] = useSearchParams();
  const isSelected = search.has('feed');
  const remembered = isSelected ? undefined : shownFeeds.get(key);
  const feed = remembered ?? readFeedKind(search);
  useEffect(() => {
    if (!isSelected) shownFeeds.set(key, feed);
    writeItem(storageKeys.feed, feed);
  }, [isSelected, key, feed]);
  return feed;
}
