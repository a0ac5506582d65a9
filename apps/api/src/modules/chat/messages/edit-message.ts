import type { ChatMessage } from '@skein/contracts/chat';
import { messageEditMs } from '@skein/contracts/limits';
import type { Database, Transaction } from '@skein/db';
import { enqueueMessageChange } from '../../../domain/events/message-federation.queries.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ConflictError, ForbiddenError, UnavailableError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ProtectionModule } from '../../protection/index.ts';
import type { LinkCards } from '../../threads/index.ts';
import { findConversation } from '../conversations/conversation.queries.ts';
import { findWriteError, requireContent } from '../conversations/permission.policy.ts';
import { publishMessageChange } from '../members/publish-change.ts';
import { listMentioned } from './list-mentioned.ts';
import { findCardUrl, toLink } from './message-card.ts';
import { findMessage, storeEdit } from './messages.repository.ts';
import type { MessageRow } from './messages.hydrator.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import type { SerializerContext } from './messages.serializer.ts';
import { requireMessage } from './require-message.ts';

interface Dependencies extends SerializerContext {
  linkCards: Pick<LinkCards, 'find' | 'request'>;
  database: Database;
  clock: Clock;
  protection: Pick<ProtectionModule, 'countMessage' | 'refund'>;
  bus: Pick<Bus, 'publish'>;
  isFederated: boolean;
}

/**
 * Changes the text of a message of the viewer's for all members. Repeating it changes nothing.
 * @throws NotFoundError; ValidationError for a message without text and file; ForbiddenError for a
 * received message, one that is too old, or if the viewer may no longer write to the receiver;
 * ConflictError for a deleted message; RateLimitedError by the automatic protection
 */
export async function editMessage(
  dependencies: Dependencies,
  viewer: Viewer,
  messageId: string,
  input: string,
): Promise<ChatMessage> {
  const { database, clock, bus, linkCards } = dependencies;
  const content = input.trim();
  const message = await requireMessage(database, viewer, messageId);
  const { conversationId } = message;
  const sentAfter = new Date(clock.now().getTime() - messageEditMs);
  const isUnchanged = await requireEditable(dependencies, viewer, message, { content, sentAfter });
  if (isUnchanged) return toChatMessageDto(message, dependencies);
  const cardUrl = findCardUrl(linkCards, { content, type: 'text' });
  const edited = await storeCounted(dependencies, viewer, message, { content, cardUrl, sentAfter });
  const current = await findMessage(database, viewer.userId, messageId);
  if (edited !== null) {
    await publishMessageChange({ database, bus }, 'message-changed', viewer, {
      conversationId,
      messageId: message.id,
    });
    // A card that was fetched already is not fetched again.
    await linkCards.request(viewer.userId, [toLink(edited.linkCardId, cardUrl)]);
  } else {
    // The message or the permission has changed in the meantime.
    const latest = current ?? message;
    const isStored = await requireEditable(dependencies, viewer, latest, { content, sentAfter });
    if (!isStored) throw new UnavailableError('error.conversationBusy');
  }
  return toChatMessageDto(current ?? message, dependencies);
}

interface NewText {
  content: string;
  cardUrl: string | null;
  sentAfter: Date;
}

async function storeCounted(
  { database, protection, clock, isFederated }: Dependencies,
  viewer: Viewer,
  { id: messageId, conversationId, group, other, content: before }: MessageRow,
  edit: NewText,
): ReturnType<typeof storeEdit> {
  const { content } = edit;
  const receivers = { conversationId, receiverId: group === null ? other.id : null };
  const charges = await protection.countMessage(viewer, { ...receivers, content, before });
  const { userId: viewerId } = viewer;
  const usernames = listMentioned(content);
  try {
    const now = clock.now();
    const stored = { viewerId, messageId, usernames, now, ...edit };
    const edited = isFederated
      ? await database.$transaction((tx) => storeFederatedEdit(tx, stored))
      : await storeEdit(database, stored);
    if (edited === null) await protection.refund(charges);
    return edited;
  } catch (error) {
    if (!isOutage(error)) await protection.refund(charges);
    throw error;
  }
}

/** Informs the server of a receiver on another server. */
async function storeFederatedEdit(
  tx: Transaction,
  edit: Parameters<typeof storeEdit>[1],
): ReturnType<typeof storeEdit> {
  const edited = await storeEdit(tx, edit);
  if (edited !== null) await enqueueMessageChange(tx, 'updateMessage', edit.messageId);
  return edited;
}

/** Returns whether the message has this text already. @throws the reason why it cannot be edited */
async function requireEditable(
  { database, isFederated }: Pick<Dependencies, 'database' | 'isFederated'>,
  viewer: Viewer,
  message: MessageRow,
  { content, sentAfter }: Pick<NewText, 'content' | 'sentAfter'>,
): Promise<boolean> {
  const { isOwn, isDeleted, type, sharedThreadId, conversationId } = message;
  if (isOwn && isDeleted) throw new ConflictError('conflict', 'error.messageDeleted');
  if (!isOwn || type === 'system') throw new ForbiddenError('error.editForeignMessage');
  if (message.content === content) return true;
  requireContent({ content, type, sharedThreadId });
  if (message.createdAt <= sentAfter) throw new ForbiddenError('error.editOldMessage');
  const conversation = await findConversation(database, viewer.userId, conversationId);
  const error = findWriteError(conversation, { isFederated });
  if (error !== null) throw error;
  return false;
}
