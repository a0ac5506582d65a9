import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isListable } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** A conversation with messages since the last delivery. */
export interface NewMessages {
  /** The latest message. */
  messageId: string;
  /** The number of unread messages in the conversation. */
  count: number;
  conversationId: string;
  /** The name of the other member or of the group. */
  title: string;
  pictureKey: string | null;
  /** The other member's; null for a group. */
  username: string | null;
}

interface Inbox {
  lastSeq: number;
  conversations: NewMessages[];
}

/**
 * The unread messages after a position in the inbox, one row per conversation, of those with
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
  if (lastSeq <= afterSeq) return { lastSeq: afterSeq, conversations: [] };
  const conversations = await database.query<NewMessages>(sql`
    SELECT written.conversation_id AS "conversationId", coalesce(grp.name, other.name) AS title,
      other.username, CASE WHEN c.kind = 'group' THEN grp.picture_key ELSE other.picture_key END AS "pictureKey",
      written.count, written.message_id AS "messageId"
    FROM (
      SELECT message.conversation_id, max(own.unread_count) AS count,
        (array_agg(message.id ORDER BY delivery.seq DESC))[1] AS message_id,
        max(delivery.seq) AS seq
      FROM message_deliveries delivery JOIN messages message ON message.id = delivery.message_id
        JOIN conversation_members own ON own.conversation_id = message.conversation_id
          AND own.user_id = delivery.user_id
        JOIN users author ON author.id = message.sender_id AND ${isListable(userId, sql`author`)}
      WHERE delivery.user_id = ${userId}::uuid AND delivery.seq > ${afterSeq}::int
        AND delivery.seq <= ${lastSeq}::int AND message.sender_id <> delivery.user_id
        AND message.deleted_at IS NULL AND message.seq > greatest(own.read_seq, own.cleared_seq)
        AND message.type <> 'system' AND (NOT own.is_muted
          OR NOT own.is_mention_muted AND own.user_id = ANY (message.mentions))
        AND NOT own.is_ignored AND own.request IS NULL
      GROUP BY 1
    ) written JOIN conversations c ON c.id = written.conversation_id
      LEFT JOIN chat_groups grp ON c.kind = 'group' AND grp.conversation_id = c.id
      LEFT JOIN conversation_members theirs ON c.kind = 'direct'
        AND theirs.conversation_id = c.id AND theirs.user_id <> ${userId}::uuid
      LEFT JOIN users other ON other.id = theirs.user_id
    ORDER BY written.seq DESC LIMIT 3`);
  return { lastSeq, conversations };
}
