import type { FilteredNotifications, NotificationPolicy } from '@skein/contracts/notifications';
import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ThreadsModule } from '../../threads/index.ts';
import { toUserDto, userNotFound } from '../../users/index.ts';
import { loadThreads } from '../hydrate-groups.ts';
import { listFilteredSenders } from './filtered.queries.ts';
import {
  deleteFiltered,
  findPolicy,
  insertPermission,
  upsertPolicy,
} from './filtered.repository.ts';
import type { PolicyChanges } from './filtered.repository.ts';

interface Dependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
  bus: Pick<Bus, 'publish'>;
}

const noPolicy: NotificationPolicy = {
  filtersNotFollowing: false,
  filtersNotFollowers: false,
  filtersNewAccounts: false,
};

export async function getPolicy(
  database: Database,
  { userId }: Viewer,
): Promise<NotificationPolicy> {
  return (await findPolicy(database, userId)) ?? noPolicy;
}

export async function updatePolicy(
  { database, bus }: Dependencies,
  viewer: Viewer,
  changes: PolicyChanges,
): Promise<NotificationPolicy> {
  await upsertPolicy(database, viewer.userId, changes);
  publishNotificationChanges(bus, [viewer.userId]);
  return getPolicy(database, viewer);
}

/** The users whose notifications are filtered, or one of them, the latest first. */
export async function listFiltered(
  { database, threads }: Dependencies,
  viewer: Viewer,
  senderId?: string,
): Promise<FilteredNotifications[]> {
  const rows = await listFilteredSenders(database, viewer.userId, senderId);
  const threadIds = rows.flatMap(({ threadId }) => threadId ?? []);
  const threadsById = await loadThreads({ threads }, viewer, threadIds);
  return rows.map((row) => ({
    user: toUserDto(row),
    count: row.count,
    firstAt: row.firstAt.toISOString(),
    latestAt: row.latestAt.toISOString(),
    latestThread: row.threadId === null ? null : (threadsById.get(row.threadId) ?? null),
  }));
}

/**
 * Accepts the notifications of a user, also later ones.
 * @throws NotFoundError
 */
export async function acceptFiltered(
  { database, bus }: Dependencies,
  { userId: recipientId }: Viewer,
  senderId: string,
): Promise<void> {
  if (!isId(senderId) || !(await insertPermission(database, { recipientId, senderId }))) {
    throw userNotFound();
  }
  publishNotificationChanges(bus, [recipientId]);
}

/**
 * Deletes the filtered notifications of a user.
 * @throws NotFoundError if there are none
 */
export async function dismissFiltered(
  { database, bus }: Dependencies,
  { userId: recipientId }: Viewer,
  senderId: string,
): Promise<void> {
  const deleted = isId(senderId) ? await deleteFiltered(database, { recipientId, senderId }) : 0;
  if (deleted === 0) throw userNotFound();
  publishNotificationChanges(bus, [recipientId]);
}
