import type { Transaction } from '@skein/db';
import { findApprover, toReplyRequest } from '../approvals/prepare-approvals.ts';
import { deletePendingReply, insertPendingReply } from '../approvals/replies.queries.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import { storeTombstone } from '../expiring-values.repository.ts';
import type { FederationEvent, PreparedActivity } from '../outbox/federation-event.ts';
import { listFollowerInboxes, listThreadInboxes } from '../outbox/inboxes.queries.ts';
import { noteContext, toNote, toRecipients } from './note.serializer.ts';
import { findNoteRow } from './notes.queries.ts';
import type { NoteRow } from './notes.queries.ts';

/** The thread as it is now: it may have been edited or deleted since the event. */
export async function prepareThread(
  deps: DocumentDependencies,
  { type, reference }: FederationEvent,
  tx: Transaction,
): Promise<PreparedActivity | null> {
  const row = await findNoteRow(tx, reference);
  if (row === null) return null;
  // Edits of a reply that everyone was sent are for everyone, too, even if it would need an approval now.
  const isUnsent = type === 'createThread' || row.isReplyPending;
  const approverInboxes = isUnsent ? await listApproverInboxes(tx, row) : [];
  const isHeldBack = approverInboxes.length > 0;
  const inboxes = isHeldBack ? approverInboxes : await listThreadInboxes(tx, row);
  if (inboxes.length === 0) return null;
  if (!isHeldBack) {
    if (row.isReplyPending) await deletePendingReply(tx, row.id);
    return { activity: toNoteActivity(isUnsent ? 'Create' : 'Update', row, deps), inboxes };
  }
  if (type !== 'createThread') return { activity: toNoteActivity('Update', row, deps), inboxes };
  await insertPendingReply(tx, row.id);
  const isRequested = row.parent?.replyApproval === 'request';
  const activity = isRequested ? toReplyRequest(row, deps) : toNoteActivity('Create', row, deps);
  return { activity, inboxes };
}

/** Empty also if the author may not see the reply, and therefore cannot approve it. */
async function listApproverInboxes(tx: Transaction, row: NoteRow): Promise<string[]> {
  const approver = findApprover(row);
  return approver === null ? [] : listThreadInboxes(tx, row, approver);
}

function toNoteActivity(type: 'Create' | 'Update', row: NoteRow, deps: DocumentDependencies) {
  return {
    '@context': noteContext,
    type,
    published: (row.editedAt ?? row.createdAt).toISOString(),
    ...toRecipients(row, deps),
    object: toNote(row, deps),
  };
}

export async function prepareDeletion(
  { addresses, clock }: DocumentDependencies,
  { type, actorId, reference, recipientIds }: FederationEvent,
  tx: Transaction,
): Promise<PreparedActivity> {
  await storeTombstone(tx, reference, clock.now());
  const includesFollowers = type === 'deleteThread';
  const to = includesFollowers ? [addresses.collection(actorId, 'followers')] : [];
  const object = { id: addresses.object(reference), type: 'Tombstone' };
  const options = { includesSuspended: true, includesFollowers };
  const inboxes = await listFollowerInboxes(tx, actorId, recipientIds, options);
  return { activity: { '@context': noteContext, type: 'Delete', to, object }, inboxes };
}
