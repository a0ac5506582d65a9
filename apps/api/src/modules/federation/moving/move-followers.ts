import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { dayMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { toViewer } from '../../../platform/viewer.ts';
import type { RelationshipsModule } from '../../relationships/index.ts';
import { storeValue } from '../expiring-values.repository.ts';
import { ignoreMissing } from '../follows/receive-follows.ts';
import {
  listWaitingFollows,
  notifyOfMove,
  replaceInLists,
  listRestrictions,
  toRestrictionKey,
} from './moving.repository.ts';
import type { WaitingFollow, Restriction } from './moving.repository.ts';

const batchSize = 200;
/** A follow that could not be moved for so long stays where it is. */
const retriedMs = 7 * dayMs;
/** This is longer than a move is repeated, so that the block does not return when the user ends it. */
const carriedMs = 8 * dayMs;

interface Dependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  relationships: Pick<RelationshipsModule, 'followImported' | 'unfollow' | 'block' | 'mute'>;
}

/**
 * A background job: followers of accounts that have moved follow the new account, or request it, and unfollow the old
 * one. Blocks and mutes are carried over. What is left after an interruption is found again.
 */
export async function moveFollowers(deps: Dependencies): Promise<void> {
  const { database, clock } = deps;
  const movedSince = new Date(clock.now().getTime() - retriedMs);
  // Restrictions come first, because a user who follows and mutes the old account also mutes the new one.
  await carryRestrictions(deps, movedSince);
  let last: WaitingFollow | null = null;
  do {
    const range = { movedSince, after: last, limit: batchSize };
    const batch: WaitingFollow[] = await listWaitingFollows(database, range);
    // One of the accounts may have changed a moment ago.
    for (const follow of batch) await ignoreMissing(moveFollow(deps, follow));
    last = batch.length < batchSize ? null : (batch.at(-1) ?? null);
  } while (last !== null);
}

async function moveFollow(
  { bus, relationships }: Dependencies,
  follow: WaitingFollow,
): Promise<void> {
  const { followerId, oldId, newId, isNotifying } = follow;
  const viewer = toViewer(followerId);
  let recipientIds: string[] = [];
  await relationships.followImported(viewer, newId, {
    async record(tx) {
      await replaceInLists(tx, follow);
      recipientIds = await notifyOfMove(tx, follow);
    },
    isNotifying,
  });
  publishNotificationChanges(bus, recipientIds);
  await relationships.unfollow(viewer, oldId);
}

/** Users who block or mute an account that has moved block or mute the new account, too, unless they follow it. */
async function carryRestrictions(deps: Dependencies, movedSince: Date): Promise<void> {
  const { database, clock } = deps;
  let batch: Restriction[];
  do {
    batch = await listRestrictions(database, { movedSince, now: clock.now(), limit: batchSize });
    for (const restriction of batch) await carry(deps, restriction);
  } while (batch.length === batchSize);
}

async function carry(
  { database, clock, relationships }: Dependencies,
  restriction: Restriction,
): Promise<void> {
  const { kind, ownerId, newId, durationSeconds } = restriction;
  const viewer = toViewer(ownerId);
  const options = { now: clock.now(), lifetimeMs: carriedMs };
  // The user may no longer see the new account.
  await ignoreMissing(
    kind === 'block'
      ? relationships.block(viewer, newId)
      : relationships.mute(viewer, newId, { durationSeconds: durationSeconds ?? undefined }),
  );
  // This is stored after the block, so that an interrupted one is repeated.
  await storeValue(database, toRestrictionKey(restriction), true, options);
}
