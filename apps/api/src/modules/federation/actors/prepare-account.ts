import type { Transaction } from '@skein/db';
import { everyone } from '../../../platform/activity-streams.ts';
import { findActorDocument } from '../documents/documents.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import type { FederationEvent, PreparedActivity } from '../outbox/federation-event.ts';
import { listFollowerInboxes, listInboxes } from '../outbox/inboxes.queries.ts';

/** Informs all servers about the account as it is now. */
export async function prepareProfile(
  deps: DocumentDependencies,
  { actorId }: FederationEvent,
  tx: Transaction,
): Promise<PreparedActivity | null> {
  const actor = await findActorDocument(deps, actorId);
  if (actor?.status !== 200) return null;
  // The activity needs the terms of the document's own context.
  const { '@context': terms, ...object } = actor.document as { '@context'?: unknown };
  const activity = { '@context': terms, type: 'Update', to: [everyone], object };
  return { activity, inboxes: await listInboxes(tx) };
}

/** Asks the followers to follow another account. */
export async function prepareMove(
  { addresses }: DocumentDependencies,
  { actorId, reference: target }: FederationEvent,
  tx: Transaction,
): Promise<PreparedActivity> {
  const to = [addresses.collection(actorId, 'followers')];
  const activity = { type: 'Move', to, object: addresses.actor(actorId), target };
  return { activity, inboxes: await listFollowerInboxes(tx, actorId, []) };
}

/** Asks all servers to delete the account. Those with suspended accounts may have its data, too. */
export async function prepareAccountDeletion(
  { addresses }: DocumentDependencies,
  { actorId }: FederationEvent,
  tx: Transaction,
): Promise<PreparedActivity> {
  const activity = { type: 'Delete', to: [everyone], object: addresses.actor(actorId) };
  return { activity, inboxes: await listInboxes(tx, { includesSuspended: true }) };
}
