import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type { BlocksRepository } from './blocks.repository.ts';
import { requireVisibleUser, requireOtherUser } from './follow-user.ts';
import type { FollowRepositories } from './follow-user.ts';

interface Dependencies extends FollowRepositories {
  blocks: BlocksRepository;
}

const anyStatus = ['pending', 'approved', 'rejected'] as const;

/**
 * Blocks a person. Whatever follows or asks to, in either direction, ends with it, and neither keeps
 * notifications of the other.
 * @throws ValidationError for oneself, NotFoundError
 */
export async function blockUser(
  { follows, requests, blocks }: Dependencies,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  requireOtherUser(viewer, userId, 'You cannot block yourself.');
  const own = viewer.userId;
  await follows.inPairTransaction([own, userId], async (transaction) => {
    requireVisibleUser(await follows.findRelation(transaction, own, userId));
    await blocks.insertBlock(transaction, own, userId);
    // Neither hears of the other any more.
    for (const id of [own, userId]) transaction.recipientIds.add(id);
    for (const [requesterId, targetId] of [
      [own, userId],
      [userId, own],
    ] as const) {
      await follows.deleteFollow(transaction, { followerId: requesterId, followeeId: targetId });
      await requests.remove(transaction, { requesterId, targetId, statuses: anyStatus });
    }
  });
  // They are hidden from now on, so it does not matter when they are gone.
  await blocks.removeNotifications(own, userId);
}

/** @throws NotFoundError, but never where there was a block to end */
export async function unblockUser(
  blocks: BlocksRepository,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  if (!isId(userId)) throw userNotFound();
  const wasBlocked = await blocks.deleteBlock(viewer.userId, userId);
  if (!wasBlocked && !(await blocks.canSeeProfile(viewer.userId, userId))) throw userNotFound();
}

/** @throws ValidationError for oneself, NotFoundError */
export async function muteUser(
  blocks: BlocksRepository,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  requireOtherUser(viewer, userId, 'You cannot mute yourself.');
  if (!(await blocks.canSeeProfile(viewer.userId, userId))) throw userNotFound();
  await blocks.insertMute(viewer.userId, userId);
}

/** @throws NotFoundError, but never where the person was muted */
export async function unmuteUser(
  blocks: BlocksRepository,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  if (!isId(userId)) throw userNotFound();
  const wasMuted = await blocks.deleteMute(viewer.userId, userId);
  if (!wasMuted && !(await blocks.canSeeProfile(viewer.userId, userId))) throw userNotFound();
}
