import type { Database, Transaction } from '@skein/db';
import { lockAccounts } from '../../users/index.ts';
import { markForPurge, deleteDependents } from './dependents.repository.ts';
import type { DeletedDependents } from './dependents.repository.ts';
import { findOwnThreads, lockForDeletion } from './deletion-locks.repository.ts';
import type { OwnThread } from './deletion-locks.repository.ts';
import { countEach, listIds, planDeletion } from './deletion.policy.ts';
import type { DeletionCandidate } from './deletion.policy.ts';
import {
  removeThreads,
  detachThreads,
  turnIntoStubs,
  decrementReferenceCounts,
  decrementThreadsCounts,
  decrementTagCounts,
  unlinkTags,
} from './deletion.repository.ts';

interface Deletion {
  dependents: DeletedDependents;
  /** The threads as they were. */
  deleted: Pick<OwnThread, 'id' | 'rootId' | 'audience'>[];
}

export interface DeletionHooks {
  /** Before the threads are locked. Accounts have to be locked here. */
  onStarted?: (tx: Transaction) => Promise<void>;
  /** Before the dependent rows are deleted. */
  onDeleting?: ((tx: Transaction, threadIds: readonly string[]) => Promise<void>) | undefined;
  onDeleted?: (tx: Transaction) => Promise<void>;
}

/**
 * Deletes threads of one author, or of any if it is null, with their dependent rows. A thread with replies becomes a stub; one
 * without replies is removed, with the stubs above that lost their last reply. Stubs are not counted
 * as replies of their parents.
 *
 * A large thread stays as a stub until a job has deleted its dependent rows; one without replies is
 * detached from its tree, so that nobody sees it.
 * @param hooks Run in the same transaction.
 * @returns null when the author has no such thread
 */
export async function deleteThreads(
  database: Database,
  authorId: string | null,
  threadIds: readonly string[],
  { onStarted, onDeleting, onDeleted }: DeletionHooks = {},
): Promise<Deletion | null> {
  return database.$transaction(async (tx) => {
    await onStarted?.(tx);
    const deletion = await deleteIn(tx, { authorId, threadIds, onDeleting });
    if (deletion !== null) await onDeleted?.(tx);
    return deletion;
  });
}

async function deleteIn(
  tx: Transaction,
  {
    authorId,
    threadIds,
    onDeleting,
  }: {
    authorId: string | null;
    threadIds: readonly string[];
    onDeleting: DeletionHooks['onDeleting'];
  },
): Promise<Deletion | null> {
  const own = await findOwnThreads(tx, threadIds, authorId);
  if (own.length === 0) return null;
  const counted = own.filter(({ type }) => type !== 'reply');
  if (counted.length > 0) {
    await lockAccounts(
      tx,
      counted.map((thread) => thread.authorId),
    );
  }
  const candidates = await lockForDeletion(tx, own);
  const ids = new Set(own.map(({ id }) => id));
  const { deleted, stubs, emptied, unloadedParentIds } = planDeletion(candidates, ids);
  // A concurrent deletion was faster and has updated the counters.
  if (deleted.length === 0) return null;

  await onDeleting?.(tx, listIds(deleted));
  const dependents = await deleteDependents(tx, {
    small: listIds(deleted.filter(isSmall)),
    large: listIds(deleted.filter(isLarge)),
  });
  const removedTags = await unlinkTags(tx, listIds(deleted));
  await decrementCounts(tx, own, deleted);
  await turnIntoStubs(tx, [...stubs.filter(isSmall), ...deleted.filter(isLarge)]);
  const detachedIds = listIds(emptied.filter(isLarge));
  await detachThreads(tx, detachedIds);
  await markForPurge(tx, [...listIds(stubs.filter(isLarge)), ...detachedIds, ...unloadedParentIds]);
  await removeThreads(tx, listIds(emptied.filter(isSmall)));
  await decrementTagCounts(tx, removedTags);
  const deletedIds = new Set(listIds(deleted));
  return { dependents, deleted: own.filter(({ id }) => deletedIds.has(id)) };
}

async function decrementCounts(
  tx: Transaction,
  own: readonly OwnThread[],
  deleted: readonly DeletionCandidate[],
): Promise<void> {
  const published = new Set(listIds(deleted.filter(({ isReply }) => !isReply)));
  const authorIds = own.filter(({ id }) => published.has(id)).map(({ authorId }) => authorId);
  await decrementThreadsCounts(tx, countEach(authorIds));
  await decrementReferenceCounts(tx, {
    replies: countEach(deleted.map(({ parentId }) => parentId)),
    quotes: countEach(deleted.map(({ quotedId }) => quotedId)),
  });
}

const isLarge = (candidate: DeletionCandidate) => candidate.isLarge;
const isSmall = (candidate: DeletionCandidate) => !candidate.isLarge;
