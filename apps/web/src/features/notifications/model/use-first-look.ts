import type { Notification } from '@skein/contracts/notifications';
import { listLimitMax } from '@skein/contracts/limits';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMarkRead } from '../api/mark-read.mutation.ts';

/**
 * Marks as read what is in front of the person, and tells which of it they had not seen before:
 * that keeps its look for the whole visit.
 */
export function useFirstLook(shown: readonly Notification[]): ReadonlySet<string> {
  const [firstSeen, setFirstSeen] = useState<ReadonlySet<string>>(new Set());
  const isLookedAt = useSyncExternalStore(onVisibility, () => !document.hidden);
  const { mutate } = useMarkRead();
  const unread = shown.filter(({ isRead }) => !isRead).map(({ id }) => id);
  const added = unread.filter((id) => !firstSeen.has(id));
  if (added.length > 0) setFirstSeen(new Set([...firstSeen, ...added]));

  const unreadKey = unread.join(' ');
  useEffect(() => {
    if (!isLookedAt || unreadKey === '') return;
    const ids = unreadKey.split(' ');
    for (let from = 0; from < ids.length; from += listLimitMax) {
      mutate(ids.slice(from, from + listLimitMax));
    }
  }, [isLookedAt, unreadKey, mutate]);

  return firstSeen;
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
