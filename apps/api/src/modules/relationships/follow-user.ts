import type { followUser as followUserRoute } from '@skein/contracts/relationships';
import type { RouteResponse } from '@skein/contracts/http';
import { ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type {
  FollowPair,
  FollowsRepository,
  Relation,
  RequestStatus,
} from './follows.repository.ts';
import type { RequestsRepository } from './requests.repository.ts';

export interface FollowRepositories {
  follows: FollowsRepository;
  requests: RequestsRepository;
}

type Outcome = RouteResponse<typeof followUserRoute>;

/**
 * Follows a public account, or requests to follow a private one. Repeating it changes nothing.
 * @throws ValidationError for the viewer's own id; NotFoundError
 */
export async function followUser(
  { follows, requests }: FollowRepositories,
  viewer: Viewer,
  userId: string,
): Promise<Outcome> {
  requireOtherUser(viewer, userId, 'You cannot follow yourself.');
  return follows.inPairTransaction([viewer.userId, userId], async (transaction) => {
    const pair = { followerId: viewer.userId, followeeId: userId };
    const relation = await follows.followIfPublic(transaction, pair);
    if (relation === null || !isReachable(relation)) throw userNotFound();
    if (relation.isFollowing || !relation.isPrivate) return following;
    if (relation.requestStatus !== 'pending') {
      await requests.replace(transaction, viewer.userId, userId);
    }
    return requested;
  });
}

/**
 * Unfollows a user, or withdraws the follow request. Does nothing if there is neither.
 * @throws NotFoundError
 */
export function unfollowUser(
  repositories: FollowRepositories,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  return endFollow(repositories, viewer, userId, {
    pair: { followerId: viewer.userId, followeeId: userId },
    // The record of a rejection belongs to the user who rejected.
    statuses: ['pending', 'approved'],
  });
}

/** @throws NotFoundError */
export function removeFollower(
  repositories: FollowRepositories,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  return endFollow(repositories, viewer, userId, {
    pair: { followerId: userId, followeeId: viewer.userId },
    statuses: ['approved'],
  });
}

interface EndedFollow {
  pair: FollowPair;
  /** The requests of the follower that are removed. */
  statuses: readonly RequestStatus[];
}

async function endFollow(
  { follows, requests }: FollowRepositories,
  viewer: Viewer,
  userId: string,
  { pair, statuses }: EndedFollow,
): Promise<void> {
  if (!isId(userId)) throw userNotFound();
  await follows.inPairTransaction([viewer.userId, userId], async (transaction) => {
    requireVisibleUser(await follows.findRelation(transaction, viewer.userId, userId));
    await follows.deleteFollow(transaction, pair);
    const { followerId: requesterId, followeeId: targetId } = pair;
    await requests.remove(transaction, { requesterId, targetId, statuses });
  });
}

/** @throws ValidationError for the viewer's own id; NotFoundError for an invalid id */
export function requireOtherUser(viewer: Viewer, userId: string, message: string): void {
  if (userId.toLowerCase() === viewer.userId) {
    throw new ValidationError([{ path: 'userId', message }]);
  }
  if (!isId(userId)) throw userNotFound();
}

/** @throws NotFoundError when the viewer may not see the profile */
export function requireVisibleUser(relation: Relation | null): void {
  if (relation === null || !relation.isActive || relation.isBlockedByOther) throw userNotFound();
}

function isReachable(relation: Relation): boolean {
  return relation.isActive && !relation.isBlocked;
}

const following: Outcome = {
  success: true,
  message: 'You are now following this user.',
  status: 'APPROVED',
  isFollowing: true,
  followRequestStatus: null,
};

const requested: Outcome = {
  success: true,
  message: 'Follow request sent!',
  status: 'PENDING',
  isFollowing: false,
  followRequestStatus: 'PENDING',
};
