import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { partnerOf } from './standing.queries.ts';

interface TakenBack {
  messageId: string;
  receiverId: string;
  /** Of its file, which is nobody's now. */
  storageKeys: string[];
}

/**
 * Empties a message, removes its file and counts it no longer as unread; null where there is none
 * to be taken back. One statement: the receiver's count is that of the row as it is when its lock
 * is had, so it does not matter what is read or sent meanwhile.
 */
export async function takeBack(
  database: Database,
  own: { messageId: string; senderId: string; now: Date; sentAfter: Date },
): Promise<TakenBack | null> {
  const [taken] = await database.$queryRaw<TakenBack[]>(Prisma.sql`
    WITH taken AS (
      UPDATE messages m SET content = '', deleted_at = ${own.now}
      FROM conversation_members own
      WHERE m.id = ${own.messageId}::uuid AND m.sender_id = ${own.senderId}::uuid
        AND m.deleted_at IS NULL AND m.created_at > ${own.sentAfter}
        AND own.conversation_id = m.conversation_id AND own.user_id = m.sender_id
        AND m.seq > own.cleared_seq
      RETURNING m.id, m.conversation_id, m.seq
    ), file AS (
      DELETE FROM media USING taken WHERE media.message_id = taken.id RETURNING storage_key
    ), uncounted AS (
      UPDATE conversation_members other SET unread_count = other.unread_count - 1
      FROM taken
      WHERE other.conversation_id = taken.conversation_id
        AND other.user_id <> ${own.senderId}::uuid AND NOT other.is_ignored
        AND taken.seq > greatest(other.read_seq, other.ignored_seq, other.cleared_seq)
    )
    SELECT taken.id AS "messageId", ${partnerOf(own.senderId)} AS "receiverId",
      ARRAY(SELECT storage_key FROM file) AS "storageKeys"
    FROM taken JOIN conversations c ON c.id = taken.conversation_id`);
  return taken ?? null;
}
