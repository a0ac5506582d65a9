import type { Database, Transaction } from '@skein/db';
import { enqueueThreadDeletions } from '../../../domain/events/federation-writer.queries.ts';
import { enqueueRevocationsOfDeleted } from '../../../domain/events/quote-writer.queries.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { MediaModule } from '../../media/index.ts';
import { listPendingPurges, deleteDependentsBatch } from './dependents.repository.ts';
import { removeEmptyStubs } from './deletion-locks.repository.ts';
import { deleteThreads } from './delete-thread.ts';
import type { DeletionHooks } from './delete-thread.ts';
import { findAuthorId, listDeletable } from './deletion.repository.ts';
import type { ThreadReader } from '../reading/read-threads.ts';
import { endPendingQuotes } from '../remote/quote-approvals.repository.ts';
import { requireAuthor, threadNotFound } from '../reading/require-thread.ts';

export interface DeletionDependencies {
  database: Database;
  media: Pick<MediaModule, 'discard'>;
  bus: Pick<Bus, 'publish'>;
  /** Whether other servers are asked to delete threads, too. */
  isFederated: boolean;
}

export interface AdminDeletionHooks {
  /** Before the threads are locked. Accounts have to be locked here. */
  onStarted?: (tx: Transaction, authorId: string) => Promise<void>;
  onDeleted: (tx: Transaction) => Promise<void>;
}

/**
 * Deletes the viewer's own thread, also a reply to a thread that they can no longer see.
 * @throws NotFoundError; ForbiddenError for a thread of another user
 */
export async function deleteOwnThread(
  deps: DeletionDependencies & { reader: Pick<ThreadReader, 'get'> },
  viewer: Viewer,
  threadId: string,
): Promise<void> {
  if (isId(threadId) && (await deleteOwnThreads(deps, viewer.userId, [threadId]))) return;
  await requireAuthor(deps.reader.get, viewer, threadId);
  throw threadNotFound();
}

/**
 * For administrators: deletes the thread of any author.
 * @param hooks Run in the same transaction.
 * @throws NotFoundError
 */
export async function deleteThreadAsAdmin(
  deps: DeletionDependencies,
  threadId: string,
  hooks: AdminDeletionHooks,
): Promise<void> {
  const authorId = isId(threadId) ? await findAuthorId(deps.database, threadId) : null;
  if (authorId === null) throw threadNotFound();
  const isDeleted = await deleteOwnThreads(deps, authorId, [threadId], {
    onStarted: async (tx) => hooks.onStarted?.(tx, authorId),
    onDeleted: (tx) => hooks.onDeleted(tx),
  });
  if (!isDeleted) throw threadNotFound();
}

/**
 * Deletes an author's newest threads, `limit` at most, in one transaction.
 * @returns false when there are none
 */
export async function deleteThreadBatch(
  deps: DeletionDependencies,
  authorId: string,
  limit: number,
): Promise<boolean> {
  const threadIds = await listDeletable(deps.database, authorId, limit);
  if (threadIds.length > 0) await deleteOwnThreads(deps, authorId, threadIds);
  return threadIds.length > 0;
}

/** Deletes the dependent rows of large deleted threads in batches, then the threads. */
export async function purgeDeletedThreads(
  deps: Pick<DeletionDependencies, 'database' | 'bus'>,
): Promise<void> {
  for (;;) {
    const threadIds = await listPendingPurges(deps.database);
    if (threadIds.length === 0) return;
    for (const threadId of threadIds) await purgeThread(deps, threadId);
  }
}

/** Deletes a thread of another server, whose author has deleted it. */
export function deleteRemoteThread(
  deps: DeletionDependencies,
  { threadId, authorId }: { threadId: string; authorId: string },
  record: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return deleteOwnThreads(deps, authorId, [threadId], { onDeleted: record });
}

async function deleteOwnThreads(
  { database, media, bus, isFederated }: DeletionDependencies,
  authorId: string,
  threadIds: readonly string[],
  hooks?: DeletionHooks,
): Promise<boolean> {
  const deletion = await deleteThreads(database, authorId, threadIds, {
    ...hooks,
    ...(isFederated && { onDeleting: informServers }),
  });
  if (deletion === null) return false;
  const { dependents, deleted } = deletion;
  publishNotificationChanges(bus, dependents.recipientIds);
  for (const { id: threadId, rootId, audience } of deleted) {
    const change = { threadId, actorId: authorId, rootId, audience };
    publishThreadChange(bus, { ...change, change: 'deleted' });
  }
  await media.discard(dependents.storageKeys.map((storageKey) => ({ storageKey })));
  return true;
}

async function informServers(tx: Transaction, threadIds: readonly string[]): Promise<void> {
  await enqueueThreadDeletions(tx, threadIds);
  await enqueueRevocationsOfDeleted(tx, threadIds);
  await endPendingQuotes(tx, threadIds);
}

async function purgeThread(
  { database, bus }: Pick<DeletionDependencies, 'database' | 'bus'>,
  threadId: string,
): Promise<void> {
  for (;;) {
    const recipientIds = await deleteDependentsBatch(database, threadId);
    if (recipientIds === null) break;
    publishNotificationChanges(bus, recipientIds);
  }
  await removeEmptyStubs(database, threadId);
}
