import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isBlockedBetween } from '../users/index.ts';
import { partnerOf } from './standing.queries.ts';

interface TakenBack {
  messageId: string;
  receiverId: string;
  /** One of the two has blocked the other. */
  isBlocked: boolean;
  /** Of its file, which is nobody's now. */
  storageKeys: string[];
}

/**
 * Empties a message, removes its file and counts it no longer as unread; null where there is none
 * to be taken back. One statement: the receiver's count is that of the row as it is when its lock
 * is had, so it does not matter what is read or sent meanwhile. The conversation is kept first, so
 * that one that is just going with an account takes the same locks in no other order.
 */
export async function takeBack(
  database: Database,
  own: { messageId: string; senderId: string; now: Date; sentAfter: Date },
): Promise<TakenBack | null> {
  const [taken] = await database.$queryRaw<TakenBack[]>(Prisma.sql`
    WITH place AS (
      SELECT m.id, c.id AS conversation_id, ${partnerOf(own.senderId)} AS receiver_id
      FROM messages m JOIN conversations c ON c.id = m.conversation_id
        JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = m.sender_id
      WHERE m.id = ${own.messageId}::uuid AND m.sender_id = ${own.senderId}::uuid
        AND m.seq > own.cleared_seq
      FOR KEY SHARE OF c
    ), taken AS (
      UPDATE messages m SET content = '', deleted_at = ${own.now} FROM place
      WHERE m.id = place.id AND m.deleted_at IS NULL AND m.created_at > ${own.sentAfter}
      RETURNING m.id, m.seq, place.conversation_id, place.receiver_id
    ), file AS (
      DELETE FROM media USING taken WHERE media.message_id = taken.id RETURNING storage_key
    ), uncounted AS (
      UPDATE conversation_members other SET unread_count = other.unread_count - 1
      FROM taken
      WHERE other.conversation_id = taken.conversation_id
        AND other.user_id = taken.receiver_id AND NOT other.is_ignored
        AND taken.seq > greatest(other.read_seq, other.ignored_seq, other.cleared_seq)
    )
    SELECT id AS "messageId", receiver_id AS "receiverId",
      ${isBlockedBetween(own.senderId, Prisma.sql`taken.receiver_id`)} AS "isBlocked",
      ARRAY(SELECT storage_key FROM file) AS "storageKeys"
    FROM taken`);
  return taken ?? null;
}
