import type { ConversationPage, ConversationSettings } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import { decodeConversationCursor, encodeConversationCursor } from './conversation-cursor.ts';
import { listMessages, selectPartner } from './conversations.queries.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import { requireReadable } from './require-standing.ts';
import { canWrite } from './standing.policy.ts';

export interface ConversationQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers'>;
}

/** Of a conversation that is yet to begin. */
const initialSettings: ConversationSettings = { isMuted: true, isIgnored: false };

/**
 * A page of the messages with somebody. Since they are numbered without a gap, a page is a range of
 * numbers, however far back.
 * @throws NotFoundError; ValidationError for a cursor that is none of this conversation
 */
export async function readConversation(
  { database, users }: Dependencies,
  viewer: Viewer,
  userId: string,
  { page, size, cursor }: ConversationQuery,
): Promise<ConversationPage> {
  const standing = await requireReadable(database, viewer, userId);
  const { partnerId, conversation } = standing;
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
    canWrite: canWrite(standing),
    seenUpTo,
  };
}

export function toSettings({ isMuted, isIgnored }: ConversationSettings): ConversationSettings {
  return { isMuted, isIgnored };
}

/** Without any details of a user who has blocked the viewer. */
async function getPartner(
  users: Pick<UsersModule, 'listUsers'>,
  viewer: Viewer,
  partnerId: string,
) {
  const [listed] = await users.listUsers(viewer, selectPartner(partnerId));
  if (listed === undefined) throw userNotFound();
  return listed.person;
}
