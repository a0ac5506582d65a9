import type { Transaction } from '@skein/db';
import { activityStreams } from '../../../platform/activity-streams.ts';
import type { DocumentDependencies } from '../actors/documents.ts';
import { toPrepared } from '../delivery/prepared-activity.ts';
import type { FederationEvent, PreparedActivity } from '../delivery/prepared-activity.ts';
import { listFollowerInboxes } from '../delivery/inboxes.queries.ts';

/** Asks the followers to follow another account. */
export async function prepareMove(
  { addresses }: DocumentDependencies,
  tx: Transaction,
  { id, actorId, reference: target }: FederationEvent,
): Promise<PreparedActivity | null> {
  if (target === null) return null;
  const actor = addresses.actor(actorId);
  const activity = {
    '@context': activityStreams,
    id: addresses.activity(id),
    type: 'Move',
    actor,
    to: [addresses.collection(actorId, 'followers')],
    object: actor,
    target,
  };
  return toPrepared(activity, await listFollowerInboxes(tx, actorId, []));
}
