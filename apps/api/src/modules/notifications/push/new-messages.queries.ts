import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isListable } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** A user who has sent messages since the last delivery, or a group with new messages. */
export interface NewMessages {
  /** The latest message. */
  messageId: string;
  /** The number of unread messages in the conversation. */
  count: number;
  /** The user or group. */
  senderId: string;
  name: string;
  /** The name of the conversation in links: for a group, its id. */
  username: string;
  pictureKey: string | null;
}

interface Inbox {
  lastSeq: number;
  senders: NewMessages[];
}

/**
 * The unread messages after a position in the inbox, one row per sender, of conversations with
 * notifications enabled.
 */
export async function readNewMessages(
  database: Database,
  userId: string,
  afterSeq: number,
): Promise<Inbox> {
  // Read first: a message that arrives between the two statements is delivered again at worst.
  const inbox = await database.chatInbox.findFirst({ where: { userId } });
  const lastSeq = inbox?.lastSeq ?? 0;
  if (lastSeq <= afterSeq) return { lastSeq: afterSeq, senders: [] };
  const senders = await database.query<NewMessages>(sql`
    SELECT written.chat_id AS "senderId", coalesce(grp.name, sender.name) AS name,
      coalesce(grp.conversation_id::text, sender.username) AS username,
      CASE WHEN grp.conversation_id IS NULL THEN sender.picture_key ELSE grp.picture_key END AS "pictureKey",
      written.count, written.message_id AS "messageId"
    FROM (
      SELECT coalesce(in_group.conversation_id, message.sender_id) AS chat_id, max(own.unread_count) AS count,
        (array_agg(message.id ORDER BY delivery.seq DESC))[1] AS message_id,
        max(delivery.seq) AS seq
      FROM message_deliveries delivery JOIN messages message ON message.id = delivery.message_id
        JOIN conversation_members own ON own.conversation_id = message.conversation_id
          AND own.user_id = delivery.user_id
        LEFT JOIN chat_groups in_group ON in_group.conversation_id = message.conversation_id
        JOIN users author ON author.id = message.sender_id AND ${isListable(userId, sql`author`)}
      WHERE delivery.user_id = ${userId}::uuid AND delivery.seq > ${afterSeq}::int
        AND delivery.seq <= ${lastSeq}::int AND message.sender_id <> delivery.user_id
        AND message.deleted_at IS NULL AND message.seq > greatest(own.read_seq, own.cleared_seq)
        AND message.type <> 'system' AND (NOT own.is_muted
          OR in_group.conversation_id IS NOT NULL AND NOT own.is_mention_muted
            AND own.user_id = ANY (message.mentions))
        AND NOT own.is_ignored AND own.request IS NULL
      GROUP BY 1
    ) written LEFT JOIN users sender ON sender.id = written.chat_id
      LEFT JOIN chat_groups grp ON grp.conversation_id = written.chat_id
    ORDER BY written.seq DESC LIMIT 3`);
  return { lastSeq, senders };
}
