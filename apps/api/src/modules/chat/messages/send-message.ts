import type { ChatMessage, MessageType } from '@skein/contracts/chat';
import { serverMessageIdPrefix } from '@skein/contracts/limits';
import type { Database, Transaction } from '@skein/db';
import type { LRUCache } from 'lru-cache';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ConflictError, UnavailableError, ValidationError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { MediaModule } from '../../media/index.ts';
import type { ProtectionModule } from '../../protection/index.ts';
import type { LinkCards, ThreadsModule } from '../../threads/index.ts';
import { userNotFound } from '../../users/index.ts';
import { findConversation, findStoredConversation } from '../conversations/conversation.queries.ts';
import type {
  StoredConversation,
  ViewedConversation,
} from '../conversations/conversation.queries.ts';
import { storeDirect } from '../conversations/conversations.repository.ts';
import {
  findSendError,
  requireContent,
  requireOtherUser,
} from '../conversations/permission.policy.ts';
import { insertMessage } from './insert-message.repository.ts';
import type { InsertedMessage, NewMessage } from './insert-message.repository.ts';
import { listMentioned } from './list-mentioned.ts';
import { findCardUrl, toLink } from './message-card.ts';
import { claimFiles, hasSameFiles, toFiles } from './message-files.ts';
import type { AttachedFile, FilesInput } from './message-files.ts';
import { findByClientMessageId, findMessage } from './messages.repository.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import type { SerializerContext } from './messages.serializer.ts';

export interface MessageInput extends FilesInput {
  /** The other user, unless there is a conversation. */
  receiverId?: string | undefined;
  conversationId?: string | undefined;
  content: string;
  replyToId?: string | null | undefined;
  sharedThreadId?: string | null | undefined;
  clientMessageId?: string | null | undefined;
}

interface Dependencies extends SerializerContext {
  database: Database;
  clock: Clock;
  threads: Pick<ThreadsModule, 'requireVisible'>;
  media: Pick<MediaModule, 'claim'>;
  linkCards: Pick<LinkCards, 'find' | 'request'>;
  protection: Pick<ProtectionModule, 'countMessage' | 'refund'>;
  bus: Pick<Bus, 'publish'>;
  /** By sender and other user or conversation. Their columns never change, and no deleted one is stored again. */
  storedConversations: LRUCache<string, StoredConversation>;
  isFederated: boolean;
}

interface Draft extends Omit<NewMessage, 'conversationId' | 'kind' | 'isFederated'> {
  /** The id of the other user or of the conversation, as given. */
  receiverId: string | undefined;
  conversationId: string | undefined;
  type: MessageType;
  clientMessageId: string;
  files: AttachedFile[];
}

/** The members of a group may change while a message waits for it. */
const attemptsMax = 5;

/**
 * Sends a message. Repeating a `clientMessageId` or `Idempotency-Key` returns the message that was
 * created first.
 * @throws ValidationError for an empty message, a message to oneself, or a file that the sender may
 * not use; NotFoundError, also for a thread that the sender may not see; ForbiddenError; ConflictError when the `clientMessageId` belongs to
 * another message; RateLimitedError by the automatic protection
 */
export async function sendMessage(
  dependencies: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: MessageInput,
): Promise<ChatMessage> {
  const { database, bus, linkCards } = dependencies;
  const draft = toDraft(dependencies, viewer, idempotency, input);
  const inserted = await insertCounted(dependencies, viewer, draft).catch(
    async (error: unknown) => {
      // An earlier or concurrent request has inserted the same message.
      if (!isOutage(error) && (await findByClientMessageId(database, draft)) !== null) return null;
      throw error;
    },
  );
  if (inserted === null) return requireSameMessage(dependencies, draft);
  bus.publish({ kind: 'message', userIds: inserted.memberIds });
  const { conversationId, linkCardId, isLastOfRequest } = inserted;
  if (isLastOfRequest) {
    bus.publish({ kind: 'conversation', conversationId, userIds: [viewer.userId] });
  }
  await linkCards.request(viewer.userId, [toLink(linkCardId, draft.cardUrl ?? null)]);
  return toChatMessageDto(inserted, dependencies);
}

function toDraft(
  { linkCards, clock }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: MessageInput,
): Draft {
  const { messageType: type, replyToId = null, sharedThreadId = null } = input;
  const receiverId = input.receiverId?.toLowerCase();
  const conversationId = input.conversationId?.toLowerCase();
  if (receiverId !== undefined) requireOtherUser(viewer, 'receiverId', receiverId);
  // A repeated request has the same `Idempotency-Key` and therefore the same id.
  const clientMessageId = input.clientMessageId ?? `${serverMessageIdPrefix}${idempotency.id}`;
  const content = input.content.trim();
  const files = toFiles(input);
  requireContent({ content, type, sharedThreadId });
  const text = { type, content, clientMessageId, replyToId, sharedThreadId };
  const cardUrl = findCardUrl(linkCards, text);
  const now = clock.now();
  return { senderId: viewer.userId, receiverId, conversationId, ...text, cardUrl, now, files };
}

/** Null when an earlier request has inserted the message. */
async function insertCounted(
  dependencies: Dependencies,
  viewer: Viewer,
  draft: Draft,
): Promise<InsertedMessage | null> {
  const { protection } = dependencies;
  const { content } = draft;
  const target = await findTarget(dependencies, viewer, draft);
  const receivers = { conversationId: target.id, receiverId: target.otherId };
  const charges = await protection.countMessage(viewer, { ...receivers, content });
  try {
    const inserted = await insert(dependencies, target, draft);
    if (inserted === null) await protection.refund(charges);
    return inserted;
  } catch (cause) {
    if (!isOutage(cause)) await protection.refund(charges);
    throw cause;
  }
}

interface Target extends StoredConversation {
  isStored: boolean;
}

/**
 * The statement that inserts the message checks everything again, so most messages need no check before it: the
 * reason for a rejection is read only then. @throws the reason why the sender may not write
 */
async function findTarget(
  { database, storedConversations, threads, isFederated }: Dependencies,
  viewer: Viewer,
  draft: Draft,
): Promise<Target> {
  const { senderId, receiverId = '', conversationId, sharedThreadId } = draft;
  if (!sharedThreadId) {
    const key = conversationId === undefined ? { otherId: receiverId } : { id: conversationId };
    const cacheKey = [senderId, receiverId, conversationId].join(':');
    const stored =
      storedConversations.get(cacheKey) ?? (await findStoredConversation(database, senderId, key));
    if (stored !== null) {
      storedConversations.set(cacheKey, stored);
      return { ...stored, isStored: true };
    }
  }
  const conversation = await findViewed(database, draft);
  const error = findSendError(conversation, { isFederated });
  if (error !== null || conversation === null) throw error ?? userNotFound();
  if (sharedThreadId) await threads.requireVisible(viewer, sharedThreadId);
  const { id, kind, membership, other } = conversation;
  return { id, kind, otherId: other?.id ?? null, isStored: membership !== null };
}

async function findViewed(
  database: Database,
  { senderId, receiverId, conversationId }: Draft,
): Promise<ViewedConversation | null> {
  const found = await findConversation(database, senderId, conversationId ?? receiverId ?? '');
  const isTarget =
    conversationId === undefined ? found?.other?.id === receiverId : found?.id === conversationId;
  return isTarget ? found : null;
}

/** Null when the message exists already. @throws the reason why it cannot be inserted */
async function insert(
  { database, media, isFederated }: Dependencies,
  { id, kind, otherId, isStored }: Target,
  { files, ...draft }: Draft,
): Promise<InsertedMessage | null> {
  const { senderId } = draft;
  const isNew = !isStored && otherId !== null;
  const conversationId = isNew ? await storeDirect(database, senderId, otherId) : id;
  if (conversationId === null) throw userNotFound();
  const usernames = kind === 'group' ? listMentioned(draft.content) : [];
  const message = { ...draft, conversationId, kind, usernames, isFederated };
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const inserted =
      files.length === 0
        ? await insertMessage(database, message)
        : await database.$transaction((tx) => insertWithFiles(tx, media, { ...message, files }));
    if (inserted !== null || (await findByClientMessageId(database, draft)) !== null) {
      return inserted;
    }
    const conversation = await findConversation(database, senderId, conversationId);
    const error = findSendError(conversation, { isFederated });
    if (error !== null) throw error;
    await requireQuotedMessage(database, message);
  }
  throw new UnavailableError('error.conversationBusy');
}

async function insertWithFiles(
  tx: Transaction,
  media: Pick<MediaModule, 'claim'>,
  { files, ...message }: NewMessage & Pick<Draft, 'files' | 'type'>,
): Promise<InsertedMessage | null> {
  const row = await insertMessage(tx, message);
  if (row === null) return null;
  return { ...row, ...(await claimFiles(media, tx, { ...message, id: row.id, files })) };
}

async function requireQuotedMessage(
  database: Database,
  { senderId, conversationId, replyToId = null }: NewMessage,
): Promise<void> {
  if (replyToId === null) return;
  const quoted = await findMessage(database, senderId, replyToId);
  if (quoted?.conversationId === conversationId && quoted.type !== 'system') return;
  const message = 'error.messageQuotedForeign';
  throw new ValidationError([{ path: 'replyToId', message }]);
}

async function requireSameMessage(
  { database, ...context }: Dependencies,
  draft: Draft,
): Promise<ChatMessage> {
  const row = await findByClientMessageId(database, draft);
  const earlier = row && toChatMessageDto(row, context);
  const { conversationId, receiverId } = draft;
  if (earlier === null) throw new ConflictError('conflict', 'error.messageNameUsed');
  if (
    (conversationId ?? earlier.conversationId) === earlier.conversationId &&
    (receiverId ?? earlier.receiverId) === earlier.receiverId &&
    isSameId(earlier.replyTo?.id, draft.replyToId) &&
    // A deleted message has no content left to compare.
    (earlier.isDeleted || hasSameContent(earlier, draft))
  ) {
    return earlier;
  }
  throw new ConflictError('conflict', 'error.messageNameUsed');
}

const hasSameContent = (earlier: ChatMessage, draft: Draft): boolean =>
  earlier.messageType === draft.type &&
  (earlier.content === draft.content || earlier.editedAt !== null) &&
  isSameId(earlier.sharedThreadId, draft.sharedThreadId) &&
  hasSameFiles(earlier, draft.files);

type OptionalId = string | null | undefined;

const isSameId = (first: OptionalId, second: OptionalId): boolean =>
  (first ?? null) === (second?.toLowerCase() ?? null);
