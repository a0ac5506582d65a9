import type { Page } from '@skein/contracts/http';
import type { Notification, NotificationsTab } from '@skein/contracts/notifications';
import { invalidCursor } from '../../platform/cursor.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { highestId, isId, offsetId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { hydrateGroups } from './hydrate-groups.ts';
import type { HydrationDependencies } from './hydrate-groups.ts';
import { listGroups } from './list-groups.ts';
import { decodeNotificationsCursor, encodeNotificationsCursor } from './notifications-cursor.ts';
import type { NotificationsPosition } from './notifications-cursor.ts';

export interface NotificationsQuery {
  tab: NotificationsTab;
  page: number;
  size: number;
  cursor?: string | undefined;
}

/** @throws ValidationError for an invalid cursor or one of another tab */
export async function listNotifications(
  dependencies: HydrationDependencies,
  viewer: Viewer,
  { tab, page, size, cursor }: NotificationsQuery,
): Promise<Page<Notification>> {
  const start = cursor === undefined ? topPosition(tab) : toPosition(tab, cursor);
  const skip = cursor === undefined ? page * size : 0;
  // One more than the page, to know whether it is the last.
  const count = skip + size + 1;
  const { groups, resumeBelow } = await listGroups(
    dependencies.database,
    viewer.userId,
    start,
    count,
  );
  const listed = groups.slice(skip, skip + size);
  const isFull = groups.length === count;
  const below = isFull ? listed.at(-1)?.id : resumeBelow;
  const last = !isFull && resumeBelow === null;
  const newestId = start.newestId === highestId ? (groups[0]?.id ?? highestId) : start.newestId;
  return {
    content: await hydrateGroups(dependencies, viewer, listed),
    page: cursor === undefined ? page : null,
    size,
    last,
    nextCursor: last || !below ? null : encodeNotificationsCursor({ tab, below, newestId }),
  };
}

/** Notifications below the one with this id, newest first. */
export async function listNotificationsBelow(
  dependencies: HydrationDependencies,
  viewer: Viewer,
  { below, size }: { below: string | undefined; size: number },
): Promise<Notification[]> {
  return readGroups(dependencies, viewer, below === undefined ? {} : { below }, size);
}

export function notificationNotFound(): NotFoundError {
  return new NotFoundError('error.notificationNotFound');
}

/**
 * The group whose latest notification has this id, also if later ones have joined it.
 * @throws NotFoundError
 */
export async function getNotification(
  dependencies: HydrationDependencies,
  viewer: Viewer,
  givenId: string,
): Promise<Notification> {
  const id = givenId.toLowerCase();
  const [found] =
    isId(id) && id !== highestId
      ? await readGroups(dependencies, viewer, { below: offsetId(id, 1), newestId: id }, 1)
      : [];
  if (found?.id !== id) throw notificationNotFound();
  return found;
}

async function readGroups(
  dependencies: HydrationDependencies,
  viewer: Viewer,
  position: Partial<NotificationsPosition>,
  size: number,
): Promise<Notification[]> {
  const start = { ...topPosition('all'), ...position };
  const { groups } = await listGroups(dependencies.database, viewer.userId, start, size);
  return hydrateGroups(dependencies, viewer, groups);
}

function topPosition(tab: NotificationsTab): NotificationsPosition {
  return { tab, below: highestId, newestId: highestId };
}

function toPosition(tab: NotificationsTab, cursor: string): NotificationsPosition {
  const position = decodeNotificationsCursor(tab, cursor);
  if (position === null) throw invalidCursor();
  return position;
}
