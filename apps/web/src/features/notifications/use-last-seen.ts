import type { NotificationsTab } from '@skein/contracts/notifications';
import { useEffect, useState } from 'react';
import { readItem, seenNotificationsKey, writeItem } from '../../lib/storage.ts';
import { useSession } from '../../lib/session/index.ts';

/**
 * The time of the newest notification that the viewer saw at the last visit on this device. On the first visit,
 * it is the time of the newest notification, because a list that highlights everything emphasizes nothing.
 * @param newest the time of the newest notification of the tab; undefined while loading
 */
export function useLastSeen(tab: NotificationsTab, newest: string | undefined): string {
  const { user } = useSession();
  const key = seenNotificationsKey(user?.id ?? '');
  const [lastSeen, setLastSeen] = useState(() => readItem(key));
  if (lastSeen === null && newest !== undefined) setLastSeen(newest);
  useEffect(() => {
    // The other tabs show only some types.
    if (tab === 'all' && newest !== undefined) writeItem(key, newest);
  }, [key, tab, newest]);
  return lastSeen ?? newest ?? '';
}
