import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { unreadMessagesQuery } from '../features/chat/api/unread-messages.queries.ts';
import { watchChats } from '../features/chat/api/watch-chats.ts';
import { watchPending } from '../features/composer/pending/watch-pending.ts';
import { subscribeToFeed } from '../features/feed/subscribe-to-feed.ts';
import { unreadNotificationsQuery } from '../features/notifications/unread-count.queries.ts';
import { watchNotifications } from '../features/notifications/watch-notifications.ts';
import { watchEngagement } from '../features/threads/cache/watch-engagement.ts';
import { showCountInTitle } from '../features/notifications/title-count.ts';
import { deleteDeviceData } from '../lib/device-data.ts';
import { startLive, stopLive, useLiveState } from '../realtime/index.ts';
import { registerOnReturn } from '../lib/service-worker.ts';
import { getAccessToken, getSessionUser, isLeavingSession } from '../lib/session/index.ts';
import { nothingUnread, unreadCounts } from '../lib/unread.ts';
import { retryFailedQueries } from './retry-failed-queries.ts';

const streamStartMs = 1000;

/** Subscribes to the event stream while a user is signed in. */
export function useBackgroundServices(): void {
  const client = useQueryClient();
  useEffect(() => {
    const watchers = [
      subscribeToFeed,
      watchEngagement,
      watchNotifications,
      watchChats,
      watchPending,
      retryFailedQueries,
    ];
    const stops = watchers.map((watch) => watch(client));
    startLive();
    return () => {
      stopLive();
      for (const stop of stops) stop();
    };
  }, [client]);
  useUnreadCounts();
  useDeviceData();
}

/** Shows the unread counts in the navigation and in the document title. */
function useUnreadCounts(): void {
  const enabled = useStreamStart();
  const { data: notifications = 0 } = useQuery({ ...unreadNotificationsQuery, enabled });
  const { data: messages = 0 } = useQuery({ ...unreadMessagesQuery, enabled });
  useEffect(() => unreadCounts.set({ notifications, messages }), [notifications, messages]);
  useEffect(() => showCountInTitle(notifications + messages), [notifications, messages]);
  useEffect(() => () => unreadCounts.set(nothingUnread), []);
}

/**
 * Whether the stream is open, or has not opened within a second. Counts that are requested earlier
 * would be requested again when it opens, because they may have changed before.
 */
function useStreamStart(): boolean {
  const state = useLiveState();
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), streamStartMs);
    return () => clearTimeout(timer);
  }, []);
  return hasWaited || state === 'open';
}

/** Registers the service worker, and deletes the user's data from this device when the session has ended. */
function useDeviceData(): void {
  useEffect(() => {
    const userId = getSessionUser()?.id ?? '';
    const token = getAccessToken();
    // The app works without it; the next visit tries again.
    registerOnReturn().catch(() => undefined);
    return () => {
      if (getSessionUser() === null && !isLeavingSession()) void deleteDeviceData(userId, token);
    };
  }, []);
}
