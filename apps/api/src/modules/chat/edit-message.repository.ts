import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canMessage } from '../../platform/visibility.queries.ts';
import { isMessageVisible, joinUsers } from './messages.hydrator.ts';

const { sql } = Prisma;

interface Edit {
  viewerId: string;
  messageId: string;
  content: string;
  now: Date;
  sentAfter: Date;
}

interface EditedMessage {
  messageId: string;
  /** Null in a group. */
  receiverId: string | null;
}

/**
 * Stores the new text of a message of the viewer's, and returns its receiver. Null when there is no
 * such message to edit, or the text is unchanged. PostgreSQL checks the message again after locking
 * it, so an edit never follows a deletion.
 */
export async function storeEdit(
  database: Database,
  { viewerId, messageId, content, now, sentAfter }: Edit,
): Promise<EditedMessage | null> {
  const [edited] = await database.$queryRaw<EditedMessage[]>(sql`
    WITH target AS (
      SELECT m.id, CASE WHEN c.lower_id IS NOT NULL THEN partner.id END AS receiver_id
      FROM messages m JOIN conversations c ON c.id = m.conversation_id ${joinUsers(viewerId)}
      WHERE m.id = ${messageId}::uuid AND m.sender_id = ${viewerId}::uuid
        AND ${isMessageVisible} AND m.type <> 'system'
        AND (c.lower_id IS NULL OR ${canMessage(viewerId, sql`partner`)})
    )
    UPDATE messages m SET content = ${content}, edited_at = ${now}, revision = m.revision + 1
    FROM target
    WHERE m.id = target.id AND m.deleted_at IS NULL AND m.created_at > ${sentAfter}
      AND m.content <> ${content} AND (m.type <> 'text' OR m.shared_thread_id IS NOT NULL OR ${content} <> '')
    RETURNING m.id AS "messageId", target.receiver_id AS "receiverId"`);
  return edited ?? null;
}
