import type { Notification } from '@skein/contracts/notifications';
import type { Thread } from '@skein/contracts/threads';
import type { User } from '@skein/contracts/users';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import { listGroupDetails, selectActors, selectThreads } from './group-details.queries.ts';
import type { GroupRow } from './groups.queries.ts';
import { toNotificationDto } from './notifications.serializer.ts';

export interface HydrationDependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers'>;
  threads: Pick<ThreadsModule, 'list'>;
}

/**
 * Loads the details of groups in three statements. Groups that were deleted since they were listed
 * are left out.
 */
export async function hydrateGroups(
  { database, users, threads }: HydrationDependencies,
  viewer: Viewer,
  rows: readonly GroupRow[],
): Promise<Notification[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const threadIds = [...new Set(rows.flatMap(({ threadId }) => threadId ?? []))];
  const [details, actorRows, { listed }] = await Promise.all([
    listGroupDetails(database, viewer.userId, ids),
    users.listUsers(viewer, selectActors(viewer.userId, ids)),
    threads.list(viewer, selectThreads(viewer.userId, threadIds)),
  ]);
  const detailsById = new Map(details.map((row) => [row.id, row]));
  const threadsById = new Map(listed.map(({ thread }) => [thread.id, thread]));
  const actorsById = Map.groupBy(actorRows, ({ reference }) => reference);
  return rows.flatMap((row) => {
    const groupDetails = detailsById.get(row.id);
    const actors = (actorsById.get(row.id) ?? []).map(({ user }) => user);
    const thread = row.threadId === null ? null : (threadsById.get(row.threadId) ?? null);
    if (groupDetails === undefined || !isComplete(row, { actors, thread })) return [];
    return [toNotificationDto({ row, details: groupDetails, actors, thread })];
  });
}

/** The end of one's own poll has no actor. */
function isComplete(
  { type, threadId }: GroupRow,
  { actors, thread }: { actors: User[]; thread: Thread | null },
): boolean {
  return (threadId === null || thread !== null) && (type === 'poll_ended' || actors.length > 0);
}
