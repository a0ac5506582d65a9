import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isBlockedInside } from '../conversations/conversation.queries.ts';

const { sql } = Prisma;

/** Older messages with the same link show the card when they are loaded again. */
const messagesMax = 20;

/**
 * The id of the link card of a message. A card belongs to one conversation: a card that is there already would
 * disclose that others were sent the link.
 */
export function selectCardId(conversationId: Prisma.Sql, url: string | null): Prisma.Sql {
  if (url === null) return sql`NULL::uuid`;
  const identity = sql`convert_to(${conversationId}::text || ${url}::text, 'UTF8')`;
  return sql`encode(substr(sha256(${identity}), 1, 16), 'hex')::uuid`;
}

/**
 * Increases the revisions of the messages with a card, so that clients apply its content. Leaves out those
 * between users of whom one has blocked the other.
 */
export function reviseMessagesWithCard(
  database: Database,
  cardId: string,
): Promise<{ id: string; conversationId: string }[]> {
  return database.query(sql`
    UPDATE messages m SET revision = m.revision + 1
    FROM conversations c
    WHERE c.id = m.conversation_id AND m.deleted_at IS NULL AND m.id IN (
        SELECT id FROM messages WHERE link_card_id = ${cardId}::uuid
        ORDER BY id DESC LIMIT ${messagesMax}::int)
      AND NOT ${isBlockedInside}
    RETURNING m.id, m.conversation_id AS "conversationId"`);
}
