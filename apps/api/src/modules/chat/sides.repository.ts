import type { ConversationSettings } from '@skein/contracts/chat';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { newId } from '../../platform/ids.ts';
import { isBlockedBetween } from '../users/index.ts';
import { isBetween, partnerOf } from './standing.queries.ts';

const { sql } = Prisma;

/** What is to be marked as read: the viewer's side, which is locked, up to a message. */
export interface ReadingTarget {
  conversationId: string;
  partnerId: string;
  toSeq: number;
  /** Up to here nothing changes any more. */
  doneSeq: number;
  isIgnored: boolean;
  /** One of the two has blocked the other, who learns of nothing that is read from then on. */
  isBlocked: boolean;
  unreadCount: number;
}

/** What is undefined stays as it is. */
export interface SettingsChange {
  isMuted?: boolean | undefined;
  isIgnored?: boolean | undefined;
}

/**
 * Locks the viewer's side of the conversation with a person, or of that of a message they received;
 * null where the id is neither. What counts unread messages waits for that lock, so the statement
 * that follows counts all that there are.
 */
export async function lockReadingTarget(
  tx: Transaction,
  viewerId: string,
  id: string,
): Promise<ReadingTarget | null> {
  const [target] = await tx.$queryRaw<ReadingTarget[]>(sql`
    SELECT own.conversation_id AS "conversationId", target.partner_id AS "partnerId",
      target.seq AS "toSeq", own.is_ignored AS "isIgnored", own.unread_count AS "unreadCount",
      block.exists AS "isBlocked", CASE WHEN block.exists
        THEN greatest(own.read_seq, own.ignored_seq) ELSE own.read_seq END AS "doneSeq"
    FROM (
      SELECT c.id AS conversation_id, ${partnerOf(viewerId)} AS partner_id, c.last_seq AS seq,
        true AS is_whole
      FROM conversations c WHERE ${isBetween(viewerId, id)}
      UNION ALL
      SELECT m.conversation_id, m.sender_id, m.seq, false
      FROM messages m WHERE m.id = ${id}::uuid AND m.sender_id <> ${viewerId}::uuid
    ) target
      JOIN conversation_members own ON own.conversation_id = target.conversation_id
        AND own.user_id = ${viewerId}::uuid
      JOIN users partner ON partner.id = target.partner_id AND partner.suspended_at IS NULL
      CROSS JOIN LATERAL (
        SELECT ${isBlockedBetween(viewerId, sql`partner.id`)} AS exists) block
    WHERE target.is_whole OR target.seq > own.cleared_seq
    FOR NO KEY UPDATE OF own`);
  return target ?? null;
}

/**
 * Moves on how far the viewer has read; across a block so that it counts for the viewer alone, as
 * what came while it was ignored does.
 */
export async function storeReading(
  tx: Transaction,
  viewerId: string,
  { conversationId, toSeq, isBlocked }: ReadingTarget,
): Promise<{ unreadCount: number; upTo: string }> {
  const seq = isBlocked ? sql`ignored_seq` : sql`read_seq`;
  const [read] = await tx.$queryRaw<{ unreadCount: number; upTo: string }[]>(sql`
    UPDATE conversation_members own SET ${seq} = ${toSeq}::int, unread_count = (
      SELECT count(*)::int FROM messages
      WHERE conversation_id = own.conversation_id AND sender_id <> own.user_id
        AND deleted_at IS NULL AND seq > greatest(${toSeq}::int, own.ignored_seq, own.cleared_seq))
    WHERE conversation_id = ${conversationId}::uuid AND user_id = ${viewerId}::uuid
    RETURNING unread_count AS "unreadCount", (SELECT id FROM messages
      WHERE conversation_id = ${conversationId}::uuid AND seq = ${toSeq}::int) AS "upTo"`);
  if (read === undefined) throw new Error('A locked row was not there.');
  return read;
}

/** Hides all that there is for the viewer alone; false where there is no conversation. */
export async function clearSide(
  database: Database,
  viewerId: string,
  partnerId: string,
): Promise<boolean> {
  const changed = await database.$executeRaw(sql`
    WITH conversation AS (
      SELECT c.id, c.last_seq FROM conversations c WHERE ${isBetween(viewerId, partnerId)}
      FOR NO KEY UPDATE
    )
    UPDATE conversation_members own
    SET cleared_seq = conversation.last_seq, unread_count = 0, last_message_at = NULL
    FROM conversation
    WHERE own.conversation_id = conversation.id AND own.user_id = ${viewerId}::uuid`);
  return changed > 0;
}

/**
 * Sets the viewer's side of a conversation, which begins with that where there is none. Null
 * when one of the two accounts is gone. What came while it was ignored counts as read from then on.
 */
export async function storeSettings(
  database: Database,
  { viewerId, partnerId }: { viewerId: string; partnerId: string },
  change: SettingsChange,
): Promise<ConversationSettings | null> {
  const isMuted = sql`${change.isMuted ?? null}::boolean`;
  const isIgnored = sql`${change.isIgnored ?? null}::boolean`;
  const [settings] = await database.$queryRaw<ConversationSettings[]>(sql`
    WITH pair AS (
      SELECT own.id AS own_id, partner.id AS partner_id FROM users own, users partner
      WHERE own.id = ${viewerId}::uuid AND partner.id = ${partnerId}::uuid
      FOR KEY SHARE OF own, partner
    ), conversation AS (
      INSERT INTO conversations AS known (id, lower_id, upper_id)
      SELECT ${newId()}::uuid, least(own_id, partner_id), greatest(own_id, partner_id) FROM pair
      ON CONFLICT (lower_id, upper_id) DO UPDATE SET last_seq = known.last_seq
      RETURNING id, last_seq
    )
    INSERT INTO conversation_members AS known
      (conversation_id, user_id, is_muted, is_ignored, ignored_seq)
    SELECT id, ${viewerId}::uuid, coalesce(${isMuted}, true),
      coalesce(${isIgnored}, false), last_seq
    FROM conversation
    ON CONFLICT (conversation_id, user_id) DO UPDATE SET
      is_muted = coalesce(${isMuted}, known.is_muted),
      is_ignored = coalesce(${isIgnored}, known.is_ignored),
      ignored_seq = CASE WHEN known.is_ignored AND ${isIgnored} IS FALSE
        THEN excluded.ignored_seq ELSE known.ignored_seq END,
      unread_count = CASE WHEN ${isIgnored} THEN 0 ELSE known.unread_count END
    RETURNING is_muted AS "isMuted", is_ignored AS "isIgnored"`);
  return settings ?? null;
}
