import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canMessage, isBlockedBy } from '../../domain/visibility.queries.ts';
import { selectMentions } from './group-messages.repository.ts';
import { selectCardId } from './message-cards.repository.ts';
import { isMessageVisible, joinUsers } from './messages.hydrator.ts';

const { sql } = Prisma;

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

interface EditedMessage {
  messageId: string;
  /** Null in a group. */
  receiverId: string | null;
  linkCardId: string | null;
}

/**
 * Stores the new text of a message of the viewer's, and returns its receiver. Null when there is no
 * such message to edit, or the text is unchanged. PostgreSQL checks the message again after locking
 * it, so an edit never follows a deletion. The conversation is locked first, as in sending.
 */
export async function storeEdit(
  database: Database,
  { viewerId, messageId, content, usernames, cardUrl, now, sentAfter }: Edit,
): Promise<EditedMessage | null> {
  const mentions = selectMentions({ groupId: sql`c.id`, senderId: viewerId, usernames });
  const isMentioned = sql`coalesce(own.user_id = ANY (edited.mentions), false)`;
  const [edited] = await database.query<EditedMessage>(sql`
    WITH target AS (
      SELECT m.id, CASE WHEN c.kind = 'direct' THEN partner.id END AS receiver_id,
        CASE WHEN c.kind = 'group' THEN ${mentions} END AS mentions
      FROM messages m JOIN conversations c ON c.id = m.conversation_id ${joinUsers(viewerId)}
      WHERE m.id = ${messageId}::uuid AND m.sender_id = ${viewerId}::uuid
        AND ${isMessageVisible} AND m.type <> 'system'
        AND (c.kind = 'group' OR ${canMessage(viewerId, sql`partner`)})
      FOR NO KEY UPDATE OF c
    ), edited AS (
      UPDATE messages m SET content = ${content}, edited_at = ${now}, revision = m.revision + 1,
        mentions = target.mentions, link_card_id = CASE WHEN m.type = 'text' AND m.shared_thread_id IS NULL
          THEN ${selectCardId(sql`m.conversation_id`, cardUrl)} END
      FROM target
      WHERE m.id = target.id AND m.deleted_at IS NULL AND m.created_at > ${sentAfter}
        AND m.content <> ${content} AND (m.type <> 'text' OR m.shared_thread_id IS NOT NULL OR ${content} <> '')
      RETURNING m.id, m.conversation_id, m.seq, m.sender_id, m.mentions, m.link_card_id, target.receiver_id
    ), mentioned AS (
      UPDATE conversation_members own SET mentioned_seq = CASE WHEN ${isMentioned} THEN edited.seq ELSE (
        SELECT coalesce(max(earlier.seq), 0) FROM messages earlier
        WHERE earlier.conversation_id = own.conversation_id AND earlier.deleted_at IS NULL
          AND earlier.seq > own.read_seq AND earlier.seq < edited.seq
          AND own.user_id = ANY (earlier.mentions)) END
      FROM edited
      WHERE edited.receiver_id IS NULL AND own.conversation_id = edited.conversation_id
        AND CASE WHEN ${isMentioned} THEN own.mentioned_seq < edited.seq
            AND NOT ${isBlockedBy(sql`own.user_id`, sql`edited.sender_id`)}
          ELSE own.mentioned_seq = edited.seq END
    )
    SELECT id AS "messageId", receiver_id AS "receiverId", link_card_id AS "linkCardId" FROM edited`);
  return edited ?? null;
}
