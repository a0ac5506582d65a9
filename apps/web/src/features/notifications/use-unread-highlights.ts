import type { Notification } from '@skein/contracts/notifications';
import { listLimitMax } from '@skein/contracts/limits';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMarkRead } from './mark-read.mutation.ts';

/**
 * Marks the shown notifications as read while the page is visible. Returns the ids that were unread,
 * which stay highlighted until the viewer leaves the page.
 */
export function useUnreadHighlights(shown: readonly Notification[]): ReadonlySet<string> {
  const [highlightedIds, setHighlightedIds] = useState<ReadonlySet<string>>(new Set());
  const isPageVisible = useSyncExternalStore(onVisibility, () => !document.hidden);
  const { mutate } = useMarkRead();
  const unread = shown.filter(({ isRead }) => !isRead).map(({ id }) => id);
  const added = unread.filter((id) => !highlightedIds.has(id));
  if (added.length > 0) setHighlightedIds(new Set([...highlightedIds, ...added]));

  const unreadKey = unread.join(' ');
  useEffect(() => {
    if (!isPageVisible || unreadKey === '') return;
    const ids = unreadKey.split(' ');
    for (let from = 0; from < ids.length; from += listLimitMax) {
      mutate(ids.slice(from, from + listLimitMax));
    }
  }, [isPageVisible, unreadKey, mutate]);

  return highlightedIds;
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
