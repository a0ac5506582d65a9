import type { Transaction } from '@skein/db';
import { ForbiddenError } from '../../../platform/errors.ts';
import { InvalidActor } from '../discovery/web-finger.ts';
import { fetchActor } from '../actors/fetch-actor.ts';
import { isTemporary, UnusableResponse } from '../http-client/load-document.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import type { Loaders } from '../fedify.ts';
import type { Received } from '../inbox/received.ts';
import { toId } from '../json-values.ts';
import { earliestMove } from './account-moves.ts';
import { findTarget, setMove } from './moving.repository.ts';

/**
 * An account of another server has moved. Valid only if the new account names the old one as an alias, in a document that
 * is fetched now. A job then moves the followers.
 */
export async function receiveMove(deps: FetchDependencies, received: Received): Promise<void> {
  const { objectUri, senderUri, senderId, document } = received;
  const targetUri = toId(document['target']);
  if (objectUri !== senderUri || targetUri === undefined) return;
  const targetId = await loadTarget(deps, targetUri, received.loaders);
  if (targetId === null || targetId === senderId) return;
  const now = deps.clock.now();
  await deps.database.$transaction(async (tx: Transaction) => {
    await received.record(tx);
    const target = await findTarget(tx, senderId, targetId);
    if (target === null || target.hasMoved || !target.aliases.includes(senderUri)) return;
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
    return await fetchActor(deps, uri, loaders);
  } catch (error) {
    // After other errors, the activity is processed again.
    if (isFinal(error)) return null;
    throw error;
  }
}

/** Whether it is no account, or its server is suspended. */
function isFinal(error: unknown): boolean {
  if (error instanceof UnusableResponse) return !isTemporary(error);
  return error instanceof InvalidActor || error instanceof ForbiddenError;
}
