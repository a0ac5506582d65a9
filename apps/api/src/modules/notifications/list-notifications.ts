import type { Page } from '@skein/contracts/http';
import type { Notification, NotificationsTab } from '@skein/contracts/notifications';
import { invalidCursor } from '../../platform/cursor.ts';
import { highestId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { hydrateGroups } from './hydrate-groups.ts';
import type { HydratingDependencies } from './hydrate-groups.ts';
import { listGroups } from './list-groups.ts';
import { decodeNotificationsCursor, encodeNotificationsCursor } from './notifications-cursor.ts';
import type { NotificationsPlace } from './notifications-cursor.ts';

export interface NotificationsQuery {
  tab: NotificationsTab;
  page: number;
  size: number;
  cursor?: string | undefined;
}

/** @throws ValidationError for a cursor that is none of this tab's */
export async function listNotifications(
  dependencies: HydratingDependencies,
  viewer: Viewer,
  { tab, page, size, cursor }: NotificationsQuery,
): Promise<Page<Notification>> {
  const start = cursor === undefined ? topOf(tab) : placeOf(tab, cursor);
  const skip = cursor === undefined ? page * size : 0;
  // One more than the page tells whether it is the last.
  const wanted = skip + size + 1;
  const { groups, cutAt } = await listGroups(dependencies.database, viewer.userId, start, wanted);
  const listed = groups.slice(skip, skip + size);
  const isFull = groups.length === wanted;
  const below = isFull ? listed.at(-1)?.id : cutAt;
  const last = !isFull && cutAt === null;
  const began = start.began === highestId ? (groups[0]?.id ?? highestId) : start.began;
  return {
    content: await hydrateGroups(dependencies, viewer, listed),
    page: cursor === undefined ? page : null,
    size,
    last,
    nextCursor: last || !below ? null : encodeNotificationsCursor({ tab, below, began }),
  };
}

function topOf(tab: NotificationsTab): NotificationsPlace {
  return { tab, below: highestId, began: highestId };
}

function placeOf(tab: NotificationsTab, cursor: string): NotificationsPlace {
  const place = decodeNotificationsCursor(tab, cursor);
  if (place === null) throw invalidCursor();
  return place;
}
