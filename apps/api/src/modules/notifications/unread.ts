import type { Notification, NotificationType } from '@skein/contracts/notifications';
import type { StreamEvents } from '@skein/contracts/realtime';
import type { Database } from '@skein/db';
import type { ThreadsModule } from '../threads/index.ts';
import { hydrateGroups } from './hydrate-groups.ts';
import { allTypes } from './list-groups.ts';
import { listUnreadGroups } from './unread.queries.ts';

const lowestId = '00000000-0000-0000-0000-000000000000';

interface Dependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
}

export interface UnreadQuery {
  after?: string;
  take: number;
  types?: readonly NotificationType[];
}

/** The latest unread groups after the notification with this id, as the user sees them now. */
export async function listUnread(
  deps: Dependencies,
  userId: string,
  { after = lowestId, take, types = allTypes }: UnreadQuery,
): Promise<{ total: number; notifications: Notification[] }> {
  const range = { types, after, take };
  const { groups, total } = await listUnreadGroups(deps.database, userId, range);
  // Visibility does not depend on the session.
  const notifications = await hydrateGroups(deps, { userId, sessionId: userId }, groups);
  return { total, notifications };
}

/** For the event stream: the unread count and the latest unread notification. */
export async function summarizeUnread(
  deps: Dependencies,
  userId: string,
): Promise<StreamEvents['notification']> {
  const { total, notifications } = await listUnread(deps, userId, { take: 1 });
  return { unreadCount: total, notification: notifications[0] ?? null };
}
