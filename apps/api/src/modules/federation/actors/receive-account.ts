import { ignoreForeignFailure } from '../http-client/load-document.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import type { Received } from '../inbox/received.ts';
import { loadRemoteActor } from './fetch-actor.ts';
import { markGone, saveActor } from './remote-actors.repository.ts';

/** The other server has changed the account of the sender. Returns false if the activity is about something else. */
export async function receiveProfile(
  deps: FetchDependencies,
  { objectUri, senderUri, loaders }: Received,
): Promise<boolean> {
  if (objectUri !== senderUri) return false;
  const now = deps.clock.now();
  // The document itself, instead of what the activity contains.
  const actor = await ignoreForeignFailure(loadRemoteActor(deps, senderUri, loaders));
  if (actor !== null) await saveActor(deps.database, actor, now);
  return true;
}

/** The other server has deleted the account of the sender. Returns false if the activity is about something else. */
export async function receiveAccountDeletion(
  { database, clock }: Pick<FetchDependencies, 'database' | 'clock'>,
  { objectUri, senderUri, senderId }: Received,
): Promise<boolean> {
  if (objectUri !== senderUri) return false;
  await database.$transaction((tx) => markGone(tx, senderId, clock.now()));
  return true;
}
