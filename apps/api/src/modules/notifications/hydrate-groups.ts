import { moderationNotificationTypes } from '@skein/contracts/constants';
import type { Notification, NotificationType } from '@skein/contracts/notifications';
import type { Thread } from '@skein/contracts/threads';
import type { User } from '@skein/contracts/users';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import { selectActors, selectThreads } from './group-details.queries.ts';
import type { GroupRow } from './groups.queries.ts';
import { toNotificationDto } from './notifications.serializer.ts';

export interface HydrationDependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers'>;
  threads: Pick<ThreadsModule, 'list'>;
}

/**
 * Loads the actors and threads of groups in two statements. Groups whose thread or actors were deleted
 * since they were listed are left out.
 */
export async function hydrateGroups(
  { users, threads }: Pick<HydrationDependencies, 'users' | 'threads'>,
  viewer: Viewer,
  rows: readonly GroupRow[],
): Promise<Notification[]> {
  const actorIds = [...new Set(rows.flatMap((row) => row.actorIds))];
  const threadIds = [...new Set(rows.flatMap(({ threadId }) => threadId ?? []))];
  const [actorRows, { listed }] = await Promise.all([
    actorIds.length === 0 ? [] : users.listUsers(viewer, selectActors(actorIds)),
    threadIds.length === 0
      ? { listed: [] }
      : threads.list(viewer, selectThreads(viewer.userId, threadIds), {
          filterContext: 'notifications',
        }),
  ]);
  const actorsById = new Map(actorRows.map(({ user }) => [user.id, user]));
  const threadsById = new Map(listed.map(({ thread }) => [thread.id, thread]));
  return rows.flatMap((row) => {
    const actors = row.actorIds.flatMap((id) => actorsById.get(id) ?? []);
    const thread = row.threadId === null ? null : (threadsById.get(row.threadId) ?? null);
    return isComplete(row, { actors, thread }) ? [toNotificationDto({ row, actors, thread })] : [];
  });
}

/** The end of one's own poll, and an action or message of a moderator, have no actor. */
const typesWithoutActor: ReadonlySet<NotificationType> = new Set([
  'poll_ended',
  ...moderationNotificationTypes,
]);

function isComplete(
  { type, threadId }: GroupRow,
  { actors, thread }: { actors: User[]; thread: Thread | null },
): boolean {
  return (
    (threadId === null || thread !== null) && (typesWithoutActor.has(type) || actors.length > 0)
  );
}
