import type { NotificationType, NotificationsTab } from '@skein/contracts/notifications';
import { notificationTypeSchema } from '@skein/contracts/notifications';
import type { Database } from '@skein/db';
import { nextWindow, windowFor } from '../../platform/window-sizes.ts';
import type { GroupRow, WindowRow } from './groups.queries.ts';
import { selectGroups } from './groups.queries.ts';
import type { NotificationsPlace } from './notifications-cursor.ts';

export const allTypes: readonly NotificationType[] = notificationTypeSchema.options;

const typesOfTab: Record<NotificationsTab, readonly NotificationType[]> = {
  all: allTypes,
  mentions: ['mention', 'reply', 'quote'],
  requests: ['follow_request'],
};

export interface ListedGroups {
  groups: GroupRow[];
  /** The act after which to continue where so much is hidden that the search was cut short. */
  cutAt: string | null;
}

/**
 * The next groups of a tab, downwards. Mostly one statement; more where many acts stand in few groups
 * or are not shown, up to the largest window.
 */
export async function listGroups(
  database: Database,
  userId: string,
  { tab, began, ...place }: NotificationsPlace,
  count: number,
): Promise<ListedGroups> {
  const groups: GroupRow[] = [];
  let { below } = place;
  let window = windowFor(count);
  for (;;) {
    const take = count - groups.length;
    const extent = { types: typesOfTab[tab], below, began, window, take };
    const rows = await database.$queryRaw<WindowRow[]>(selectGroups(userId, extent));
    for (const row of rows) if (row.id !== null) groups.push(row);
    const [read] = rows;
    if (groups.length >= count || !read?.lowest || read.seen < window) {
      return { groups, cutAt: null };
    }
    if (nextWindow(window) === window) return { groups, cutAt: read.lowest };
    below = read.lowest;
    window = nextWindow(window);
  }
}
