import type { Conversation } from '@skein/contracts/chat';
import type { Database, Prisma } from '@skein/db';
import { ValidationError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toPictureUrl } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import {
  findListPosition,
  listConversationRows,
  listPartners,
  selectInOrder,
  selectPartners,
} from './conversations.queries.ts';
import type { ConversationListPosition, ConversationRow } from './conversations.queries.ts';
import { toChatMessageDto, toOptionalDraftDto, toPartnerDto } from './messages.serializer.ts';
import type { SerializerContext } from './messages.serializer.ts';
import { toSettings } from './read-conversation.ts';

export interface ConversationsQuery {
  folder: 'inbox' | 'requests';
  groups?: boolean;
  limit: number;
  before?: string | undefined;
  isPinnedFirst?: boolean;
}

interface Dependencies extends SerializerContext {
  database: Database;
  users: Pick<UsersModule, 'listUsers'>;
}

/**
 * Lists the viewer's conversations, the latest first, after the pinned ones unless `isPinnedFirst` is false.
 * Always runs the same number of statements with groups, and without.
 * @throws ValidationError when `before` is not a message of the viewer's
 */
export async function listConversations(
  { database, users, hasLinkCards }: Dependencies,
  viewer: Viewer,
  { folder, groups = false, limit, before, isPinnedFirst = true }: ConversationsQuery,
): Promise<Conversation[]> {
  const position =
    before === undefined ? null : await requireListPosition(database, viewer, before);
  const source = selectPartners(viewer.userId, {
    folder,
    groups,
    isPinnedFirst,
    before: position,
    limit,
  });
  const listed = groups
    ? await listWithGroups({ database, users }, viewer, source)
    : await users.listUsers(viewer, source);
  const ids = listed.flatMap(({ reference }) => reference ?? []);
  const rows = await listConversationRows(database, viewer.userId, ids);
  const byId = new Map(rows.map((row) => [row.conversationId, row]));
  return listed.flatMap(({ user, reference }) => {
    // A missing row was cleared, or deleted with an account, since the list was read.
    const row = byId.get(reference ?? '');
    if (row === undefined) return [];
    return {
      user: user && toPartnerDto(user, row.lastMessage.partner),
      group: toGroup(row),
      hasUnreadMention: row.membersCount !== null && row.hasUnreadMention,
      lastMessage: toChatMessageDto(row.lastMessage, { hasLinkCards }),
      unreadCount: row.unreadCount,
      settings: toSettings(row),
      isRequest: row.isRequest,
      draft: toOptionalDraftDto(row.draft),
    };
  });
}

/** The users hydrator leaves out groups. */
async function listWithGroups(
  { database, users }: Pick<Dependencies, 'database' | 'users'>,
  viewer: Viewer,
  source: Prisma.Sql,
) {
  const listed = await listPartners(database, source);
  const ids = listed.flatMap(({ userId }) => userId ?? []);
  const found = await users.listUsers(viewer, selectInOrder(ids));
  const byId = new Map(found.map(({ user }) => [user.id, user]));
  return listed.flatMap(({ userId, reference }) => {
    const user = userId === null ? null : byId.get(userId);
    return user === undefined ? [] : { user, reference };
  });
}

export function toGroup({
  lastMessage,
  membersCount,
  isAdmin,
}: Pick<ConversationRow, 'lastMessage' | 'membersCount' | 'isAdmin'>): Conversation['group'] {
  const { group = null } = lastMessage;
  if (group === null || membersCount === null) return null;
  const { id, name, pictureKey } = group;
  return { id, name, picture: toPictureUrl(pictureKey), membersCount, isAdmin };
}

async function requireListPosition(
  database: Database,
  viewer: Viewer,
  messageId: string,
): Promise<ConversationListPosition> {
  const position = await findListPosition(database, viewer.userId, messageId);
  if (position !== null) return position;
  const message = 'error.messageForeign';
  throw new ValidationError([{ path: 'before', message }]);
}
