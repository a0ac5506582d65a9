import type { ConversationSettings } from '@skein/contracts/chat';
import { unreadCountMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive, isBlockedBetween } from '../../../domain/visibility.queries.ts';
import { foldNameQuery, matchesName, userColumns } from '../../users/index.ts';
import type { UserRow } from '../../users/index.ts';
import { draftOfMember } from '../drafts/drafts.repository.ts';
import type { DraftRow } from '../drafts/drafts.repository.ts';
import { countMembers, joinUsers, messageColumns } from '../messages/messages.hydrator.ts';
import type { MessageRow } from '../messages/messages.hydrator.ts';

const { sql } = Prisma;

/** The position of a conversation in the list. */
export interface ConversationListPosition {
  isPinned: boolean;
  lastMessageAt: Date;
  conversationId: string;
}

/** A conversation with its last message. */
export interface ConversationRow extends MessageRow {
  settings: ConversationSettings;
  unreadCount: number;
  hasUnreadMention: boolean;
  isPendingRequest: boolean;
  draft: DraftRow | null;
  isAdmin: boolean;
  membersCount: number;
  /** Null in a group. */
  user: UserRow | null;
}

interface ListedRange {
  folder: 'inbox' | 'requests';
  groups: boolean;
  /** Lists only the conversations whose name contains it, unless it is empty. */
  q: string;
  isPinnedFirst: boolean;
  before: ConversationListPosition | null;
  limit: number;
}

/** The other member of the direct conversation `c`, whose aliases are `theirs` and `other`. */
const joinOther = sql`
  LEFT JOIN conversation_members theirs ON c.kind = 'direct'
    AND theirs.conversation_id = c.id AND theirs.user_id <> own.user_id
  LEFT JOIN users other ON other.id = theirs.user_id`;

/** A conversation with a suspended account is hidden. */
const isListed = isActive(sql`other`);

/** Requires `own` and `other`. Blocking a user removes their request. */
function isPendingRequest(viewerId: string): Prisma.Sql {
  return sql`(own.request = 'pending' AND NOT ${isBlockedBetween(viewerId, sql`other.id`)})`;
}

/** Whether the name of the group or of the other member contains a text. Across a block, the viewer sees an older name. */
function isNamed(viewerId: string, q: string): Prisma.Sql {
  const { folded, pattern } = foldNameQuery(q);
  return sql`CASE c.kind WHEN 'direct'
    THEN ${matchesName(q, sql`other`)} AND NOT ${isBlockedBetween(viewerId, sql`other.id`)}
    ELSE ${folded} <> '' AND EXISTS (SELECT FROM chat_groups named
      WHERE named.conversation_id = c.id AND search_fold(named.name) LIKE ${`%${pattern}%`}) END`;
}

/**
 * The ids of the viewer's conversations in the order of the latest messages. If `isPinnedFirst` is set, the inbox
 * begins with the pinned conversations.
 */
export async function listConversationIds(
  database: Database,
  viewerId: string,
  { folder, groups, q, isPinnedFirst, before, limit }: ListedRange,
): Promise<string[]> {
  const page = { viewerId, limit, groups, isPinned: false };
  const named = q === '' ? Prisma.empty : sql`AND ${isNamed(viewerId, q)}`;
  const inInbox = sql`own.request IS NULL ${named}`;
  const unpinned = sql`${inInbox} AND own.pinned_at IS NULL`;
  const pinned = sql`${inInbox} AND own.pinned_at IS NOT NULL`;
  const ranges =
    folder === 'requests' || !isPinnedFirst
      ? [
          selectRange(
            folder === 'requests' ? sql`${isPendingRequest(viewerId)} ${named}` : inInbox,
            {
              ...page,
              before,
            },
          ),
        ]
      : [
          ...(before?.isPinned === false
            ? []
            : [selectRange(pinned, { ...page, isPinned: true, before })]),
          selectRange(unpinned, { ...page, before: before?.isPinned === true ? null : before }),
        ];
  const rows = await database.query<{ id: string }>(sql`
    SELECT id FROM (${Prisma.join(ranges, ' UNION ALL ')}) ranged
    ORDER BY is_pinned DESC, since DESC, id DESC LIMIT ${limit}::int`);
  return rows.map(({ id }) => id);
}

interface Range extends Pick<ListedRange, 'before' | 'limit' | 'groups'> {
  viewerId: string;
  isPinned: boolean;
}

/** The first conversations that fulfill a condition. */
function selectRange(
  condition: Prisma.Sql,
  { viewerId, isPinned, groups, before, limit }: Range,
): Prisma.Sql {
  const isBefore =
    before === null
      ? Prisma.empty
      : sql`AND (own.last_message_at, own.conversation_id)
          < (${before.lastMessageAt}, ${before.conversationId}::uuid)`;
  return sql`(
    SELECT own.conversation_id AS id, own.last_message_at AS since, ${isPinned}::boolean AS is_pinned
    FROM conversation_members own JOIN conversations c ON c.id = own.conversation_id ${joinOther}
    WHERE own.user_id = ${viewerId}::uuid AND own.last_message_at IS NOT NULL
      AND (${groups}::boolean OR c.kind = 'direct') AND ${condition} AND ${isListed} ${isBefore}
    ORDER BY own.last_message_at DESC, own.conversation_id DESC LIMIT ${limit}::int)`;
}

/**
 * The position of the conversation when this message was its last one; null when the viewer is not
 * a member.
 */
export async function findListPosition(
  database: Database,
  viewerId: string,
  messageId: string,
): Promise<ConversationListPosition | null> {
  const [position] = await database.query<ConversationListPosition>(sql`
    SELECT m.created_at AS "lastMessageAt", m.conversation_id AS "conversationId",
      own.pinned_at IS NOT NULL AS "isPinned"
    FROM messages m JOIN conversation_members own ON own.conversation_id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND own.user_id = ${viewerId}::uuid`);
  return position ?? null;
}

/** The fields of a conversation in addition to the fields of a `MessageRow`. Requires `joinUsers`. */
export function conversationColumns(viewerId: string): Prisma.Sql {
  return sql`own.is_admin AS "isAdmin", ${countMembers} AS "membersCount", CASE WHEN c.kind = 'direct' THEN
    (SELECT row_to_json(listed) FROM (SELECT ${userColumns(viewerId, sql`other`)}) listed) END AS user`;
}

/** The conversations as the viewer sees them, each with its last message, in this order. */
export function listConversationRows(
  database: Database,
  viewerId: string,
  conversationIds: readonly string[],
): Promise<ConversationRow[]> {
  return database.query<ConversationRow>(sql`
    SELECT own.unread_count AS "unreadCount", json_build_object('isMuted', own.is_muted,
        'isIgnored', own.is_ignored, 'isPinned', own.pinned_at IS NOT NULL,
        'isMentionMuted', own.is_mention_muted) AS settings,
      own.mentioned_seq > greatest(own.read_seq, own.ignored_seq, own.cleared_seq) AS "hasUnreadMention",
      own.request IS NOT NULL AS "isPendingRequest", ${draftOfMember} AS draft,
      ${conversationColumns(viewerId)}, ${messageColumns(viewerId)}
    FROM unnest(${[...conversationIds]}::uuid[]) WITH ORDINALITY AS requested (id, position)
      JOIN conversations c ON c.id = requested.id
      JOIN messages m ON m.conversation_id = c.id AND m.seq = c.last_seq ${joinUsers(viewerId)}
    WHERE m.seq > own.cleared_seq ORDER BY requested.position`);
}

/** Counts the unread messages in all conversations, and the requests up to `unreadCountMax`. */
export async function countUnread(
  database: Database,
  viewerId: string,
): Promise<{ count: number; requestsCount: number }> {
  const memberships = sql`conversation_members own JOIN conversations c ON c.id = own.conversation_id ${joinOther}`;
  const [row] = await database.query<{ count: number; requestsCount: number }>(sql`
    SELECT (SELECT coalesce(sum(own.unread_count), 0)::int FROM ${memberships}
        WHERE own.user_id = ${viewerId}::uuid AND own.unread_count > 0 AND own.request IS NULL
          AND ${isListed}) AS count,
      (SELECT count(*)::int FROM (SELECT FROM ${memberships}
        WHERE own.user_id = ${viewerId}::uuid AND own.last_message_at IS NOT NULL
          AND ${isListed} AND ${isPendingRequest(viewerId)} LIMIT ${unreadCountMax}) request) AS "requestsCount"`);
  return row ?? { count: 0, requestsCount: 0 };
}
