import type { Page } from '@skein/contracts/http';
import type { Notification, NotificationsTab } from '@skein/contracts/notifications';
import { invalidCursor } from '../../platform/cursor.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { highestId, isId, offsetId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { hydrateGroups } from './hydrate-groups.ts';
import type { HydrationDependencies } from './hydrate-groups.ts';
import { listGroups } from './list-groups.ts';
import type { Filtering } from './notification-visibility.queries.ts';
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
  { below, size, filtering }: { below: string | undefined; size: number; filtering?: Filtering },
): Promise<Notification[]> {
  const position = below === undefined ? {} : { below };
  return readGroups(dependencies, viewer, position, { size, filtering });
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
      ? await readGroups(
          dependencies,
          viewer,
          { below: offsetId(id, 1), newestId: id },
          { size: 1, filtering: 'include-filtered' },
        )
      : [];
  if (found?.id !== id) throw notificationNotFound();
  return found;
}

async function readGroups(
  dependencies: HydrationDependencies,
  viewer: Viewer,
  position: Partial<NotificationsPosition>,
  { size, filtering }: { size: number; filtering?: Filtering | undefined },
): Promise<Notification[]> {
  const start = { ...topPosition('all'), ...position };
  const { database } = dependencies;
  const { groups } = await listGroups(database, viewer.userId, start, size, filtering);
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
