import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { toViewer } from '../../../platform/viewer.ts';
import type { RelationshipsModule } from '../../relationships/index.ts';
import { storeValue } from '../delivery/values.repository.ts';
import { listRestrictions, toRestrictionKey } from './moving.repository.ts';
import type { Restriction } from './moving.repository.ts';

const batchSize = 200;
/** This is longer than a move is repeated, so that the block does not return when the user ends it. */
const carriedDays = 8;

interface Dependencies {
  database: Database;
  clock: Clock;
  relationships: Pick<RelationshipsModule, 'block' | 'mute'>;
}

/** Users who block or mute an account that has moved block or mute the new account, too, unless they follow it. */
export async function carryRestrictions(deps: Dependencies, movedSince: Date): Promise<void> {
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
  const options = { now: clock.now(), days: carriedDays };
  try {
    await (kind === 'block'
      ? relationships.block(viewer, newId)
      : relationships.mute(viewer, newId, { durationSeconds: durationSeconds ?? undefined }));
  } catch (error) {
    // The user may no longer see the new account.
    if (!(error instanceof NotFoundError || error instanceof ConflictError)) throw error;
  }
  // This is stored after the block, so that an interrupted one is repeated.
  await storeValue(database, toRestrictionKey(restriction), true, options);
}
