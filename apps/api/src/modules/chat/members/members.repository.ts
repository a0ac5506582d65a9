import type { ConversationSettings } from '@skein/contracts/chat';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isActive, isBlockedBetween } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** The membership of a user in a conversation. */
export interface MemberKey {
  conversationId: string;
  userId: string;
}

/** Undefined fields stay unchanged. */
export interface SettingsChange {
  isMuted?: boolean | undefined;
  isIgnored?: boolean | undefined;
  isPinned?: boolean | undefined;
  isMentionMuted?: boolean | undefined;
}

/** Includes members who have not accepted yet. */
export async function listMemberIds(
  database: Database | Transaction,
  conversationId: string,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    sql`SELECT user_id AS id FROM conversation_members WHERE conversation_id = ${conversationId}::uuid`,
  );
  return rows.map(({ id }) => id);
}

/** The members with the viewer, but not the other member of a direct conversation across a block. */
export async function listReachableMembers(
  database: Database,
  viewerId: string,
  conversationId: string,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    SELECT m.user_id AS id FROM conversation_members m JOIN conversations c ON c.id = m.conversation_id
    WHERE c.id = ${conversationId}::uuid
      AND (c.kind = 'group' OR NOT ${isBlockedBetween(viewerId, sql`m.user_id`)})`);
  return rows.map(({ id }) => id);
}

/** The first other members of each of these conversations of the viewer, the sooner who joined. */
export async function listOtherMemberIds(
  database: Database,
  viewerId: string,
  { conversationIds, limit }: { conversationIds: readonly string[]; limit: number },
): Promise<ReadonlyMap<string, string[]>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await database.query<{ id: string; userIds: string[] }>(sql`
    SELECT own.conversation_id AS id, ARRAY(SELECT m.user_id FROM conversation_members m
      WHERE m.conversation_id = own.conversation_id AND m.user_id <> own.user_id
      ORDER BY m.joined_seq, m.user_id LIMIT ${limit}::int) AS "userIds"
    FROM conversation_members own
    WHERE own.user_id = ${viewerId}::uuid AND own.conversation_id = ANY (${[...conversationIds]}::uuid[])`);
  return new Map(rows.map(({ id, userIds }) => [id, userIds]));
}

/** The members of a group who see that the viewer is typing: none before the viewer has accepted. */
export async function listTypingReaders(
  database: Database,
  { conversationId, userId }: MemberKey,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    SELECT m.user_id AS id FROM conversation_members own
      JOIN users viewer ON viewer.id = own.user_id AND viewer.sends_typing_indicators
      JOIN conversation_members m ON m.conversation_id = own.conversation_id AND m.user_id <> own.user_id
      JOIN users u ON u.id = m.user_id AND u.sends_typing_indicators AND ${isActive(sql`u`)}
    WHERE own.conversation_id = ${conversationId}::uuid AND own.user_id = ${userId}::uuid
      AND own.request IS NULL AND m.request IS NULL AND NOT m.is_ignored
      AND NOT ${isBlockedBetween(userId, sql`m.user_id`)}`);
  return rows.map(({ id }) => id);
}

/**
 * Stores the settings of a member; null without a membership. Messages that came while the conversation was ignored
 * count as read afterwards.
 */
export async function storeSettings(
  database: Database | Transaction,
  { conversationId, userId }: MemberKey,
  change: SettingsChange,
): Promise<ConversationSettings | null> {
  const isIgnored = sql`${change.isIgnored ?? null}::boolean`;
  const isPinned = sql`${change.isPinned ?? null}::boolean`;
  const [settings] = await database.query<ConversationSettings>(sql`
    UPDATE conversation_members own SET
      is_muted = coalesce(${change.isMuted ?? null}::boolean, own.is_muted),
      is_mention_muted = coalesce(${change.isMentionMuted ?? null}::boolean, own.is_mention_muted),
      is_ignored = coalesce(${isIgnored}, own.is_ignored),
      ignored_seq = CASE WHEN own.is_ignored AND ${isIgnored} IS FALSE
        THEN c.last_seq ELSE own.ignored_seq END,
      pinned_at = CASE WHEN ${isPinned} IS NULL THEN own.pinned_at
        WHEN ${isPinned} THEN coalesce(own.pinned_at, now()) END,
      unread_count = CASE WHEN ${isIgnored} THEN 0 ELSE own.unread_count END
    FROM conversations c
    WHERE c.id = ${conversationId}::uuid
      AND own.conversation_id = c.id AND own.user_id = ${userId}::uuid
    RETURNING own.is_muted AS "isMuted", own.is_ignored AS "isIgnored",
      own.pinned_at IS NOT NULL AS "isPinned", own.is_mention_muted AS "isMentionMuted"`);
  return settings ?? null;
}

/** Locks the user until commit, so that concurrent changes do not exceed the limit. */
export async function countOtherPinned(
  tx: Transaction,
  { conversationId, userId }: MemberKey,
): Promise<number> {
  await tx.query(sql`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
  return tx.conversationMember.count({
    where: { userId, pinnedAt: { not: null }, conversationId: { not: conversationId } },
  });
}

/** Hides all messages for one member. */
export async function clearForMember(
  database: Database,
  { conversationId, userId }: MemberKey,
): Promise<void> {
  await database.execute(sql`
    WITH conversation AS (
      SELECT id, last_seq FROM conversations WHERE id = ${conversationId}::uuid FOR NO KEY UPDATE
    )
    UPDATE conversation_members own
    SET cleared_seq = conversation.last_seq, unread_count = 0, last_message_at = NULL, pinned_at = NULL
    FROM conversation
    WHERE own.conversation_id = conversation.id AND own.user_id = ${userId}::uuid`);
}

/** The viewer's membership, which is locked, and the message up to which it is marked as read. */
export interface ReadTarget {
  conversationId: string;
  toSeq: number;
  /** Messages up to this one are read already. */
  currentSeq: number;
  isIgnored: boolean;
  /**
   * The senders get no read receipts: the viewer, or the other of two members, has turned them off or has blocked the
   * other, or it is a request.
   */
  isSilent: boolean;
  unreadCount: number;
}

/**
 * Locks the viewer's membership in a conversation, given its id or the id of one of its messages, which another
 * member of a direct conversation has sent; null when the id is neither. Other statements that change the unread
 * count wait for this lock, so the next statement counts all messages.
 */
export async function lockReadTarget(
  tx: Transaction,
  viewerId: string,
  id: string,
): Promise<ReadTarget | null> {
  const [target] = await tx.query<ReadTarget>(sql`
    SELECT own.conversation_id AS "conversationId",
      target.seq AS "toSeq", own.is_ignored AS "isIgnored", own.unread_count AS "unreadCount",
      silent.exists AS "isSilent", CASE WHEN silent.exists
        THEN greatest(own.read_seq, own.ignored_seq) ELSE own.read_seq END AS "currentSeq"
    FROM (
      SELECT c.id, c.kind, c.last_seq AS seq, true AS is_all FROM conversations c WHERE c.id = ${id}::uuid
      UNION ALL
      SELECT c.id, c.kind, m.seq, false FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.id = ${id}::uuid AND (c.kind = 'group' OR m.sender_id <> ${viewerId}::uuid)
    ) target
      JOIN conversation_members own ON own.conversation_id = target.id AND own.user_id = ${viewerId}::uuid
      JOIN users reader ON reader.id = own.user_id
      LEFT JOIN conversation_members theirs ON target.kind = 'direct'
        AND theirs.conversation_id = target.id AND theirs.user_id <> own.user_id
      LEFT JOIN users other ON other.id = theirs.user_id AND ${isActive(sql`other`)}
      CROSS JOIN LATERAL (
        SELECT own.request IS NOT NULL OR NOT reader.sends_read_receipts OR (target.kind = 'direct'
          AND (NOT other.sends_read_receipts OR ${isBlockedBetween(viewerId, sql`other.id`)})) AS exists) silent
    WHERE (target.is_all OR target.seq > own.cleared_seq) AND (target.kind = 'group' OR other.id IS NOT NULL)
    FOR NO KEY UPDATE OF own`);
  return target ?? null;
}

/**
 * Whether the message `m` counts as unread for the member `own`. Of the changes of a group, only the addition of the
 * member does.
 */
const countsAsUnread = sql`(m.sender_id <> own.user_id AND m.deleted_at IS NULL
  AND (m.type <> 'system' OR m.event->>'type' = 'members_added' AND m.event->'userIds' ? own.user_id::text))`;

/** Selects the number of unread messages of the member `own` after the message `readSeq`. */
export function countUnreadAfter(readSeq: Prisma.Sql): Prisma.Sql {
  return sql`(SELECT count(*)::int FROM messages m
    WHERE m.conversation_id = own.conversation_id AND ${countsAsUnread}
      AND m.seq > greatest(${readSeq}, own.ignored_seq, own.cleared_seq))`;
}

/**
 * Moves the read position forward. If the sender gets no read receipt, the position is stored as
 * `ignored_seq`.
 */
export async function storeReadPosition(
  tx: Transaction,
  viewerId: string,
  { conversationId, toSeq, isSilent }: ReadTarget,
): Promise<{ unreadCount: number; upTo: string }> {
  const seq = isSilent ? sql`ignored_seq` : sql`read_seq`;
  const [read] = await tx.query<{ unreadCount: number; upTo: string }>(sql`
    UPDATE conversation_members own
    SET ${seq} = ${toSeq}::int, unread_count = ${countUnreadAfter(sql`${toSeq}::int`)}
    WHERE conversation_id = ${conversationId}::uuid AND user_id = ${viewerId}::uuid
    RETURNING unread_count AS "unreadCount", (SELECT id FROM messages
      WHERE conversation_id = ${conversationId}::uuid AND seq = ${toSeq}::int) AS "upTo"`);
  if (read === undefined) throw new Error('The locked conversation member does not exist.');
  return read;
}

/** The members who have sent the messages and get read receipts. */
export async function listReadSenders(
  tx: Transaction,
  viewerId: string,
  { conversationId, currentSeq, toSeq }: ReadTarget,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    SELECT u.id FROM conversation_members m JOIN users u ON u.id = m.user_id AND u.sends_read_receipts
    WHERE m.conversation_id = ${conversationId}::uuid AND u.id <> ${viewerId}::uuid
      AND m.last_sent_seq > ${currentSeq}::int AND NOT ${isBlockedBetween(viewerId, sql`u.id`)}
      AND EXISTS (SELECT FROM messages WHERE conversation_id = m.conversation_id AND sender_id = u.id
        AND seq > ${currentSeq}::int AND seq <= ${toSeq}::int)`);
  return rows.map(({ id }) => id);
}
