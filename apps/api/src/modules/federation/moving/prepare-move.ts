import type { Transaction } from '@skein/db';
import { activityStreams } from '../../../platform/activity-streams.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import { toPrepared } from '../outbox/prepared-activity.ts';
import type { FederationEvent, PreparedActivity } from '../outbox/prepared-activity.ts';
import { listFollowerInboxes } from '../outbox/inboxes.queries.ts';

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
