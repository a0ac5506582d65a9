import { withValues } from '@skein/messages';
import { ConflictError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type { BlocksRepository } from './blocks.repository.ts';
import { requireOtherUser } from './follow-user.ts';
import type { FollowRepositories } from './follow-user.ts';
import type { RecordChange } from './follows.repository.ts';

interface Dependencies extends FollowRepositories {
  blocks: BlocksRepository;
}

const anyStatus = ['pending', 'approved', 'rejected'] as const;

/**
 * Blocks a user, and deletes follows, follow requests and notifications between the two.
 * @throws ValidationError for the viewer's own id; NotFoundError
 */
export async function blockUser(
  { follows, requests, blocks }: Dependencies,
  viewer: Viewer,
  userId: string,
  record?: RecordChange,
): Promise<void> {
  requireOtherUser(viewer, userId, 'error.blockSelf');
  const own = viewer.userId;
  await follows.inPairTransaction([own, userId], async (transaction) => {
    if (!(await follows.canSeeProfile(transaction, own, userId))) throw userNotFound();
    await blocks.insertBlock(transaction, own, userId);
    for (const id of [own, userId]) transaction.recipientIds.add(id);
    for (const [requesterId, targetId] of [
      [own, userId],
      [userId, own],
    ] as const) {
      await follows.deleteFollow(transaction, { followerId: requesterId, followeeId: targetId });
      await requests.remove(transaction, { requesterId, targetId, statuses: anyStatus });
    }
    await record?.(transaction.tx);
  });
  // The block already hides them, so they need not be deleted in the transaction.
  await blocks.removeNotifications(own, userId);
}

/** @throws NotFoundError when the user was not blocked and the viewer may not see the profile */
export async function unblockUser(
  blocks: BlocksRepository,
  viewer: Viewer,
  userId: string,
  record?: RecordChange,
): Promise<void> {
  await undo(blocks, viewer, userId, () => blocks.deleteBlock(viewer.userId, userId, record));
}

/** @throws ValidationError for the viewer's own id; NotFoundError */
export async function muteUser(
  blocks: BlocksRepository,
  viewer: Viewer,
  userId: string,
  record?: RecordChange,
): Promise<void> {
  requireOtherUser(viewer, userId, 'error.muteSelf');
  if (!(await blocks.canSeeProfile(viewer.userId, userId))) throw userNotFound();
  await blocks.insertMute(viewer.userId, userId, record);
}

/** @throws NotFoundError when the user was not muted and the viewer may not see the profile */
export async function unmuteUser(
  blocks: BlocksRepository,
  viewer: Viewer,
  userId: string,
  record?: RecordChange,
): Promise<void> {
  await undo(blocks, viewer, userId, () => blocks.deleteMute(viewer.userId, userId, record));
}

/** @throws NotFoundError when the user was not dismissed and the viewer may not see the profile */
export async function restoreSuggestion(
  blocks: BlocksRepository,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  await undo(blocks, viewer, userId, () => blocks.deleteDismissal(viewer.userId, userId));
}

/** @param remove Returns false if there was nothing to remove. */
async function undo(
  blocks: BlocksRepository,
  viewer: Viewer,
  userId: string,
  remove: () => Promise<boolean>,
): Promise<void> {
  if (!isId(userId)) throw userNotFound();
  if (await remove()) return;
  if (!(await blocks.canSeeProfile(viewer.userId, userId))) throw userNotFound();
}

/**
 * Hides the plain reposts of a user from the viewer's feeds.
 * @throws ValidationError for the viewer's own id; NotFoundError; ConflictError beyond the limit
 */
export async function muteReposts(
  blocks: BlocksRepository,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  requireOtherUser(viewer, userId, 'error.muteSelf');
  if (!(await blocks.canSeeProfile(viewer.userId, userId))) throw userNotFound();
  if (await blocks.insertRepostMute(viewer.userId, userId)) return;
  throw new ConflictError('conflict', withValues('error.repostsMutedMax', { max: 1000 }));
}

/** @throws NotFoundError when they were not muted and the viewer may not see the profile */
export async function unmuteReposts(
  blocks: BlocksRepository,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  if (!isId(userId)) throw userNotFound();
  const wasMuted = await blocks.deleteRepostMute(viewer.userId, userId);
  if (!wasMuted && !(await blocks.canSeeProfile(viewer.userId, userId))) throw userNotFound();
}
