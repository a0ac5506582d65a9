import type { Notification } from '@skein/contracts/notifications';
import type { Thread } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { findMoves, selectThreads } from './group-details.queries.ts';
import type { GroupRow } from './groups.queries.ts';
import { toNotificationDto } from './notifications.serializer.ts';

export interface HydrationDependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
}

/** Loads the visible threads of notifications, by their ids. */
export async function loadThreads(
  { threads }: Pick<HydrationDependencies, 'threads'>,
  viewer: Viewer,
  threadIds: readonly string[],
): Promise<Map<string, Thread>> {
  if (threadIds.length === 0) return new Map();
  const { listed } = await threads.list(viewer, selectThreads(viewer.userId, threadIds), {
    hasReplies: true,
    filterContext: 'notifications',
  });
  return new Map(listed.map(({ thread }) => [thread.id, thread]));
}

/**
 * Loads the threads and the new accounts of groups in one statement each. Groups whose thread was deleted or hidden since they
 * were listed are left out.
 */
export async function hydrateGroups(
  { database, threads }: HydrationDependencies,
  viewer: Viewer,
  rows: readonly GroupRow[],
): Promise<Notification[]> {
  const threadIds = [...new Set(rows.flatMap(({ threadId }) => threadId ?? []))];
  const movedIds = rows.flatMap(({ type, actors }) =>
    type === 'moved' ? actors.map(({ id }) => id) : [],
  );
  const [threadsById, movedToByActor] = await Promise.all([
    loadThreads({ threads }, viewer, threadIds),
    findMoves(database, viewer.userId, movedIds),
  ]);
  return rows.flatMap((row) => {
    const thread = row.threadId === null ? null : threadsById.get(row.threadId);
    return thread === undefined ? [] : [toNotificationDto(row, thread, movedToByActor)];
  });
}
