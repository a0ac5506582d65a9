import type { RouteResponse } from '@skein/contracts/http';
import type { Notification, listNotifications } from '@skein/contracts/notifications';
import { aListedUser } from './users.ts';
import { anId, aThread } from './threads.ts';

/** An unread like of one of the viewer's threads. */
export function aNotification(fields: Partial<Notification> = {}): Notification {
  const actors = fields.actors ?? [aListedUser()];
  return {
    id: anId(),
    type: 'like',
    actors,
    actorsCount: actors.length,
    thread: aThread(),
    followRequest: null,
    moves: [],
    createdAt: '2026-11-20T10:00:00.000Z',
    isRead: false,
    ...fields,
  };
}

/** A pending request to follow the viewer. */
export function aFollowRequestNotification(name: string): Notification {
  return aNotification({
    type: 'follow_request',
    actors: [aListedUser({ name })],
    thread: null,
    followRequest: { id: anId(), status: 'pending' },
  });
}

export function aNotificationPage(
  content: Notification[],
  nextCursor: string | null = null,
): RouteResponse<typeof listNotifications> {
  return { content, page: null, size: 30, last: nextCursor === null, nextCursor };
}
