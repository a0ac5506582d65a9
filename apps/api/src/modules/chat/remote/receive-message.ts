import type { Database, Transaction } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ForbiddenError, RateLimitedError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { toViewer } from '../../../platform/viewer.ts';
import type { MediaModule } from '../../media/index.ts';
import type { ProtectionModule } from '../../protection/index.ts';
import { findStoredConversation } from '../conversations/conversation.queries.ts';
import { storeDirect } from '../conversations/conversations.repository.ts';
import { toDirectId, toPairKey } from '../conversations/direct-pair.ts';
import { publishMessageChange } from '../members/publish-change.ts';
import { insertMessage } from '../messages/insert-message.repository.ts';
import type { InsertedMessage } from '../messages/insert-message.repository.ts';
import { deleteOwnMessage, storeEdit } from '../messages/messages.repository.ts';
import {
  findQuoted,
  findRemoteMessage,
  hasBlockedServer,
  insertRemoteFiles,
  insertRemoteMessage,
} from './remote-messages.repository.ts';
import type { RemoteFile } from './remote-messages.repository.ts';

export interface ReceivingDependencies {
  database: Database;
  clock: Clock;
  protection: Pick<ProtectionModule, 'countMessage' | 'refund'>;
  media: Pick<MediaModule, 'discard'>;
  bus: Pick<Bus, 'publish'>;
}

/** Runs in the transaction of the change. It may throw to undo it. */
type RecordChange = (tx: Transaction) => Promise<void>;

export interface RemoteMessageInput {
  uri: string;
  senderId: string;
  /** A local user. */
  receiverId: string;
  content: string;
  files: readonly RemoteFile[];
  /** What it replies to; null for nothing that this server knows. */
  parent: { id: string } | { uri: string } | null;
  sharedThreadId: string | null;
}

/** The sender may not write to the receiver, or the message is stored already. */
class NotAccepted extends Error {}

/** The other server may change its users' messages at any time. */
const anyTime = new Date(0);

/**
 * Stores a message of an account of another server to a local user, like one of a local account. It has no effect if the
 * receiver does not accept it.
 * @throws ForbiddenError by the automatic protection
 */
export async function receiveRemoteMessage(
  deps: ReceivingDependencies,
  input: RemoteMessageInput,
  record: RecordChange,
): Promise<void> {
  const { database, bus } = deps;
  const { senderId, receiverId, content } = input;
  const stored = await findStoredConversation(database, senderId, { otherId: receiverId });
  const conversationId = stored?.id ?? toDirectId(toPairKey(senderId, receiverId));
  const counted = { conversationId, receiverId, content };
  try {
    const { memberIds } = await countFor(deps, senderId, counted, () =>
      database.$transaction(async (tx) => {
        await record(tx);
        const inserted = await insert(tx, input, deps.clock.now());
        if (inserted === null) throw new NotAccepted();
        return inserted;
      }),
    );
    bus.publish({ kind: 'message', userIds: memberIds });
  } catch (error) {
    if (!(error instanceof NotAccepted)) throw error;
  }
}

/** Null if the sender may not write to the receiver, or the message is stored already. */
async function insert(
  tx: Transaction,
  input: RemoteMessageInput,
  now: Date,
): Promise<InsertedMessage | null> {
  const { uri, senderId, receiverId, content, files, parent, sharedThreadId } = input;
  if (await hasBlockedServer(tx, receiverId, senderId)) return null;
  const conversationId = await storeDirect(tx, senderId, receiverId);
  if (conversationId === null) return null;
  const row = await insertMessage(tx, {
    conversationId,
    kind: 'direct',
    senderId,
    type: files[0]?.type ?? 'text',
    content,
    clientMessageId: null,
    replyToId: parent && (await findQuoted(tx, conversationId, parent)),
    sharedThreadId,
    now,
  });
  if (row === null || !(await insertRemoteMessage(tx, row.id, uri))) return null;
  await insertRemoteFiles(tx, { messageId: row.id, ownerId: senderId }, files);
  return row;
}

/**
 * Counts a message or edit like one of a local account.
 * @throws ForbiddenError above a limit, because other activities of the sender would wait for hours for another attempt
 */
async function countFor<Result>(
  { protection }: ReceivingDependencies,
  senderId: string,
  message: Parameters<ProtectionModule['countMessage']>[1],
  store: () => Promise<Result>,
): Promise<Result> {
  const counted = protection.countMessage(toViewer(senderId), { ...message, isRemote: true });
  const charges = await counted.catch((error: unknown) => {
    throw error instanceof RateLimitedError ? new ForbiddenError(error.userMessage) : error;
  });
  try {
    return await store();
  } catch (error) {
    if (!isOutage(error)) await protection.refund(charges);
    throw error;
  }
}

/**
 * Replaces the text of a stored message of the sender, unless it was edited later already.
 * @returns false if there is no such message
 */
export async function editRemoteMessage(
  deps: ReceivingDependencies,
  { uri, senderId, content, editedAt }: RemoteEdit,
  record: RecordChange,
): Promise<boolean> {
  const { database } = deps;
  const stored = await findRemoteMessage(database, uri);
  if (stored?.senderId !== senderId) return stored !== null;
  const { id: messageId, conversationId, otherId: receiverId, content: before } = stored;
  const counted = { conversationId, receiverId, content, before };
  const edited = await countFor(deps, senderId, counted, () =>
    database.$transaction(async (tx) => {
      await record(tx);
      const latest = await findRemoteMessage(tx, uri, { isLocked: true });
      if (latest === null || (latest.editedAt ?? anyTime) > editedAt) return null;
      if (await hasBlockedServer(tx, receiverId, senderId)) return null;
      const edit = { viewerId: senderId, messageId, content, usernames: [], cardUrl: null };
      return storeEdit(tx, { ...edit, now: editedAt, sentAfter: anyTime });
    }),
  );
  if (edited !== null) {
    const message = { conversationId, messageId };
    await publishMessageChange(deps, 'message-changed', toViewer(senderId), message);
  }
  return true;
}

interface RemoteEdit {
  uri: string;
  senderId: string;
  content: string;
  editedAt: Date;
}

/**
 * Deletes a stored message of the sender for both members.
 * @returns false if there is no such message
 */
export async function deleteRemoteMessage(
  { database, clock, media, bus }: ReceivingDependencies,
  { uri, senderId }: { uri: string; senderId: string },
  record: RecordChange,
): Promise<boolean> {
  const stored = await findRemoteMessage(database, uri);
  if (stored?.senderId !== senderId) return stored !== null;
  const { id: messageId } = stored;
  const now = clock.now();
  const deleted = await database.$transaction(async (tx) => {
    await record(tx);
    return deleteOwnMessage(tx, { messageId, senderId, now, sentAfter: anyTime });
  });
  if (deleted === null) return true;
  const { storageKeys, ...message } = deleted;
  await publishMessageChange({ database, bus }, 'message-deleted', toViewer(senderId), message);
  await media.discard(storageKeys.map((storageKey) => ({ storageKey })));
  return true;
}
