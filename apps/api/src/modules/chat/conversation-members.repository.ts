import type { ConversationSettings } from '@skein/contracts/chat';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { newId } from '../../platform/ids.ts';
import { isActive, isBlockedBetween, selectPairKey } from '../../domain/visibility.queries.ts';
import { isBetween, partnerOf } from './permission.queries.ts';

const { sql } = Prisma;

/** The viewer's membership, which is locked, and the message up to which it is marked as read. */
export interface ReadTarget {
  conversationId: string;
  partnerId: string;
  toSeq: number;
  /** Messages up to this one are read already. */
  currentSeq: number;
  isIgnored: boolean;
  /**
   * The sender gets no read receipts: one member has turned them off or has blocked the other, or it
   * is a request.
   */
  isSilent: boolean;
  unreadCount: number;
}

/** Undefined fields stay unchanged. */
export interface SettingsChange {
  isMuted?: boolean | undefined;
  isIgnored?: boolean | undefined;
  isPinned?: boolean | undefined;
  isMentionMuted?: boolean | undefined;
}

/**
 * Locks the viewer's membership in the conversation with a user, or in the conversation of a
 * received message; null when the id is neither. Other statements that change the unread count wait
 * for this lock, so the next statement counts all messages.
 */
export async function lockReadTarget(
  tx: Transaction,
  viewerId: string,
  id: string,
): Promise<ReadTarget | null> {
  const [target] = await tx.query<ReadTarget>(sql`
    SELECT own.conversation_id AS "conversationId", target.partner_id AS "partnerId",
      target.seq AS "toSeq", own.is_ignored AS "isIgnored", own.unread_count AS "unreadCount",
      silent.exists AS "isSilent", CASE WHEN silent.exists
        THEN greatest(own.read_seq, own.ignored_seq) ELSE own.read_seq END AS "currentSeq"
    FROM (
      SELECT c.id AS conversation_id, ${partnerOf(viewerId)} AS partner_id, c.last_seq AS seq,
        true AS is_all
      FROM conversations c WHERE ${isBetween(viewerId, id)}
      UNION ALL
      SELECT m.conversation_id, m.sender_id, m.seq, false
      FROM messages m JOIN conversations c ON c.id = m.conversation_id AND c.kind = 'direct'
      WHERE m.id = ${id}::uuid AND m.sender_id <> ${viewerId}::uuid
    ) target
      JOIN conversation_members own ON own.conversation_id = target.conversation_id
        AND own.user_id = ${viewerId}::uuid
      JOIN users reader ON reader.id = own.user_id
      JOIN users partner ON partner.id = target.partner_id AND ${isActive(sql`partner`)}
      CROSS JOIN LATERAL (
        SELECT own.request IS NOT NULL OR NOT (reader.sends_read_receipts AND partner.sends_read_receipts)
          OR ${isBlockedBetween(viewerId, sql`partner.id`)} AS exists) silent
    WHERE target.is_all OR target.seq > own.cleared_seq
    FOR NO KEY UPDATE OF own`);
  return target ?? null;
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
    UPDATE conversation_members own SET ${seq} = ${toSeq}::int, unread_count = (
      SELECT count(*)::int FROM messages
      WHERE conversation_id = own.conversation_id AND sender_id <> own.user_id
        AND deleted_at IS NULL AND type <> 'system' AND seq > greatest(${toSeq}::int, own.ignored_seq, own.cleared_seq))
    WHERE conversation_id = ${conversationId}::uuid AND user_id = ${viewerId}::uuid
    RETURNING unread_count AS "unreadCount", (SELECT id FROM messages
      WHERE conversation_id = ${conversationId}::uuid AND seq = ${toSeq}::int) AS "upTo"`);
  if (read === undefined) throw new Error('The locked conversation member does not exist.');
  return read;
}

/** Hides all messages for one member; false when there is no conversation. */
export async function clearForMember(
  database: Database,
  viewerId: string,
  partnerId: string,
): Promise<boolean> {
  const changed = await database.execute(sql`
    WITH conversation AS (
      SELECT c.id, c.last_seq FROM conversations c WHERE ${isBetween(viewerId, partnerId)}
      FOR NO KEY UPDATE
    )
    UPDATE conversation_members own
    SET cleared_seq = conversation.last_seq, unread_count = 0, last_message_at = NULL,
      pinned_at = NULL
    FROM conversation
    WHERE own.conversation_id = conversation.id AND own.user_id = ${viewerId}::uuid`);
  return changed > 0;
}

/** Locks the viewer until commit, so that concurrent changes do not exceed the limit. */
export async function countOtherPinned(
  tx: Transaction,
  { viewerId, partnerId }: { viewerId: string; partnerId: string },
): Promise<number> {
  await tx.query(sql`SELECT FROM users WHERE id = ${viewerId}::uuid FOR NO KEY UPDATE`);
  const [row] = await tx.query<{ count: number }>(sql`
    SELECT count(*)::int AS count
    FROM conversation_members own JOIN conversations c ON c.id = own.conversation_id
    WHERE own.user_id = ${viewerId}::uuid AND own.pinned_at IS NOT NULL
      AND own.conversation_id <> ${partnerId}::uuid
      AND ${isBetween(viewerId, partnerId)} IS NOT TRUE`);
  return row?.count ?? 0;
}

/**
 * Stores the viewer's settings and creates the conversation if necessary. Returns null when one of
 * the two accounts does not exist any more. Messages that came while the conversation was ignored
 * count as read afterwards.
 */
export async function storeSettings(
  database: Database | Transaction,
  { viewerId, partnerId }: { viewerId: string; partnerId: string },
  change: SettingsChange,
): Promise<ConversationSettings | null> {
  const isMuted = sql`${change.isMuted ?? null}::boolean`;
  const isIgnored = sql`${change.isIgnored ?? null}::boolean`;
  const isPinned = sql`${change.isPinned ?? null}::boolean`;
  const [settings] = await database.query<ConversationSettings>(sql`
    WITH pair AS (
      SELECT own.id AS own_id, partner.id AS partner_id FROM users own, users partner
      WHERE own.id = ${viewerId}::uuid AND partner.id = ${partnerId}::uuid
      FOR KEY SHARE OF own, partner
    ), conversation AS (
      INSERT INTO conversations AS existing (id, pair_key)
      SELECT ${newId()}::uuid, ${selectPairKey(sql`own_id`, sql`partner_id`)} FROM pair
      ON CONFLICT (pair_key) DO UPDATE SET last_seq = existing.last_seq
      RETURNING id, last_seq
    )
    INSERT INTO conversation_members AS existing
      (conversation_id, user_id, is_muted, is_ignored, ignored_seq, pinned_at)
    SELECT id, ${viewerId}::uuid, coalesce(${isMuted}, true),
      coalesce(${isIgnored}, false), last_seq, CASE WHEN ${isPinned} THEN now() END
    FROM conversation
    ON CONFLICT (conversation_id, user_id) DO UPDATE SET
      is_muted = coalesce(${isMuted}, existing.is_muted),
      is_ignored = coalesce(${isIgnored}, existing.is_ignored),
      ignored_seq = CASE WHEN existing.is_ignored AND ${isIgnored} IS FALSE
        THEN excluded.ignored_seq ELSE existing.ignored_seq END,
      pinned_at = CASE WHEN ${isPinned} IS NULL THEN existing.pinned_at
        WHEN ${isPinned} THEN coalesce(existing.pinned_at, excluded.pinned_at) END,
      unread_count = CASE WHEN ${isIgnored} THEN 0 ELSE existing.unread_count END
    RETURNING is_muted AS "isMuted", is_ignored AS "isIgnored", pinned_at IS NOT NULL AS "isPinned",
      is_mention_muted AS "isMentionMuted"`);
  return settings ?? null;
}
