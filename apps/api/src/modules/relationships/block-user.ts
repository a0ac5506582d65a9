import { mutedRepostsMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import { enqueueBlock, enqueueFollow } from '../../domain/events/federation-writer.queries.ts';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import { ConflictError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import {
  deleteBlock,
  deleteEndedMutes,
  deleteDismissal,
  deleteMute,
  deleteNotifications,
  deleteRepostMute,
  endedMutesBatch,
  insertBlock,
  insertRepostMute,
  upsertMute,
} from './blocks.repository.ts';
import { requireOtherUser } from './follow-user.ts';
import { deleteFollow, inPairTransaction, isProfileVisible } from './follows.repository.ts';
import type { RecordChange, RelationDependencies } from './follows.repository.ts';
import { deleteRequest } from './requests.repository.ts';

const anyStatus = ['pending', 'approved', 'rejected'] as const;

/**
 * Blocks a user, and deletes follows, follow requests and notifications between the two.
 * @throws ValidationError for the viewer's own id; NotFoundError
 */
export async function blockUser(
  deps: RelationDependencies,
  viewer: Viewer,
  userId: string,
  record?: RecordChange,
): Promise<void> {
  requireOtherUser(viewer, userId, 'error.blockSelf');
  const own = viewer.userId;
  await inPairTransaction(deps, [own, userId], async (transaction) => {
    if (!(await isProfileVisible(transaction.tx, own, userId))) throw userNotFound();
    await insertBlock(transaction, own, userId);
    for (const id of [own, userId]) transaction.recipientIds.add(id);
    for (const [requesterId, targetId] of [
      [own, userId],
      [userId, own],
    ] as const) {
      const pair = { followerId: requesterId, followeeId: targetId };
      await enqueueFollow(transaction.tx, {
        type: requesterId === own ? 'undoFollow' : 'reject',
        ...pair,
      });
      await deleteFollow(transaction, pair);
      await deleteRequest(transaction, { requesterId, targetId, statuses: anyStatus });
    }
    await enqueueBlock(transaction.tx, 'block', { blockerId: own, blockedId: userId });
    await record?.(transaction.tx);
  });
  // The block already hides them, so they need not be deleted in the transaction.
  await deleteNotifications(deps.database, own, userId);
}

/** @throws NotFoundError when the user was not blocked and the viewer may not see the profile */
export async function unblockUser(
  deps: RelationDependencies,
  viewer: Viewer,
  userId: string,
  record?: RecordChange,
): Promise<void> {
  const { userId: viewerId } = viewer;
  await undo(deps.database, viewer, userId, () => deleteBlock(deps, { viewerId, userId, record }));
}

export interface MuteOptions {
  /** Undefined for a mute without an end. */
  durationSeconds?: number | undefined;
  record?: RecordChange;
}

/** @throws ValidationError for the viewer's own id; NotFoundError */
export async function muteUser(
  deps: RelationDependencies,
  viewer: Viewer,
  userId: string,
  { durationSeconds, record }: MuteOptions = {},
): Promise<void> {
  await requireVisible(deps.database, viewer, userId);
  await upsertMute(deps, { viewerId: viewer.userId, userId, record }, durationSeconds ?? null);
}

/**
 * Deletes mutes that have ended. They already have no effect; this only updates the counts of open
 * event streams.
 */
export async function endMutes({ database, bus }: RelationDependencies): Promise<void> {
  let muterIds: string[];
  do {
    muterIds = await deleteEndedMutes(database);
    publishNotificationChanges(bus, muterIds);
  } while (muterIds.length === endedMutesBatch);
}

/** @throws NotFoundError when the user was not muted and the viewer may not see the profile */
export async function unmuteUser(
  deps: RelationDependencies,
  viewer: Viewer,
  userId: string,
  record?: RecordChange,
): Promise<void> {
  const { userId: viewerId } = viewer;
  await undo(deps.database, viewer, userId, () => deleteMute(deps, { viewerId, userId, record }));
}

/** @throws NotFoundError when the user was not dismissed and the viewer may not see the profile */
export async function restoreSuggestion(
  database: Database,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  await undo(database, viewer, userId, () => deleteDismissal(database, viewer.userId, userId));
}

/**
 * Hides the plain reposts of a user from the viewer's feeds.
 * @throws ValidationError for the viewer's own id; NotFoundError; ConflictError beyond the limit
 */
export async function muteReposts(
  database: Database,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  await requireVisible(database, viewer, userId);
  if (await insertRepostMute(database, viewer.userId, userId)) return;
  throw new ConflictError(
    'conflict',
    withValues('error.repostsMutedMax', { max: mutedRepostsMax }),
  );
}

/** @throws NotFoundError when they were not muted and the viewer may not see the profile */
export async function unmuteReposts(
  database: Database,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  await undo(database, viewer, userId, () => deleteRepostMute(database, viewer.userId, userId));
}

/** @throws ValidationError for the viewer's own id; NotFoundError */
async function requireVisible(database: Database, viewer: Viewer, userId: string): Promise<void> {
  requireOtherUser(viewer, userId, 'error.muteSelf');
  if (!(await isProfileVisible(database, viewer.userId, userId))) throw userNotFound();
}

/** @param remove Returns false if there was nothing to remove. */
async function undo(
  database: Database,
  viewer: Viewer,
  userId: string,
  remove: () => Promise<boolean>,
): Promise<void> {
  if (!isId(userId)) throw userNotFound();
  if (await remove()) return;
  if (!(await isProfileVisible(database, viewer.userId, userId))) throw userNotFound();
}
