import type { Conversation } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import { ValidationError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { toChatMessageDto } from '../messages/messages.serializer.ts';
import type { SerializerContext } from '../messages/messages.serializer.ts';
import { toConversationFields, toOptionalDraftDto } from './conversation.serializer.ts';
import {
  findListPosition,
  listConversationIds,
  listConversationRows,
} from './conversations.queries.ts';
import type { ConversationListPosition } from './conversations.queries.ts';

export interface ConversationsQuery {
  folder: 'inbox' | 'requests';
  groups?: boolean;
  q?: string;
  limit: number;
  before?: string | undefined;
  isPinnedFirst?: boolean;
}

/**
 * Lists the viewer's conversations, the latest first, after the pinned ones unless `isPinnedFirst` is false.
 * @throws ValidationError when `before` is not a message of the viewer's
 */
export async function listConversations(
  { database, hasLinkCards }: SerializerContext & { database: Database },
  viewer: Viewer,
  { folder, groups = false, q = '', limit, before, isPinnedFirst = true }: ConversationsQuery,
): Promise<Conversation[]> {
  const { userId } = viewer;
  const position = before === undefined ? null : await requirePosition(database, viewer, before);
  const range = { folder, groups, q, isPinnedFirst, before: position, limit };
  const ids = await listConversationIds(database, userId, range);
  // A conversation that was cleared, or deleted with an account, since the list was read is missing.
  const rows = ids.length === 0 ? [] : await listConversationRows(database, userId, ids);
  return rows.map((row) => ({
    ...toConversationFields({ ...row, counterpart: row.other }),
    hasUnreadMention: row.group !== null && row.hasUnreadMention,
    lastMessage: toChatMessageDto(row, { hasLinkCards }),
    unreadCount: row.unreadCount,
    settings: row.settings,
    isRequest: row.isPendingRequest,
    draft: toOptionalDraftDto(row.draft),
  }));
}

async function requirePosition(
  database: Database,
  viewer: Viewer,
  messageId: string,
): Promise<ConversationListPosition> {
  const position = await findListPosition(database, viewer.userId, messageId);
  if (position !== null) return position;
  const message = 'error.messageForeign';
  throw new ValidationError([{ path: 'before', message }]);
}
