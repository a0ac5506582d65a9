import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isBlockedBetween } from '../../domain/visibility.queries.ts';
import { partnerOf } from './permission.queries.ts';

interface DeletedMessage {
  messageId: string;
  conversationId: string;
  /** Null in a group. */
  receiverId: string | null;
  /** One of the two has blocked the other. */
  isBlocked: boolean;
  /** Keys of the files that no message uses any more. */
  storageKeys: string[];
}

/**
 * Clears a message's text, deletes its files and decrements the unread counts of the other members. Returns
 * null when there is no message to delete. A single statement: PostgreSQL re-reads the receiver's
 * row after locking it, so the count stays correct while messages are read or sent. The
 * conversation is locked first, so that the lock order is the same as in sending and in the
 * deletion of an account.
 */
export async function deleteOwnMessage(
  database: Database,
  own: { messageId: string; senderId: string; now: Date; sentAfter: Date },
): Promise<DeletedMessage | null> {
  const [deleted] = await database.query<DeletedMessage>(Prisma.sql`
    WITH target AS (
      SELECT m.id, m.sender_id, c.id AS conversation_id, ${partnerOf(own.senderId)} AS receiver_id
      FROM messages m JOIN conversations c ON c.id = m.conversation_id
        JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = m.sender_id
      WHERE m.id = ${own.messageId}::uuid AND m.sender_id = ${own.senderId}::uuid
        AND m.seq > own.cleared_seq AND m.type <> 'system'
      FOR NO KEY UPDATE OF c
    ), deleted AS (
      UPDATE messages m SET content = '', reactions = NULL, shared_thread_id = NULL, link_card_id = NULL, deleted_at = ${own.now},
        revision = m.revision + 1 FROM target
      WHERE m.id = target.id AND m.deleted_at IS NULL AND m.created_at > ${own.sentAfter}
      RETURNING m.id, m.seq, target.sender_id, target.conversation_id, target.receiver_id
    ), file AS (
      DELETE FROM media USING deleted WHERE media.message_id = deleted.id RETURNING storage_key
    ), additional_file AS (
      DELETE FROM media USING deleted WHERE media.additional_message_id = deleted.id RETURNING storage_key
    ), decremented AS (
      UPDATE conversation_members other SET unread_count = other.unread_count - 1
      FROM deleted
      WHERE other.conversation_id = deleted.conversation_id
        AND other.user_id <> deleted.sender_id AND NOT other.is_ignored AND other.unread_count > 0
        AND deleted.seq > greatest(other.read_seq, other.ignored_seq, other.cleared_seq)
    )
    SELECT id AS "messageId", conversation_id AS "conversationId", receiver_id AS "receiverId",
      ${isBlockedBetween(own.senderId, Prisma.sql`deleted.receiver_id`)} AS "isBlocked",
      ARRAY(SELECT storage_key FROM file UNION ALL SELECT storage_key FROM additional_file) AS "storageKeys"
    FROM deleted`);
  return deleted ?? null;
}
