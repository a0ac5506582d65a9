import { unreadCountMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive, isBlockedBetween } from '../../domain/visibility.queries.ts';
import { draftOfMember } from './drafts.repository.ts';
import type { DraftRow } from './drafts.repository.ts';
import { joinUsers, messageColumns } from './messages.hydrator.ts';
import type { MessageRow } from './messages.hydrator.ts';
import { partnerOf } from './permission.queries.ts';

const { sql } = Prisma;

/** The position of a conversation in the list. */
export interface ConversationListPosition {
  isPinned: boolean;
  lastMessageAt: Date;
  conversationId: string;
}

export interface ConversationRow {
  conversationId: string;
  unreadCount: number;
  isMuted: boolean;
  isIgnored: boolean;
  isPinned: boolean;
  isRequest: boolean;
  draft: DraftRow | null;
  isMentionMuted: boolean;
  isAdmin: boolean;
  hasUnreadMention: boolean;
  /** Null for a conversation of two users. */
  membersCount: number | null;
  lastMessage: MessageRow;
}

interface ListedRange {
  folder: 'inbox' | 'requests';
  groups: boolean;
  isPinnedFirst: boolean;
  before: ConversationListPosition | null;
  limit: number;
}

/** Requires `own` and `partner`. Blocking a user removes their request. */
function isPendingRequest(viewerId: string): Prisma.Sql {
  return sql`(own.request = 'pending' AND NOT ${isBlockedBetween(viewerId, sql`partner.id`)})`;
}

/**
 * Rows for the users hydrator: the viewer's conversation partners in the order of the latest messages, without a
 * user for groups, in the
 * inbox first those of pinned conversations if `isPinnedFirst`.
 */
export function selectPartners(
  viewerId: string,
  { folder, groups: hasGroups, isPinnedFirst, before, limit }: ListedRange,
): Prisma.Sql {
  const page = { viewerId, limit, isPinned: false, hasGroups };
  const inInbox = sql`own.request IS NULL`;
  const unpinned = sql`${inInbox} AND own.pinned_at IS NULL`;
  const pinned = sql`${inInbox} AND own.pinned_at IS NOT NULL`;
  const groups =
    folder === 'requests' || !isPinnedFirst
      ? [
          selectGroup(folder === 'requests' ? isPendingRequest(viewerId) : inInbox, {
            ...page,
            before,
          }),
        ]
      : [
          ...(before?.isPinned === false
            ? []
            : [selectGroup(pinned, { ...page, isPinned: true, before })]),
          selectGroup(unpinned, { ...page, before: before?.isPinned === true ? null : before }),
        ];
  return sql`
    SELECT user_id, since, reference,
      row_number() OVER (ORDER BY is_pinned DESC, since DESC, reference DESC)::int AS position
    FROM (
      SELECT * FROM (${Prisma.join(groups, ' UNION ALL ')}) grouped
      ORDER BY is_pinned DESC, since DESC, reference DESC LIMIT ${limit}::int
    ) listed`;
}

/** The rows of `selectPartners`; `userId` is null for a group. */
export function listPartners(
  database: Database,
  source: Prisma.Sql,
): Promise<{ userId: string | null; reference: string }[]> {
  return database.query(
    sql`SELECT user_id AS "userId", reference FROM (${source}) page ORDER BY position`,
  );
}

/** These users, for the users hydrator. */
export function selectInOrder(ids: readonly string[]): Prisma.Sql {
  return sql`SELECT id AS user_id, position::int, NULL::timestamptz AS since, NULL::uuid AS reference
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS listed (id, position)`;
}

interface Group extends Pick<ListedRange, 'before' | 'limit'> {
  viewerId: string;
  hasGroups: boolean;
  isPinned: boolean;
}

/** The first conversations that fulfill a condition. */
function selectGroup(
  condition: Prisma.Sql,
  { viewerId, isPinned, hasGroups, before, limit }: Group,
): Prisma.Sql {
  const isBefore =
    before === null
      ? Prisma.empty
      : sql`AND (own.last_message_at, own.conversation_id)
          < (${before.lastMessageAt}, ${before.conversationId}::uuid)`;
  const users = sql`users partner ON partner.id = ${partnerOf(viewerId)}`;
  return sql`(
    SELECT partner.id AS user_id, own.last_message_at AS since, own.conversation_id AS reference,
      ${isPinned}::boolean AS is_pinned
    FROM conversation_members own JOIN conversations c ON c.id = own.conversation_id
      ${hasGroups ? sql`LEFT JOIN ${users}` : sql`JOIN ${users}`}
    WHERE own.user_id = ${viewerId}::uuid AND own.last_message_at IS NOT NULL
      AND ${condition} AND ${isActive(sql`partner`)} ${isBefore}
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

/** The number of members of the group `conversations c`. */
export const countMembers = sql`(SELECT count(*)::int FROM conversation_members WHERE conversation_id = c.id)`;

/** The conversations as the viewer sees them, each with its last message. */
export async function listConversationRows(
  database: Database,
  viewerId: string,
  conversationIds: readonly string[],
): Promise<ConversationRow[]> {
  if (conversationIds.length === 0) return [];
  const rows = await database.query<Omit<ConversationRow, 'lastMessage'> & MessageRow>(sql`
    SELECT c.id AS "conversationId", own.unread_count AS "unreadCount",
      own.is_muted AS "isMuted",
      own.is_mention_muted AS "isMentionMuted", own.is_admin AS "isAdmin",
      own.mentioned_seq > greatest(own.read_seq, own.ignored_seq, own.cleared_seq) AS "hasUnreadMention",
      CASE WHEN c.kind = 'group' THEN ${countMembers} END AS "membersCount", own.is_ignored AS "isIgnored",
      own.pinned_at IS NOT NULL AS "isPinned",
      own.request IS NOT NULL AS "isRequest", ${draftOfMember} AS draft, ${messageColumns(viewerId)}
    FROM unnest(${conversationIds}::uuid[]) AS requested (id)
      JOIN conversations c ON c.id = requested.id
      JOIN messages m ON m.conversation_id = c.id AND m.seq = c.last_seq ${joinUsers(viewerId)}
    WHERE m.seq > own.cleared_seq`);
  return rows.map(
    ({
      conversationId,
      unreadCount,
      isMuted,
      isIgnored,
      isPinned,
      isRequest,
      isMentionMuted,
      isAdmin,
      hasUnreadMention,
      membersCount,
      draft,
      ...lastMessage
    }) => ({
      isMentionMuted,
      isAdmin,
      hasUnreadMention,
      membersCount,
      conversationId,
      unreadCount,
      isMuted,
      isIgnored,
      isPinned,
      isRequest,
      draft,
      lastMessage,
    }),
  );
}

/** Counts the unread messages in all conversations, and the requests up to `unreadCountMax`. */
export async function countUnread(
  database: Database,
  viewerId: string,
): Promise<{ count: number; requestsCount: number }> {
  const memberships = sql`conversation_members own
    JOIN conversations c ON c.id = own.conversation_id
    LEFT JOIN users partner ON partner.id = ${partnerOf(viewerId)}`;
  const isShown = isActive(sql`partner`);
  const [row] = await database.query<{ count: number; requestsCount: number }>(sql`
    SELECT (SELECT coalesce(sum(own.unread_count), 0)::int FROM ${memberships}
        WHERE own.user_id = ${viewerId}::uuid AND own.unread_count > 0 AND own.request IS NULL
          AND ${isShown}) AS count,
      (SELECT count(*)::int FROM (SELECT FROM ${memberships}
        WHERE own.user_id = ${viewerId}::uuid AND own.last_message_at IS NOT NULL
          AND ${isShown} AND ${isPendingRequest(viewerId)} LIMIT ${unreadCountMax}) request) AS "requestsCount"`);
  return row ?? { count: 0, requestsCount: 0 };
}
