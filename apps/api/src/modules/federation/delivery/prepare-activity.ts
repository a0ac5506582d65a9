import type { Transaction } from '@skein/db';
import { noteContext, toNote, toRecipients } from '../threads/note.serializer.ts';
import type { NoteNames } from '../threads/note.serializer.ts';
import { findNoteRow, listFollowerInboxes, listThreadInboxes } from '../threads/notes.queries.ts';
import { listInboxes } from './queue.repository.ts';
import type { PreparedActivity } from './queue.repository.ts';
import { toActivity } from './to-activity.ts';
import type { FederationEvent } from './to-activity.ts';
import { storeTombstone } from './values.repository.ts';

interface Dependencies {
  addresses: NoteNames['addresses'];
  names: { handleDomain: string };
  clock: { now(): Date };
}

/** The activity that informs other servers, and their inboxes; null if there is nobody to inform. */
export async function prepareActivity(
  deps: Dependencies,
  tx: Transaction,
  event: FederationEvent,
): Promise<PreparedActivity | null> {
  switch (event.type) {
    case 'createThread':
    case 'updateThread':
      return prepareThread(deps, tx, event);
    case 'deleteThread':
      return prepareDeletion(deps, tx, event);
    default: {
      const activity = toActivity(event, deps.addresses);
      if (activity === null) return null;
      const { objectInbox: inbox } = event;
      return toPrepared(activity, inbox === null ? await listInboxes(tx) : [inbox]);
    }
  }
}

/** The thread as it is now: it may have been edited or deleted since the event. */
async function prepareThread(
  { addresses, names: { handleDomain } }: Dependencies,
  tx: Transaction,
  { id, type, actorId, reference }: FederationEvent,
): Promise<PreparedActivity | null> {
  const row = reference === null ? null : await findNoteRow(tx, reference);
  if (row === null) return null;
  const inboxes = await listThreadInboxes(tx, row);
  if (inboxes.length === 0) return null;
  const names = { addresses, handleDomain };
  const activity = {
    '@context': noteContext,
    id: addresses.activity(id),
    type: type === 'createThread' ? 'Create' : 'Update',
    actor: addresses.actor(actorId),
    published: (row.editedAt ?? row.createdAt).toISOString(),
    ...toRecipients(row, names),
    object: toNote(row, names),
  };
  return toPrepared(activity, inboxes);
}

async function prepareDeletion(
  { addresses, clock }: Dependencies,
  tx: Transaction,
  { id, actorId, reference, recipientIds }: FederationEvent,
): Promise<PreparedActivity | null> {
  if (reference === null) return null;
  await storeTombstone(tx, reference, clock.now());
  const actor = addresses.actor(actorId);
  const activity = {
    '@context': noteContext,
    id: addresses.activity(id),
    type: 'Delete',
    actor,
    to: [addresses.collection(actorId, 'followers')],
    object: { id: addresses.object(reference), type: 'Tombstone' },
  };
  return toPrepared(activity, await listFollowerInboxes(tx, actorId, recipientIds));
}

function toPrepared(activity: object, inboxes: readonly string[]): PreparedActivity | null {
  return inboxes.length === 0 ? null : { body: JSON.stringify(activity), inboxes };
}
