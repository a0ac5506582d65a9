import type { Transaction } from '@skein/db';
import { connectAccount, isFederatedAccount } from '../../../domain/federated-accounts.queries.ts';
import { toHtml } from '../../../platform/html.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import type { DirectEvent } from '../outbox/federation-event.ts';
import type { Addresses } from '../identity/addresses.ts';
import { noteContext, toAttachment } from '../threads/note.serializer.ts';
import { findMessageNote } from './messages.queries.ts';
import type { MessageNoteRow } from './messages.queries.ts';

/** The message as it is now: it may have been edited or deleted since the event. Only its receiver gets it. */
export async function prepareMessage(
  { addresses }: DocumentDependencies,
  { type, actorId, reference }: DirectEvent,
  tx: Transaction,
): Promise<object | null> {
  const row = await findMessageNote(tx, reference);
  if (row === null) return null;
  await connectAccount(tx, actorId);
  if (!(await isFederatedAccount(tx, actorId))) return null;
  const note = toMessageNote(row, addresses);
  return {
    '@context': noteContext,
    type: type === 'createMessage' ? 'Create' : 'Update',
    published: (row.editedAt ?? row.createdAt).toISOString(),
    to: note.to,
    cc: note.cc,
    object: note,
  };
}

export function prepareMessageDeletion(
  { addresses }: DocumentDependencies,
  { reference, objectUri }: DirectEvent,
): object {
  const object = { id: addresses.object(reference), type: 'Tombstone' };
  return { '@context': noteContext, type: 'Delete', to: [objectUri], object };
}

/** No address returns the document: other servers get it only in the activity. */
function toMessageNote(row: MessageNoteRow, addresses: Addresses) {
  const { id, senderId, receiver, parent, createdAt, editedAt, files } = row;
  const { origin } = addresses;
  return {
    id: addresses.object(id),
    type: 'Note',
    attributedTo: addresses.actor(senderId),
    inReplyTo: parent && (parent.uri ?? addresses.object(parent.id)),
    content: toHtml(toText(row, origin), { origin, mentions: new Map() }),
    summary: null,
    sensitive: false,
    published: createdAt.toISOString(),
    ...(editedAt !== null && { updated: editedAt.toISOString() }),
    to: [receiver.uri],
    cc: [],
    // Servers treat a note without a mention of its receiver as one for nobody.
    tag: [{ type: 'Mention', href: receiver.uri, name: `@${receiver.username}` }],
    attachment: files.map((file) => toAttachment(file, origin)),
  };
}

/** Ends with the address of a shared thread. */
function toText({ content, sharedThread }: MessageNoteRow, origin: string): string {
  if (sharedThread === null) return content;
  const url = sharedThread.url ?? `${origin}/thread/${sharedThread.id}`;
  return content === '' ? url : `${content}\n\n${url}`;
}
