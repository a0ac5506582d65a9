import type { Conversation } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import { ValidationError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { findListPosition, listConversationRows, selectPartners } from './conversations.queries.ts';
import type { ConversationListPosition } from './conversations.queries.ts';
import { toChatMessageDto, toDraftDto, toPartnerDto } from './messages.serializer.ts';
import { toSettings } from './read-conversation.ts';

export interface ConversationsQuery {
  folder: 'inbox' | 'requests';
  limit: number;
  before?: string | undefined;
  isPinnedFirst?: boolean;
}

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers'>;
}

/**
 * Lists the viewer's conversations, the latest first, after the pinned ones unless `isPinnedFirst` is false.
 * Always runs the same number of statements.
 * @throws ValidationError when `before` is not a message of the viewer's
 */
export async function listConversations(
  { database, users }: Dependencies,
  viewer: Viewer,
  { folder, limit, before, isPinnedFirst = true }: ConversationsQuery,
): Promise<Conversation[]> {
  const position =
    before === undefined ? null : await requireListPosition(database, viewer, before);
  const source = selectPartners(viewer.userId, { folder, isPinnedFirst, before: position, limit });
  const listed = await users.listUsers(viewer, source);
  const ids = listed.flatMap(({ reference }) => reference ?? []);
  const rows = await listConversationRows(database, viewer.userId, ids);
  const byId = new Map(rows.map((row) => [row.conversationId, row]));
  return listed.flatMap(({ user, reference }) => {
    // A missing row was cleared, or deleted with an account, since the list was read.
    const row = byId.get(reference ?? '');
    if (row === undefined) return [];
    return {
      user: toPartnerDto(user, row.lastMessage.partner),
      lastMessage: toChatMessageDto(row.lastMessage),
      unreadCount: row.unreadCount,
      settings: toSettings(row),
      isRequest: row.isRequest,
      draft: row.draft && toDraftDto(row.draft),
    };
  });
}

async function requireListPosition(
  database: Database,
  viewer: Viewer,
  messageId: string,
): Promise<ConversationListPosition> {
  const position = await findListPosition(database, viewer.userId, messageId);
  if (position !== null) return position;
  const message = 'This message is not in this list.';
  throw new ValidationError([{ path: 'before', message }]);
}
