import type { NotificationType, NotificationsTab } from '@skein/contracts/notifications';
import { notificationTypeSchema } from '@skein/contracts/notifications';
import type { Database } from '@skein/db';
import { nextWindow, windowFor } from '../../platform/window-sizes.ts';
import type { GroupRow } from './groups.queries.ts';
import { findGroups } from './groups.queries.ts';
import type { Filtering } from './notification-visibility.queries.ts';
import type { NotificationsPosition } from './notifications-cursor.ts';

export const allTypes: readonly NotificationType[] = notificationTypeSchema.options;

// A page of 10 or 50 sorts only slightly more rows than it has.
const windows = [20, 40, 60, 120, 480, 2000, 10_200];

const typesOfTab: Record<NotificationsTab, readonly NotificationType[]> = {
  all: allTypes,
  mentions: ['mention', 'reply', 'quote'],
  requests: ['follow_request'],
};

export interface ListedGroups {
  groups: GroupRow[];
  /** Where to continue when too many hidden notifications ended the search early. */
  resumeBelow: string | null;
}

/**
 * The next groups of a tab, newest first. Usually one statement; more, up to the largest window,
 * when many notifications belong to few groups or are hidden.
 */
export async function listGroups(
  database: Database,
  userId: string,
  { tab, newestId, ...position }: NotificationsPosition,
  count: number,
  filtering?: Filtering,
): Promise<ListedGroups> {
  const groups: GroupRow[] = [];
  let { below } = position;
  let window = windowFor(count, windows);
  for (;;) {
    const take = count - groups.length;
    const range = { types: typesOfTab[tab], below, newestId, window, take, filtering };
    const { groups: found, seen, lowest } = await findGroups(database, userId, range);
    groups.push(...found);
    if (groups.length >= count || lowest === null || seen < window) {
      return { groups, resumeBelow: null };
    }
    if (nextWindow(window, windows) === window) return { groups, resumeBelow: lowest };
    below = lowest;
    window = nextWindow(window, windows);
  }
}
