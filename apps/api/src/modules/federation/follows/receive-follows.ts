import type { Database, Transaction } from '@skein/db';
import { enqueueFollow } from '../../../domain/events/federation-writer.queries.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { toViewer } from '../../../platform/viewer.ts';
import type { RelationshipsModule } from '../../relationships/index.ts';
import { findLocalActor } from '../actors/local-actors.queries.ts';
import { preventEffect } from '../expiring-values.repository.ts';
import type { Activity, ActivityObject, Follow } from '../fedify.ts';
import type { Addresses } from '../identity/addresses.ts';
import type { Received } from '../inbox/received.ts';
import { haveSameHost } from '../json-values.ts';
import {
  deleteRemoteFollow,
  findRequestByPair,
  findSentRequest,
  findFollowedAccount,
  saveRemoteFollow,
} from './follows.repository.ts';
import type { SentRequest } from './follows.repository.ts';

export interface FollowDependencies {
  database: Database;
  clock: Clock;
  addresses: Addresses;
  relationships: Pick<
    RelationshipsModule,
    'block' | 'unblock' | 'followImported' | 'unfollow' | 'approve' | 'reject' | 'removeFollower'
  >;
}

/** Follows a local account, or requests to follow a private one. It is rejected across a block. */
export async function receiveFollow(deps: FollowDependencies, received: Received): Promise<void> {
  const { database, addresses, relationships } = deps;
  const { uri, objectUri, senderId } = received;
  const id = addresses.parseActor(objectUri);
  const target = id === null ? null : await findLocalActor(database, id);
  if (target === null) return;
  const pair = { followerId: senderId, followeeId: target.id };
  const record = async (tx: Transaction) => {
    await received.record(tx);
    await saveRemoteFollow(tx, pair, uri);
  };
  try {
    await relationships.followImported(toViewer(senderId), target.id, {
      record: async (tx, status) => {
        await record(tx);
        if (status === 'APPROVED') await enqueueFollow(tx, { type: 'accept', ...pair });
      },
      isNotifying: false,
    });
  } catch (error) {
    // One of the accounts has blocked the other, or the account has moved.
    if (!(error instanceof NotFoundError || error instanceof ConflictError)) throw error;
    await database.$transaction(async (tx) => {
      await record(tx);
      await enqueueFollow(tx, { type: 'reject', ...pair });
    });
  }
}

/** Ends a follow or a request. If it arrives before the follow, that has no effect. */
export async function undoFollow(deps: FollowDependencies, received: Received): Promise<void> {
  const { database, clock, relationships } = deps;
  const { uri, objectUri, senderId } = received;
  if (objectUri === undefined || !haveSameHost(objectUri, uri)) return;
  const followeeId =
    (await findFollowedAccount(database, senderId, objectUri)) ??
    (await readFollowee(deps, received));
  const record = async (tx: Database | Transaction) => {
    await received.record(tx);
    await preventEffect(tx, objectUri, clock.now());
  };
  if (followeeId === null) return record(database);
  const isDone = await ignoreMissing(
    relationships.unfollow(toViewer(senderId), followeeId, async (tx) => {
      await record(tx);
      await deleteRemoteFollow(tx, { followerId: senderId, followeeId });
    }),
  );
  if (!isDone) await record(database);
}

/** The account in a `Follow` that the other server has sent with its `Undo`. */
async function readFollowee(
  { addresses }: FollowDependencies,
  { activity, senderId }: Received,
): Promise<string | null> {
  const follow = await readObject(activity);
  const id = addresses.parseActor(follow?.objectId?.href);
  return id === senderId ? null : id;
}

/** The other server accepts the request of a local account. */
export async function acceptFollow(deps: FollowDependencies, received: Received): Promise<void> {
  const request = await findAnsweredRequest(deps, received);
  if (request?.status !== 'pending') return;
  const { senderId, record } = received;
  await ignoreMissing(deps.relationships.approve(toViewer(senderId), request.id, record));
}

/** The other server rejects the request of a local account, or removes it from the followers. */
export async function rejectFollow(deps: FollowDependencies, received: Received): Promise<void> {
  const request = await findAnsweredRequest(deps, received);
  if (request === null) return;
  const { relationships } = deps;
  const { senderId, record } = received;
  const viewer = toViewer(senderId);
  await ignoreMissing(
    request.status === 'pending'
      ? relationships.reject(viewer, request.id, record)
      : relationships.removeFollower(viewer, request.requesterId, record),
  );
}

/** The request that an `Accept` or `Reject` answers: by its id, or by the accounts in it. */
async function findAnsweredRequest(
  { database, addresses }: FollowDependencies,
  { activity, objectUri, senderId }: Received,
): Promise<SentRequest | null> {
  const requestId = addresses.parseFollow(objectUri);
  if (requestId !== null) return findSentRequest(database, requestId, senderId);
  const follow = await readObject(activity);
  const requesterId = addresses.parseActor(follow?.actorId?.href);
  return requesterId === null ? null : findRequestByPair(database, requesterId, senderId);
}

async function readObject(activity: Activity): Promise<Follow | null> {
  const { Follow } = await import('../fedify.ts');
  const object = await readEmbedded(activity);
  return object instanceof Follow ? object : null;
}

/** The object of an activity, if the activity contains it. */
async function readEmbedded(activity: Activity): Promise<ActivityObject | null> {
  const { loadNothing } = await import('../fedify.ts');
  return activity.getObject({
    documentLoader: loadNothing,
    suppressError: true,
    crossOrigin: 'trust',
  });
}

/** Returns false if the follow or request no longer exists, or was decided otherwise. */
export async function ignoreMissing(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ConflictError) return false;
    throw error;
  }
}

/** An account of another server blocks a local one: the follows between them end, and each is hidden from the other. */
export async function receiveBlock(
  deps: FollowDependencies,
  { objectUri, senderId, record }: Received,
): Promise<void> {
  const id = deps.addresses.parseActor(objectUri);
  if (id === null) return;
  await ignoreMissing(deps.relationships.block(toViewer(senderId), id, record));
}

/** Ends a block. Returns false if the activity undoes something else. */
export async function undoBlock(
  deps: FollowDependencies,
  { activity, uri, senderId, record }: Received,
): Promise<boolean> {
  const { Block } = await import('../fedify.ts');
  const block = await readEmbedded(activity);
  const blockUri = block?.id?.href;
  if (!(block instanceof Block) || blockUri === undefined || !haveSameHost(blockUri, uri))
    return false;
  const id = deps.addresses.parseActor(block.objectId?.href);
  if (id === null) return true;
  await ignoreMissing(
    deps.relationships.unblock(toViewer(senderId), id, async (tx) => {
      await record(tx);
      await preventEffect(tx, blockUri, deps.clock.now());
    }),
  );
  return true;
}
