import type { followUser as followUserRoute } from '@skein/contracts/relationships';
import type { RouteResponse } from '@skein/contracts/http';
import type { Transaction } from '@skein/db';
import { success } from '../../platform/results.ts';
import type { Unrendered } from '../../platform/results.ts';
import { ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { ResponseMessage } from '../../platform/messages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type {
  FollowPair,
  FollowsRepository,
  PairTransaction,
  RecordChange,
  Relation,
  RequestStatus,
} from './follows.repository.ts';
import type { RequestsRepository } from './requests.repository.ts';

export interface FollowRepositories {
  follows: FollowsRepository;
  requests: RequestsRepository;
}

type Outcome = Unrendered<RouteResponse<typeof followUserRoute>>;

/** Writes something in the transaction of a follow or follow request, after it. */
export type RecordFollow = (tx: Transaction, status: Outcome['status']) => Promise<void>;

/**
 * Follows a public account, or requests to follow a private one. Repeating it changes nothing.
 * @throws ValidationError for the viewer's own id; NotFoundError
 */
export async function followUser(
  { follows, requests }: FollowRepositories,
  viewer: Viewer,
  userId: string,
): Promise<Outcome> {
  requireOtherUser(viewer, userId, 'error.followSelf');
  const pair = { followerId: viewer.userId, followeeId: userId };
  const outcome = toOutcome(await follows.follow(pair));
  if (outcome !== null) return outcome;
  // Again, because the account may have become public.
  return follows.inPairTransaction([viewer.userId, userId], (transaction) =>
    followOrRequest({ follows, requests }, transaction, pair),
  );
}

/**
 * Does the same as `followUser`, and records the outcome in the same transaction.
 * @throws ValidationError for the viewer's own id; NotFoundError
 */
export async function followAndRecord(
  repositories: FollowRepositories,
  viewer: Viewer,
  userId: string,
  record: RecordFollow,
): Promise<void> {
  requireOtherUser(viewer, userId, 'error.followSelf');
  const pair = { followerId: viewer.userId, followeeId: userId };
  await repositories.follows.inPairTransaction([viewer.userId, userId], async (transaction) => {
    const { status } = await followOrRequest(repositories, transaction, pair);
    await record(transaction.tx, status);
  });
}

async function followOrRequest(
  { follows, requests }: FollowRepositories,
  transaction: PairTransaction,
  pair: FollowPair,
): Promise<Outcome> {
  const outcome = toOutcome(await follows.followIfPublic(transaction, pair));
  if (outcome !== null) return outcome;
  await requests.replace(transaction, pair.followerId, pair.followeeId);
  return requested;
}

/** Null when following requires a new request. @throws NotFoundError */
function toOutcome(relation: Relation | null): Outcome | null {
  if (relation === null || !relation.isActive || relation.isBlocked) throw userNotFound();
  if (relation.isFollowing || !relation.isPrivate) return following;
  return relation.requestStatus === 'pending' ? requested : null;
}

/**
 * Unfollows a user, or withdraws the follow request. Does nothing if there is neither.
 * @throws NotFoundError
 */
export function unfollowUser(
  repositories: FollowRepositories,
  viewer: Viewer,
  userId: string,
  record?: RecordChange,
): Promise<void> {
  return endFollow(repositories, viewer, userId, {
    record,
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
  record?: RecordChange | undefined;
}

async function endFollow(
  { follows, requests }: FollowRepositories,
  viewer: Viewer,
  userId: string,
  { pair, statuses, record }: EndedFollow,
): Promise<void> {
  if (!isId(userId)) throw userNotFound();
  await follows.inPairTransaction([viewer.userId, userId], async (transaction) => {
    if (!(await follows.canSeeProfile(transaction, viewer.userId, userId))) throw userNotFound();
    await follows.deleteFollow(transaction, pair);
    const { followerId: requesterId, followeeId: targetId } = pair;
    await requests.remove(transaction, { requesterId, targetId, statuses });
    await record?.(transaction.tx);
  });
}

/** @throws ValidationError for the viewer's own id; NotFoundError for an invalid id */
export function requireOtherUser(viewer: Viewer, userId: string, message: ResponseMessage): void {
  if (userId.toLowerCase() === viewer.userId) {
    throw new ValidationError([{ path: 'userId', message }]);
  }
  if (!isId(userId)) throw userNotFound();
}

const following: Outcome = {
  ...success('success.followed'),
  status: 'APPROVED',
  isFollowing: true,
  followRequestStatus: null,
};

const requested: Outcome = {
  ...success('success.followRequestSent'),
  status: 'PENDING',
  isFollowing: false,
  followRequestStatus: 'PENDING',
};
