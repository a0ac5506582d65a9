import type { Transaction } from '@skein/db';
import { findApprover, toReplyRequest } from '../approvals/prepare-approvals.ts';
import { insertPendingReply } from '../approvals/replies.queries.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import { storeTombstone } from '../expiring-values.repository.ts';
import type { FederationEvent, PreparedActivity } from '../outbox/federation-event.ts';
import { listFollowerInboxes, listThreadInboxes } from '../outbox/inboxes.queries.ts';
import { noteContext, toNote, toRecipients } from './note.serializer.ts';
import { findNoteRow } from './notes.queries.ts';

/** The thread as it is now: it may have been edited or deleted since the event. */
export async function prepareThread(
  deps: DocumentDependencies,
  { type, reference }: FederationEvent,
  tx: Transaction,
): Promise<PreparedActivity | null> {
  const row = await findNoteRow(tx, reference);
  if (row === null) return null;
  const approver = findApprover(row);
  // An author who may not see the reply cannot approve it.
  const approverInboxes = approver === null ? [] : await listThreadInboxes(tx, row, approver);
  const isUnapproved = approverInboxes.length > 0;
  const inboxes = isUnapproved ? approverInboxes : await listThreadInboxes(tx, row);
  if (inboxes.length === 0) return null;
  if (isUnapproved && type === 'createThread') {
    await insertPendingReply(tx, row.id);
    if (row.parent?.replyApproval === 'request') {
      return { activity: toReplyRequest(row, deps), inboxes };
    }
  }
  const activity = {
    '@context': noteContext,
    type: type === 'createThread' ? 'Create' : 'Update',
    published: (row.editedAt ?? row.createdAt).toISOString(),
    ...toRecipients(row, deps),
    object: toNote(row, deps),
  };
  return { activity, inboxes };
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
