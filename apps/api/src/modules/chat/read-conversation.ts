import type { ConversationPage, ConversationSettings } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import { decodeConversationCursor, encodeConversationCursor } from './conversation-cursor.ts';
import { listMessages, selectPartner } from './conversations.queries.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import { requireVisibleAuthor } from './require-permission.ts';

export interface ConversationQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers'>;
}

/** The settings of a conversation that does not exist yet. */
const initialSettings: ConversationSettings = { isMuted: true, isIgnored: false };

/**
 * Returns a page of the messages with another user. Messages are numbered without gaps, so a page
 * is a range of numbers at any depth.
 * @throws NotFoundError; ValidationError for a cursor of another conversation
 */
export async function readConversation(
  { database, users }: Dependencies,
  viewer: Viewer,
  userId: string,
  { page, size, cursor }: ConversationQuery,
): Promise<ConversationPage> {
  const permission = await requireVisibleAuthor(database, viewer, userId);
  const { partnerId, conversation } = permission;
  const { lastSeq, clearedSeq, seenUpTo } = conversation ?? {
    lastSeq: 0,
    clearedSeq: 0,
    seenUpTo: null,
  };
  const toSeq =
    cursor === undefined
      ? lastSeq - page * size
      : Math.min(decodeConversationCursor(partnerId, cursor) - 1, lastSeq);
  const fromSeq = Math.max(toSeq - size, clearedSeq) + 1;
  const [user, content] = await Promise.all([
    getPartner(users, viewer, partnerId),
    conversation === null || toSeq < fromSeq
      ? []
      : listMessages(database, viewer.userId, {
          conversationId: conversation.id,
          fromSeq,
          toSeq,
        }),
  ]);
  const last = fromSeq <= clearedSeq + 1;
  return {
    content: content.map(toChatMessageDto),
    page: cursor === undefined ? page : null,
    size,
    last,
    nextCursor: last ? null : encodeConversationCursor(partnerId, fromSeq),
    user,
    settings: toSettings(conversation ?? initialSettings),
    canWrite: permission.canMessage,
    seenUpTo,
  };
}

export function toSettings({ isMuted, isIgnored }: ConversationSettings): ConversationSettings {
  return { isMuted, isIgnored };
}

/** Omits the details of a user who has blocked the viewer. */
async function getPartner(
  users: Pick<UsersModule, 'listUsers'>,
  viewer: Viewer,
  partnerId: string,
) {
  const [listed] = await users.listUsers(viewer, selectPartner(partnerId));
  if (listed === undefined) throw userNotFound();
  return listed.user;
}
