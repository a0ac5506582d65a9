import type { Conversation } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import { ValidationError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { findPlace, listConversationRows, selectPartners } from './conversations.queries.ts';
import type { ConversationPlace } from './conversations.queries.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import { toSettings } from './read-conversation.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers'>;
}

/**
 * The viewer's conversations, the latest first, in two statements however many they are.
 * @throws ValidationError for a `before` that is no message of the viewer's
 */
export async function listConversations(
  { database, users }: Dependencies,
  viewer: Viewer,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Conversation[]> {
  const place = before === undefined ? null : await requirePlace(database, viewer, before);
  const source = selectPartners(viewer.userId, { before: place, limit });
  const listed = await users.listUsers(viewer, source);
  const ids = listed.flatMap(({ reference }) => reference ?? []);
  const rows = await listConversationRows(database, viewer.userId, ids);
  const byId = new Map(rows.map((row) => [row.conversationId, row]));
  return listed.flatMap(({ person, reference }) => {
    // Without one it was cleared, or went with an account, since its place was read.
    const row = byId.get(reference ?? '');
    if (row === undefined) return [];
    return {
      user: person,
      lastMessage: toChatMessageDto(row.lastMessage),
      unreadCount: row.unreadCount,
      settings: toSettings(row),
    };
  });
}

async function requirePlace(
  database: Database,
  viewer: Viewer,
  messageId: string,
): Promise<ConversationPlace> {
  const place = await findPlace(database, viewer.userId, messageId);
  if (place !== null) return place;
  const message = 'This message belongs to no place in this list.';
  throw new ValidationError([{ path: 'before', message }]);
}
