import type { followUser as followUserRoute } from '@skein/contracts/relationships';
import type { RouteResponse } from '@skein/contracts/http';
import type { Transaction } from '@skein/db';
import { enqueueFollow } from '../../domain/events/federation-writer.queries.ts';
import { success } from '../../platform/results.ts';
import type { Unrendered } from '../../platform/results.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { ResponseMessage } from '../../platform/messages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProtectionModule } from '../protection/index.ts';
import { userNotFound } from '../users/index.ts';
import {
  deleteFollow,
  followIfPublic,
  followInOneStatement,
  inPairTransaction,
  isProfileVisible,
  updateNotifying,
} from './follows.repository.ts';
import type {
  FollowPair,
  PairTransaction,
  RecordChange,
  Relation,
  RelationDependencies,
  RequestStatus,
} from './follows.repository.ts';
import { connectForFollow, deleteRequest, replaceRequest } from './requests.repository.ts';

interface FollowDependencies extends RelationDependencies {
  protection: Pick<ProtectionModule, 'countFollow' | 'refund'>;
}

type Outcome = Unrendered<RouteResponse<typeof followUserRoute>>;

/** Writes something in the transaction of a follow or follow request, after it. */
export type RecordFollow = (tx: Transaction, status: Outcome['status']) => Promise<void>;

/**
 * Follows a public account, or requests to follow a private one. Repeating it changes nothing.
 * @throws ValidationError for the viewer's own id; NotFoundError; RateLimitedError by the automatic
 *   protection
 */
export async function followUser(
  deps: FollowDependencies,
  viewer: Viewer,
  userId: string,
): Promise<Outcome> {
  const charges = await deps.protection.countFollow(viewer);
  try {
    return await follow(deps, viewer, userId);
  } catch (error) {
    if (!isOutage(error)) await deps.protection.refund(charges);
    throw error;
  }
}

async function follow(
  deps: RelationDependencies,
  viewer: Viewer,
  userId: string,
): Promise<Outcome> {
  requireOtherUser(viewer, userId, 'error.followSelf');
  const pair = { followerId: viewer.userId, followeeId: userId };
  const outcome = toOutcome(await followInOneStatement(deps, pair));
  if (outcome !== null) return outcome;
  // Again, because the account may have become public.
  return inPairTransaction(deps, [viewer.userId, userId], (transaction) =>
    followOrRequest(transaction, pair),
  );
}

export interface ImportedFollow {
  record: RecordFollow;
  /** Whether the viewer gets a notification for each new thread. */
  isNotifying: boolean;
}

/**
 * Does the same as `followUser`, and records the outcome in the same transaction. The automatic
 * protection does not count it, because imports have a limit of their own.
 * @throws ValidationError for the viewer's own id; NotFoundError
 */
export async function followImported(
  deps: RelationDependencies,
  viewer: Viewer,
  userId: string,
  { record, isNotifying }: ImportedFollow,
): Promise<void> {
  requireOtherUser(viewer, userId, 'error.followSelf');
  const pair = { followerId: viewer.userId, followeeId: userId };
  await inPairTransaction(deps, [viewer.userId, userId], async (transaction) => {
    const { status } = await followOrRequest(transaction, pair);
    // A request has no such setting.
    if (isNotifying) await updateNotifying(transaction.tx, pair, true);
    await record(transaction.tx, status);
  });
}

async function followOrRequest(transaction: PairTransaction, pair: FollowPair): Promise<Outcome> {
  const outcome = toOutcome(await followIfPublic(transaction, pair));
  if (outcome !== null) return outcome;
  if (!(await connectForFollow(transaction.tx, pair.followerId, pair.followeeId))) {
    throw new ConflictError('conflict', 'error.accountNotFederated');
  }
  await replaceRequest(transaction, pair.followerId, pair.followeeId);
  return requested;
}

/** Null when following requires a new request. @throws NotFoundError; ConflictError for an account that has moved */
function toOutcome(relation: Relation | null): Outcome | null {
  if (relation === null || !relation.isActive || relation.isBlocked) throw userNotFound();
  if (relation.isFollowing) return following;
  if (relation.hasMoved) throw new ConflictError('conflict', 'error.followMoved');
  if (!relation.isPrivate) return following;
  return relation.requestStatus === 'pending' ? requested : null;
}

/**
 * Unfollows a user, or withdraws the follow request. Does nothing if there is neither.
 * @throws NotFoundError
 */
export function unfollowUser(
  deps: RelationDependencies,
  viewer: Viewer,
  userId: string,
  record?: RecordChange,
): Promise<void> {
  return endFollow(deps, viewer, userId, {
    record,
    pair: { followerId: viewer.userId, followeeId: userId },
    event: 'undoFollow',
    // The record of a rejection belongs to the user who rejected.
    statuses: ['pending', 'approved'],
  });
}

/** @throws NotFoundError */
export function removeFollower(
  deps: RelationDependencies,
  viewer: Viewer,
  userId: string,
  record?: RecordChange,
): Promise<void> {
  return endFollow(deps, viewer, userId, {
    record,
    event: 'reject',
    pair: { followerId: userId, followeeId: viewer.userId },
    statuses: ['approved'],
  });
}

interface EndedFollow {
  pair: FollowPair;
  /** What another server learns. */
  event: 'undoFollow' | 'reject';
  /** The requests of the follower that are removed. */
  statuses: readonly RequestStatus[];
  record?: RecordChange | undefined;
}

async function endFollow(
  deps: RelationDependencies,
  viewer: Viewer,
  userId: string,
  { pair, event, statuses, record }: EndedFollow,
): Promise<void> {
  if (!isId(userId)) throw userNotFound();
  await inPairTransaction(deps, [viewer.userId, userId], async (transaction) => {
    if (!(await isProfileVisible(transaction.tx, viewer.userId, userId))) throw userNotFound();
    await enqueueFollow(transaction.tx, { type: event, ...pair });
    await deleteFollow(transaction, pair);
    const { followerId: requesterId, followeeId: targetId } = pair;
    await deleteRequest(transaction, { requesterId, targetId, statuses });
    await record?.(transaction.tx);
  });
}

/**
 * Sets whether the viewer gets a notification for each new thread of a user that they follow.
 * @throws NotFoundError; ConflictError for notifications of a user that the viewer does not follow
 */
export async function setNotifying(
  { database }: Pick<RelationDependencies, 'database'>,
  viewer: Viewer,
  userId: string,
  isNotifying: boolean,
): Promise<void> {
  if (!isId(userId)) throw userNotFound();
  const pair = { followerId: viewer.userId, followeeId: userId };
  if (!(await isProfileVisible(database, viewer.userId, userId))) throw userNotFound();
  const isFollowing = await updateNotifying(database, pair, isNotifying);
  if (isNotifying && !isFollowing) throw new ConflictError('conflict', 'error.notifyNotFollowed');
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
