import type { Transaction } from '@skein/db';
import type { DocumentDependencies } from '../documents/documents.ts';
import { toPrepared } from '../outbox/prepared-activity.ts';
import type { FederationEvent, PreparedActivity } from '../outbox/prepared-activity.ts';
import { storeTombstone } from '../expiring-values.repository.ts';
import { noteContext, toNote, toRecipients } from './note.serializer.ts';
import { listFollowerInboxes, listThreadInboxes } from '../outbox/inboxes.queries.ts';
import { findNoteRow } from './notes.queries.ts';

/** The thread as it is now: it may have been edited or deleted since the event. */
export async function prepareThread(
  deps: DocumentDependencies,
  tx: Transaction,
  { id, type, actorId, reference }: FederationEvent,
): Promise<PreparedActivity | null> {
  const { addresses } = deps;
  const row = reference === null ? null : await findNoteRow(tx, reference);
  if (row === null) return null;
  const inboxes = await listThreadInboxes(tx, row);
  if (inboxes.length === 0) return null;
  const activity = {
    '@context': noteContext,
    id: addresses.activity(id),
    type: type === 'createThread' ? 'Create' : 'Update',
    actor: addresses.actor(actorId),
    published: (row.editedAt ?? row.createdAt).toISOString(),
    ...toRecipients(row, deps),
    object: toNote(row, deps),
  };
  return toPrepared(activity, inboxes);
}

export async function prepareDeletion(
  { addresses, clock }: DocumentDependencies,
  tx: Transaction,
  { id, type, actorId, reference, recipientIds }: FederationEvent,
): Promise<PreparedActivity | null> {
  if (reference === null) return null;
  await storeTombstone(tx, reference, clock.now());
  const includesFollowers = type === 'deleteThread';
  const actor = addresses.actor(actorId);
  const activity = {
    '@context': noteContext,
    id: addresses.activity(id),
    type: 'Delete',
    actor,
    to: includesFollowers ? [addresses.collection(actorId, 'followers')] : [],
    object: { id: addresses.object(reference), type: 'Tombstone' },
  };
  const options = { includesSuspended: true, includesFollowers };
  return toPrepared(activity, await listFollowerInboxes(tx, actorId, recipientIds, options));
}
