import type { QueryClient } from '@tanstack/react-query';
import { onLive, onLiveState } from '../../realtime/index.ts';
import { userKeys } from '../users/user-cache.ts';
import { notificationKeys } from './notification-keys.ts';
import { unreadNotificationsQuery } from './unread-count.queries.ts';

/** Updates cached notifications from the event stream. Returns a function that stops it. */
export function watchNotifications(client: QueryClient): () => void {
  const refetchHeads = () => void client.invalidateQueries({ queryKey: notificationKeys.heads });
  const { queryKey } = unreadNotificationsQuery;
  const stopEvents = onLive('notification', ({ unreadCount, notification }) => {
    // A pending request may return an older count.
    void client
      .cancelQueries({ queryKey })
      .then(() => client.setQueryData(queryKey, { count: unreadCount }));
    refetchHeads();
    if (notification?.type === 'follow_request') {
      void client.invalidateQueries({ queryKey: userKeys.requests });
    }
    if (notification?.type === 'follow_approved') {
      for (const { username } of notification.actors) {
        void client.invalidateQueries({ queryKey: userKeys.profile(username) });
      }
    }
  });
  const stopStates = onLiveState((state) => {
    if (state !== 'open') return;
    // Notifications may have arrived while the stream was closed.
    void client.invalidateQueries({ queryKey: notificationKeys.unreadCount });
    refetchHeads();
  });
  return () => {
    stopEvents();
    stopStates();
  };
}
