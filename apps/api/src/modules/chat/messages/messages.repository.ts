import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { canMessage, isActive, isBlockedBy } from '../../../domain/visibility.queries.ts';
import { selectMentions } from './insert-message.repository.ts';
import type { NewMessage } from './insert-message.repository.ts';
import { selectCardId } from './message-cards.repository.ts';
import {
  hydrateMessages,
  isMessageVisible,
  joinUsers,
  messageColumns,
} from './messages.hydrator.ts';
import type { MessageRow } from './messages.hydrator.ts';

const { sql } = Prisma;

/** The message as the viewer sees it; null when they may not see it. */
export async function findMessage(
  database: Database,
  viewerId: string,
  messageId: string,
): Promise<MessageRow | null> {
  const source = sql`SELECT ${messageId}::uuid AS message_id, 0 AS position`;
  const [found] = await hydrateMessages(database, viewerId, source);
  return found ?? null;
}

/** The message with this `clientMessageId`, even if the sender has cleared it since. */
export async function findByClientMessageId(
  database: Database,
  { senderId, clientMessageId }: Pick<NewMessage, 'senderId' | 'clientMessageId'>,
): Promise<MessageRow | null> {
  const [found] = await database.query<MessageRow>(sql`
    SELECT ${messageColumns(senderId)}
    FROM messages m JOIN conversations c ON c.id = m.conversation_id ${joinUsers(senderId)}
    WHERE m.sender_id = ${senderId}::uuid AND m.client_message_id = ${clientMessageId}
      AND ${isActive(sql`other`)}`);
  return found ?? null;
}

interface Edit {
  viewerId: string;
  messageId: string;
  content: string;
  /** The usernames after an `@` in the text. */
  usernames: readonly string[];
  /** The URL of the link card, for a message with neither files nor a shared thread. */
  cardUrl: string | null;
  now: Date;
  sentAfter: Date;
}

/**
 * Stores the new text of a message of the viewer's. Null when there is no such message to edit, or the text is
 * unchanged. PostgreSQL checks the message again after locking it, so an edit never follows a deletion. The
 * conversation is locked first, as in sending.
 */
export async function storeEdit(
  database: Database | Transaction,
  { viewerId, messageId, content, usernames, cardUrl, now, sentAfter }: Edit,
): Promise<{ linkCardId: string | null } | null> {
  const mentions = selectMentions({ conversationId: sql`c.id`, senderId: viewerId, usernames });
  const isMentioned = sql`coalesce(own.user_id = ANY (edited.mentions), false)`;
  const [edited] = await database.query<{ linkCardId: string | null }>(sql`
    WITH target AS (
      SELECT m.id, c.kind, CASE WHEN c.kind = 'group' THEN ${mentions} END AS mentions
      FROM messages m JOIN conversations c ON c.id = m.conversation_id ${joinUsers(viewerId)}
      WHERE m.id = ${messageId}::uuid AND m.sender_id = ${viewerId}::uuid
        AND ${isMessageVisible} AND m.type <> 'system'
        AND (c.kind = 'group' OR ${canMessage(viewerId, sql`other`)})
      FOR NO KEY UPDATE OF c
    ), edited AS (
      UPDATE messages m SET content = ${content}, edited_at = ${now}, revision = m.revision + 1,
        mentions = target.mentions, link_card_id = CASE WHEN m.type = 'text' AND m.shared_thread_id IS NULL
          THEN ${selectCardId(sql`m.conversation_id`, cardUrl)} END
      FROM target
      WHERE m.id = target.id AND m.deleted_at IS NULL AND m.created_at > ${sentAfter}
        AND m.content <> ${content} AND (m.type <> 'text' OR m.shared_thread_id IS NOT NULL OR ${content} <> '')
      RETURNING m.conversation_id, m.seq, m.sender_id, m.mentions, m.link_card_id, target.kind
    ), mentioned AS (
      UPDATE conversation_members own SET mentioned_seq = CASE WHEN ${isMentioned} THEN edited.seq ELSE (
        SELECT coalesce(max(earlier.seq), 0) FROM messages earlier
        WHERE earlier.conversation_id = own.conversation_id AND earlier.deleted_at IS NULL
          AND earlier.seq > own.read_seq AND earlier.seq < edited.seq
          AND own.user_id = ANY (earlier.mentions)) END
      FROM edited
      WHERE edited.kind = 'group' AND own.conversation_id = edited.conversation_id
        AND CASE WHEN ${isMentioned} THEN own.mentioned_seq < edited.seq
            AND NOT ${isBlockedBy(sql`own.user_id`, sql`edited.sender_id`)}
          ELSE own.mentioned_seq = edited.seq END
    )
    SELECT link_card_id AS "linkCardId" FROM edited`);
  return edited ?? null;
}

interface DeletedMessage {
  messageId: string;
  conversationId: string;
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
  database: Database | Transaction,
  own: { messageId: string; senderId: string; now: Date; sentAfter: Date },
): Promise<DeletedMessage | null> {
  const [deleted] = await database.query<DeletedMessage>(sql`
    WITH target AS (
      SELECT m.id, m.sender_id, c.id AS conversation_id
      FROM messages m JOIN conversations c ON c.id = m.conversation_id
        JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = m.sender_id
      WHERE m.id = ${own.messageId}::uuid AND m.sender_id = ${own.senderId}::uuid
        AND m.seq > own.cleared_seq AND m.type <> 'system'
      FOR NO KEY UPDATE OF c
    ), deleted AS (
      UPDATE messages m SET content = '', reactions = NULL, shared_thread_id = NULL, link_card_id = NULL, deleted_at = ${own.now},
        revision = m.revision + 1 FROM target
      WHERE m.id = target.id AND m.deleted_at IS NULL AND m.created_at > ${own.sentAfter}
      RETURNING m.id, m.seq, target.sender_id, target.conversation_id
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
    SELECT id AS "messageId", conversation_id AS "conversationId",
      ARRAY(SELECT storage_key FROM file UNION ALL SELECT storage_key FROM additional_file) AS "storageKeys"
    FROM deleted`);
  return deleted ?? null;
}

/**
 * Stores or, with null, removes the viewer's reaction to a message that is not deleted; false when
 * nothing changed. PostgreSQL re-reads the row after locking it, so reactions of several members at the
 * same time are kept.
 */
export async function storeReaction(
  database: Database,
  { viewerId, messageId }: { viewerId: string; messageId: string },
  emoji: string | null,
): Promise<boolean> {
  const reactions =
    emoji === null
      ? sql`nullif(m.reactions - ${viewerId}::text, '{}')`
      : sql`coalesce(m.reactions, '{}') || jsonb_build_object(${viewerId}::text, ${emoji}::text)`;
  const changed = await database.query(sql`
    UPDATE messages m SET reactions = ${reactions}, revision = m.revision + 1
    WHERE m.id = ${messageId}::uuid AND m.deleted_at IS NULL
      AND (m.reactions ->> ${viewerId}::text) IS DISTINCT FROM ${emoji}::text
    RETURNING m.id`);
  return changed.length > 0;
}
