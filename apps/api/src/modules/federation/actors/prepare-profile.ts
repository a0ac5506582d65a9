import type { Transaction } from '@skein/db';
import { everyone } from '../../../platform/activity-streams.ts';
import { listInboxes } from '../outbox/inboxes.queries.ts';
import { toPrepared } from '../outbox/prepared-activity.ts';
import type { FederationEvent, PreparedActivity } from '../outbox/prepared-activity.ts';
import { findActorDocument } from '../documents/documents.ts';
import type { DocumentDependencies } from '../documents/documents.ts';

/** Informs all servers about the account as it is now. */
export async function prepareProfile(
  deps: DocumentDependencies,
  tx: Transaction,
  { id, actorId }: FederationEvent,
): Promise<PreparedActivity | null> {
  const { addresses } = deps;
  const actor = await findActorDocument(deps, actorId);
  if (actor?.status !== 200) return null;
  // The activity needs the terms of the document's own context.
  const { '@context': terms, ...object } = actor.document as { '@context'?: unknown };
  const activity = {
    '@context': terms,
    id: addresses.activity(id),
    type: 'Update',
    actor: addresses.actor(actorId),
    to: [everyone],
    object,
  };
  return toPrepared(activity, await listInboxes(tx));
}
