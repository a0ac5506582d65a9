import type { QueryClient } from '@tanstack/react-query';
import { onLive, onLiveState } from '../../../realtime/index.ts';
import { userKeys } from '../../users/api/user-keys.ts';
import { notificationKeys } from './notification-keys.ts';
import { unreadNotificationsQuery } from './unread-count.queries.ts';

/** Keeps what is known of notifications in step with the stream of events. Returns how to stop. */
export function watchNotifications(client: QueryClient): () => void {
  const lookForNew = () => void client.invalidateQueries({ queryKey: notificationKeys.heads });
  const stopEvents = onLive('notification', ({ unreadCount, notification }) => {
    client.setQueryData(unreadNotificationsQuery.queryKey, { count: unreadCount });
    lookForNew();
    if (notification?.type === 'follow_request') {
      void client.invalidateQueries({ queryKey: userKeys.requests });
    }
  });
  const stopStates = onLiveState((state) => {
    if (state !== 'open') return;
    // Something may have come while nobody listened.
    void client.invalidateQueries({ queryKey: notificationKeys.unreadCount });
    lookForNew();
  });
  return () => {
    stopEvents();
    stopStates();
  };
}
