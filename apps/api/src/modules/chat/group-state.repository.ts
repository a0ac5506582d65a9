import type { ConversationSettings } from '@skein/contracts/chat';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isActive, isBlockedBetween } from '../../domain/visibility.queries.ts';
import type { ReadTarget, SettingsChange } from './conversation-members.repository.ts';

const { sql } = Prisma;

interface Membership {
  viewerId: string;
  groupId: string;
}

/** Whether the id is that of a group of the viewer. */
export async function isMember(
  database: Database | Transaction,
  { viewerId, groupId }: Membership,
): Promise<boolean> {
  const rows = await database.query(sql`
    SELECT 1 AS found FROM conversation_members own JOIN chat_groups grp
      ON grp.conversation_id = own.conversation_id
    WHERE own.user_id = ${viewerId}::uuid AND own.conversation_id = ${groupId}::uuid`);
  return rows.length > 0;
}

/** As `storeSettings`; null unless the viewer is a member. */
export async function storeGroupSettings(
  database: Database | Transaction,
  { viewerId, groupId }: Membership,
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
    WHERE c.id = ${groupId}::uuid AND c.kind = 'group'
      AND own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid
    RETURNING own.is_muted AS "isMuted", own.is_ignored AS "isIgnored",
      own.pinned_at IS NOT NULL AS "isPinned", own.is_mention_muted AS "isMentionMuted"`);
  return settings ?? null;
}

/** Hides all messages for one member; false unless the viewer is a member. */
export async function clearGroup(
  database: Database,
  { viewerId, groupId }: Membership,
): Promise<boolean> {
  const changed = await database.execute(sql`
    WITH conversation AS (
      SELECT id, last_seq FROM conversations WHERE id = ${groupId}::uuid AND kind = 'group'
      FOR NO KEY UPDATE
    )
    UPDATE conversation_members own
    SET cleared_seq = conversation.last_seq, unread_count = 0, last_message_at = NULL, pinned_at = NULL
    FROM conversation
    WHERE own.conversation_id = conversation.id AND own.user_id = ${viewerId}::uuid`);
  return changed > 0;
}

/** False unless there is a pending request. */
export async function acceptGroup(
  database: Database,
  { viewerId, groupId }: Membership,
): Promise<boolean> {
  const { count } = await database.conversationMember.updateMany({
    where: { conversationId: groupId, userId: viewerId, request: 'pending' },
    data: { request: null },
  });
  return count > 0;
}

/** As `lockReadTarget`, for a group or one of its messages. */
export async function lockGroupReadTarget(
  tx: Transaction,
  viewerId: string,
  id: string,
): Promise<ReadTarget | null> {
  const [target] = await tx.query<ReadTarget>(sql`
    SELECT own.conversation_id AS "conversationId", own.conversation_id AS "partnerId",
      target.seq AS "toSeq", own.is_ignored AS "isIgnored", own.unread_count AS "unreadCount",
      silent.exists AS "isSilent", CASE WHEN silent.exists
        THEN greatest(own.read_seq, own.ignored_seq) ELSE own.read_seq END AS "currentSeq"
    FROM (
      SELECT c.id AS conversation_id, c.last_seq AS seq, true AS is_all
      FROM conversations c WHERE c.id = ${id}::uuid AND c.kind = 'group'
      UNION ALL
      SELECT m.conversation_id, m.seq, false FROM messages m
        JOIN conversations c ON c.id = m.conversation_id AND c.kind = 'group'
      WHERE m.id = ${id}::uuid
    ) target
      JOIN conversation_members own ON own.conversation_id = target.conversation_id
        AND own.user_id = ${viewerId}::uuid
      JOIN users reader ON reader.id = own.user_id
      CROSS JOIN LATERAL (
        SELECT own.request IS NOT NULL OR NOT reader.sends_read_receipts AS exists) silent
    WHERE target.is_all OR target.seq > own.cleared_seq
    FOR NO KEY UPDATE OF own`);
  return target ?? null;
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

/** The members who see that the viewer is typing. Null unless the viewer is a member who has accepted. */
export async function listTypingReaders(
  database: Database,
  { viewerId, groupId }: Membership,
): Promise<string[] | null> {
  const [row] = await database.query<{ userIds: string[] }>(sql`
    SELECT ARRAY(SELECT m.user_id FROM conversation_members m
        JOIN users u ON u.id = m.user_id AND u.sends_typing_indicators AND ${isActive(sql`u`)}
      WHERE m.conversation_id = own.conversation_id AND m.user_id <> own.user_id
        AND viewer.sends_typing_indicators AND own.request IS NULL
        AND m.request IS NULL AND NOT m.is_ignored
        AND NOT ${isBlockedBetween(viewerId, sql`m.user_id`)}) AS "userIds"
    FROM conversation_members own JOIN chat_groups grp ON grp.conversation_id = own.conversation_id
      JOIN users viewer ON viewer.id = own.user_id
    WHERE own.conversation_id = ${groupId}::uuid AND own.user_id = ${viewerId}::uuid`);
  return row?.userIds ?? null;
}
