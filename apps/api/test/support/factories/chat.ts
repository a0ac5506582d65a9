import type { MessageType } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import { newId } from '../../../src/platform/ids.ts';

/**
 * Inserts chat rows directly into the database and updates counters, unread counts and inboxes.
 * Permissions are not checked.
 */

/** Finds or creates the conversation of two users. Without messages it is not listed. */
export async function insertConversation(
  database: Database,
  oneId: string,
  otherId: string,
): Promise<string> {
  const pairKey = [oneId, otherId].toSorted().join(':');
  const { id } = await database.conversation.upsert({
    where: { pairKey },
    update: {},
    create: {
      id: newId(),
      kind: 'direct',
      pairKey,
      members: { create: [{ userId: oneId }, { userId: otherId }] },
    },
  });
  return id;
}

interface MessageOptions {
  content?: string;
  type?: MessageType;
  createdAt?: Date;
  /** Deleted by its sender. */
  isDeleted?: boolean;
  /** Its receiver has read it and all earlier messages. */
  isRead?: boolean;
}

/** Inserts a message and, if necessary, its conversation. */
export async function insertMessage(
  database: Database,
  senderId: string,
  receiverId: string,
  options: MessageOptions = {},
): Promise<{ id: string; conversationId: string; seq: number }> {
  const { content = 'Hi', type = 'text', createdAt = new Date(), isDeleted = false } = options;
  const conversationId = await insertConversation(database, senderId, receiverId);
  const { lastSeq: seq } = await database.conversation.update({
    where: { id: conversationId },
    data: { lastSeq: { increment: 1 }, updatedAt: createdAt },
  });
  const id = newId();
  const text = isDeleted ? { content: '', deletedAt: createdAt } : { content };
  await database.message.create({
    data: { id, conversationId, seq, senderId, type, createdAt, ...text },
  });
  await database.conversationMember.update({
    where: { conversationId_userId: { conversationId, userId: senderId } },
    data: { lastSentSeq: seq, lastMessageAt: createdAt },
  });
  await database.conversationMember.update({
    where: { conversationId_userId: { conversationId, userId: receiverId } },
    data: { ...received(seq, options), lastMessageAt: createdAt },
  });
  for (const userId of [senderId, receiverId]) await deliver(database, userId, id);
  return { id, conversationId, seq };
}

function received(seq: number, { isRead = false, isDeleted = false }: MessageOptions) {
  if (isRead) return { readSeq: seq, unreadCount: 0 };
  return isDeleted ? {} : { unreadCount: { increment: 1 } };
}

async function deliver(database: Database, userId: string, messageId: string): Promise<void> {
  const { lastSeq: seq } = await database.chatInbox.upsert({
    where: { userId },
    update: { lastSeq: { increment: 1 } },
    create: { userId, lastSeq: 1 },
  });
  await database.messageDelivery.create({ data: { userId, seq, messageId } });
}
