import type { ConversationPage, ConversationSettings } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toUserDto, userNotFound } from '../users/index.ts';
import { decodeConversationCursor, encodeConversationCursor } from './conversation-cursor.ts';
import { findConversationPage } from './conversation-page.queries.ts';
import type { ConversationPageRow } from './conversation-page.queries.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import { canReact, canRead } from './permission.policy.ts';

export interface ConversationQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

/** The settings of a conversation that does not exist yet. */
const initialSettings: ConversationSettings = { isMuted: true, isIgnored: false };

/**
 * Returns a page of the messages with another user. Messages are numbered without gaps, so a page
 * is a range of numbers at any depth.
 * @throws NotFoundError; ValidationError for a cursor of another conversation
 */
export async function readConversation(
  { database }: { database: Database },
  viewer: Viewer,
  userId: string,
  { page, size, cursor }: ConversationQuery,
): Promise<ConversationPage> {
  const found = await requirePage(database, viewer, userId, { page, size, cursor });
  const { partnerId, conversation, fromSeq, user, messages } = found;
  const last = conversation === null || fromSeq === null || fromSeq <= conversation.clearedSeq + 1;
  return {
    content: messages.map(toChatMessageDto),
    page: cursor === undefined ? page : null,
    size,
    last,
    nextCursor: last ? null : encodeConversationCursor(partnerId, fromSeq),
    user: toUserDto(user),
    settings: toSettings(conversation ?? initialSettings),
    isRequest: conversation?.request === 'pending',
    canWrite: found.canMessage && !found.isAwaitingAnswer,
    isAwaitingAnswer: found.canMessage && found.isAwaitingAnswer,
    canReact: canReact(found),
    seenUpTo: conversation?.seenUpTo ?? null,
  };
}

async function requirePage(
  database: Database,
  viewer: Viewer,
  userId: string,
  { page, size, cursor }: ConversationQuery,
): Promise<ConversationPageRow> {
  if (!isId(userId) || userId.toLowerCase() === viewer.userId) throw userNotFound();
  const position =
    cursor === undefined
      ? { skip: page * size }
      : { beforeSeq: decodeConversationCursor(userId.toLowerCase(), cursor) };
  const found = await findConversationPage(database, viewer.userId, userId, { position, size });
  if (found === null || !canRead(found)) throw userNotFound();
  return found;
}

export function toSettings({ isMuted, isIgnored }: ConversationSettings): ConversationSettings {
  return { isMuted, isIgnored };
}
