import type { Transaction } from '@skein/db';
import { ForbiddenError, RateLimitedError, UnavailableError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { InvalidActor } from '../discovery/web-finger.ts';
import { loadRemoteActor } from '../actors/fetch-actor.ts';
import { saveActor } from '../actors/remote-actors.repository.ts';
import type { FetchDependencies } from '../delivery/load-document.ts';
import type { Loaders } from '../fedify.ts';
import { createRecord } from '../inbox/received.ts';
import type { Received } from '../inbox/received.ts';
import { earliestMove } from './account-moves.ts';
import { findTarget, setMove } from './moving.repository.ts';

/**
 * An account of another server has moved. Valid only if the new account names the old one as an alias, in a document that
 * is fetched now. A job then moves the followers.
 * @throws UnavailableError if the document cannot be fetched now, so that the other server repeats the activity
 */
export async function receiveMove(
  deps: FetchDependencies,
  received: Received & { loaders: Loaders },
): Promise<void> {
  const { activity, senderId, document } = received;
  const uri = activity.actorId?.href;
  const targetUri = readTarget(document['target']);
  if (uri === undefined || activity.objectId?.href !== uri || targetUri === null) return;
  const targetId = await loadTarget(deps, targetUri, received.loaders);
  if (targetId === null || targetId === senderId) return;
  const now = deps.clock.now();
  await deps.database.$transaction(async (tx: Transaction) => {
    await createRecord(deps, activity)(tx);
    const target = await findTarget(tx, senderId, targetId);
    if (target === null || target.hasMoved || !target.aliases.includes(uri)) return;
    await setMove(tx, senderId, { targetId, now, earliest: earliestMove(now) });
  });
}

/** The id of the user of an account here or on another server; null if there is none. */
async function loadTarget(
  deps: FetchDependencies,
  uri: string,
  loaders: Loaders,
): Promise<string | null> {
  const localId = deps.addresses.parseActor(uri);
  if (localId !== null) return localId;
  try {
    return await saveActor(
      deps.database,
      await loadRemoteActor(deps, uri, loaders),
      deps.clock.now(),
    );
  } catch (error) {
    // It is no account, or its server is suspended.
    if (error instanceof InvalidActor || error instanceof ForbiddenError) return null;
    if (error instanceof RateLimitedError || isOutage(error)) throw error;
    throw new UnavailableError('error.accountNotFetched', { cause: error });
  }
}

function readTarget(target: unknown): string | null {
  const isObject = typeof target === 'object' && target !== null && 'id' in target;
  const id = isObject ? target.id : target;
  return typeof id === 'string' ? id : null;
}
