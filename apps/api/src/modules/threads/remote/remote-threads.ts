import type { Audience } from '@skein/contracts/threads';
import type { Database, Transaction } from '@skein/db';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { lockText, replaceText, setDetails } from '../editing/thread-text.repository.ts';
import type { ThreadTarget } from '../reading/thread-target.queries.ts';
import { insertThread } from '../threads.repository.ts';
import type { NewThread } from '../threads.repository.ts';
import { lockAccounts } from '../../users/index.ts';
import { lockPair } from '../deletion/deletion-locks.repository.ts';
import { holdNotifications } from './held-notifications.repository.ts';
import { approveQuote, insertPendingQuote } from './quote-approvals.repository.ts';
import {
  insertRemoteObject,
  insertRemotePoll,
  saveAttachments,
  updateRemoteObject,
  updateRemotePoll,
} from './remote-threads.repository.ts';
import type { RemoteDetails } from './remote-threads.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
  listsRemote: () => boolean;
}

/** Runs in the transaction of the change. It may throw to undo it. */
export type RecordChange = (tx: Transaction) => Promise<void>;

/** A thread of an account of another server. */
export interface RemoteThreadInput
  extends
    Pick<NewThread, 'content' | 'contentWarning' | 'isSensitive' | 'language'>,
    Pick<NewThread, 'hashtags' | 'mentions' | 'id' | 'authorId'> {
  target: ThreadTarget;
  audience: Audience;
  createdAt: Date;
  details: RemoteDetails;
  quote: NewRemoteQuote | null;
}

interface NewRemoteQuote {
  quotedId: string;
  /** Whether the author of the quoted thread has approved the quote. It is shown only then. */
  isApproved: boolean;
  /** The address of the approval on the server of the quoted thread. */
  authorizationUri: string | null;
}

/** The author may not reply to or quote the target, or the thread is stored already. */
class NotStored extends Error {}

/**
 * Stores a thread of another server like one of this server: with its notifications, and unless it is old with its
 * feed entry.
 * @returns false if its author may not reply to the target, and if it is stored already
 */
export async function publishRemoteThread(
  { database, bus, listsRemote }: Dependencies,
  { details, quote, ...thread }: RemoteThreadInput,
  record: RecordChange,
): Promise<boolean> {
  const { id, authorId, target } = thread;
  const newThread: NewThread = {
    ...thread,
    replyPermission: details.replyPermission,
    isRemote: true,
    linkCardId: null,
    isFederated: false,
    hasNoEntry: !details.hasEntry,
    isUnlisted: !listsRemote(),
  };
  try {
    const recipientIds = await database.$transaction(async (tx) => {
      await record(tx);
      await lockTargets(tx, authorId, target, quote);
      const inserted = await insertThread(tx, newThread);
      if (inserted === null) throw new NotStored();
      if (!(await insertRemoteObject(tx, id, details))) throw new NotStored();
      if (details.attachments.length > 0) await saveAttachments(tx, id, details.attachments);
      if (details.poll !== null) await insertRemotePoll(tx, id, details.poll);
      await holdNotifications(tx, id, inserted.recipientIds);
      return [...inserted.recipientIds, ...(await insertQuote(tx, id, quote))];
    });
    publishNotificationChanges(bus, recipientIds);
  } catch (error) {
    if (error instanceof NotStored) return false;
    throw error;
  }
  if (!details.hasEntry) return true;
  if (target.type !== 'reply') bus.publish({ kind: 'feed' });
  publishThreadChange(bus, { change: 'published', threadId: id, actorId: authorId });
  return true;
}

/** A reply changes its parent, and an approved quote the quoted thread: both are locked first, in order of id. */
async function lockTargets(
  tx: Transaction,
  authorId: string,
  target: ThreadTarget,
  quote: NewRemoteQuote | null,
): Promise<void> {
  if (quote?.isApproved !== true || target.type !== 'reply') return;
  await lockAccounts(tx, [authorId]);
  await lockPair(tx, target.parentId, quote.quotedId);
}

/** Returns the recipients of new notifications. */
async function insertQuote(
  tx: Transaction,
  threadId: string,
  quote: NewRemoteQuote | null,
): Promise<string[]> {
  if (quote === null) return [];
  const { quotedId, isApproved, authorizationUri } = quote;
  await insertPendingQuote(tx, { threadId, quotedId });
  const recipientIds = isApproved ? await approveQuote(tx, { threadId, authorizationUri }) : null;
  return recipientIds ?? [];
}

interface RemoteEdit extends Omit<RemoteThreadInput, 'target' | 'createdAt' | 'quote'> {
  /** When its author has edited it; null if that is unknown. */
  editedAt: Date | null;
}

/**
 * Replaces a thread of another server, unless it was edited later already: edits may arrive in another order. An
 * earlier text is kept as a revision.
 */
export async function editRemoteThread(
  { database, bus }: Dependencies,
  { id: threadId, authorId, editedAt, details, ...edit }: RemoteEdit,
  record: RecordChange,
): Promise<void> {
  const recipientIds = await database.$transaction(async (tx) => {
    await record(tx);
    const before = await lockText(tx, threadId, authorId);
    if (before === null) return null;
    if (editedAt !== null && before.editedAt !== null && editedAt < before.editedAt) return null;
    await updateRemoteObject(tx, threadId, details);
    await saveAttachments(tx, threadId, details.attachments);
    if (details.poll !== null) await updateRemotePoll(tx, threadId, details.poll);
    const { content, contentWarning, isSensitive, language, hashtags, mentions } = edit;
    if (before.content === content && before.contentWarning === contentWarning) {
      await setDetails(tx, threadId, { isSensitive, language });
      return [];
    }
    const after = { content, contentWarning, isSensitive, language, hashtags };
    const text = { before, after, mentions, linkCardId: null, editedAt };
    const mentionedIds = await replaceText(tx, { threadId, authorId, ...text });
    await holdNotifications(tx, threadId, mentionedIds);
    return mentionedIds;
  });
  if (recipientIds === null) return;
  publishNotificationChanges(bus, recipientIds);
  publishThreadChange(bus, { change: 'edited', threadId, actorId: authorId });
}
