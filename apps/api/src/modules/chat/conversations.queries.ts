import { Prisma, queryRows } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive } from '../../platform/visibility.queries.ts';
import { joinUsers, messageColumns } from './messages.hydrator.ts';
import type { MessageRow } from './messages.hydrator.ts';
import { partnerOf } from './permission.queries.ts';

const { sql } = Prisma;

/** The position of a conversation in the list. */
export interface ConversationListPosition {
  lastMessageAt: Date;
  conversationId: string;
}

export interface ConversationRow {
  conversationId: string;
  unreadCount: number;
  isMuted: boolean;
  isIgnored: boolean;
  lastMessage: MessageRow;
}

/**
 * Rows for the users hydrator: the viewer's conversation partners, the latest conversation first.
 */
export function selectPartners(
  viewerId: string,
  { before, limit }: { before: ConversationListPosition | null; limit: number },
): Prisma.Sql {
  const isBefore =
    before === null
      ? Prisma.empty
      : sql`AND (own.last_message_at, own.conversation_id)
          < (${before.lastMessageAt}, ${before.conversationId}::uuid)`;
  return sql`
    SELECT user_id, since, reference,
      row_number() OVER (ORDER BY since DESC, reference DESC)::int AS position
    FROM (
      SELECT partner.id AS user_id, own.last_message_at AS since, own.conversation_id AS reference
      FROM conversation_members own JOIN conversations c ON c.id = own.conversation_id
        JOIN users partner ON partner.id = ${partnerOf(viewerId)}
      WHERE own.user_id = ${viewerId}::uuid AND own.last_message_at IS NOT NULL
        AND ${isActive(sql`partner`)} ${isBefore}
      ORDER BY own.last_message_at DESC, own.conversation_id DESC LIMIT ${limit}::int
    ) listed`;
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
  const [position] = await queryRows<ConversationListPosition>(
    database,
    sql`
    SELECT m.created_at AS "lastMessageAt", m.conversation_id AS "conversationId"
    FROM messages m JOIN conversation_members own ON own.conversation_id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND own.user_id = ${viewerId}::uuid`,
  );
  return position ?? null;
}

/** The conversations as the viewer sees them, each with its last message. */
export async function listConversationRows(
  database: Database,
  viewerId: string,
  conversationIds: readonly string[],
): Promise<ConversationRow[]> {
  if (conversationIds.length === 0) return [];
  const rows = await queryRows<Omit<ConversationRow, 'lastMessage'> & MessageRow>(
    database,
    sql`
    SELECT c.id AS "conversationId", own.unread_count AS "unreadCount",
      own.is_muted AS "isMuted", own.is_ignored AS "isIgnored", ${messageColumns(viewerId)}
    FROM unnest(${conversationIds}::uuid[]) AS requested (id)
      JOIN conversations c ON c.id = requested.id
      JOIN messages m ON m.conversation_id = c.id AND m.seq = c.last_seq ${joinUsers(viewerId)}
    WHERE m.seq > own.cleared_seq`,
  );
  return rows.map(({ conversationId, unreadCount, isMuted, isIgnored, ...lastMessage }) => ({
    conversationId,
    unreadCount,
    isMuted,
    isIgnored,
    lastMessage,
  }));
}

/** Counts the unread messages in all conversations. */
export async function countUnread(database: Database, viewerId: string): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    database,
    sql`
    SELECT coalesce(sum(own.unread_count), 0)::int AS count
    FROM conversation_members own JOIN conversations c ON c.id = own.conversation_id
      JOIN users partner ON partner.id = ${partnerOf(viewerId)}
    WHERE own.user_id = ${viewerId}::uuid AND own.unread_count > 0
      AND ${isActive(sql`partner`)}`,
  );
  return row?.count ?? 0;
}
