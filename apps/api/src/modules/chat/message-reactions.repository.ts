import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;
const partnerOfSender = sql`(SELECT counterpart.user_id FROM conversation_members counterpart
    WHERE c.kind = 'direct' AND counterpart.conversation_id = c.id AND counterpart.user_id <> m.sender_id)`;

interface ReactionKey {
  viewerId: string;
  messageId: string;
}

export interface ChangedMessage {
  senderId: string;
  /** Null in a group. */
  receiverId: string;
}

/**
 * Stores or, with null, removes the viewer's reaction to a message that is not deleted. Null when
 * nothing changed. PostgreSQL re-reads the row after locking it, so reactions of both members at the
 * same time are kept.
 */
export async function storeReaction(
  database: Database,
  { viewerId, messageId }: ReactionKey,
  emoji: string | null,
): Promise<ChangedMessage | null> {
  const changed =
    emoji === null
      ? sql`nullif(m.reactions - ${viewerId}::text, '{}')`
      : sql`coalesce(m.reactions, '{}') || jsonb_build_object(${viewerId}::text, ${emoji}::text)`;
  const [message] = await database.query<ChangedMessage>(sql`
    UPDATE messages m SET reactions = ${changed}, revision = m.revision + 1
    FROM conversations c
    WHERE m.id = ${messageId}::uuid AND c.id = m.conversation_id AND m.deleted_at IS NULL
      AND (m.reactions ->> ${viewerId}::text) IS DISTINCT FROM ${emoji}::text
    RETURNING m.sender_id AS "senderId", 
      ${partnerOfSender} AS "receiverId"`);
  return message ?? null;
}
