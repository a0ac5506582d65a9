import type { GroupEventType } from '@skein/contracts/chat';
import { exists, Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isActive, isBlockedBy } from '../../domain/visibility.queries.ts';
import { selectLinkCard } from '../threads/index.ts';
import { selectGroup, selectReplyTo, visibleParticipant } from './messages.hydrator.ts';
import { selectCardId } from './message-cards.repository.ts';
import { idWithTime } from './messages.repository.ts';
import type { InsertedMessage, NewMessage } from './messages.repository.ts';

const { sql } = Prisma;

export interface StoredGroupEvent {
  type: GroupEventType;
  userIds: readonly string[];
  name: string | null;
}

export interface NewGroupMessage extends Omit<
  NewMessage,
  'receiverId' | 'clientMessageId' | 'type'
> {
  groupId: string;
  type: NewMessage['type'] | 'system';
  clientMessageId: string | null;
  /** The usernames after an `@` in the text. */
  usernames: readonly string[];
  event: StoredGroupEvent | null;
}

export type InsertedGroupMessage = InsertedMessage & { memberIds: string[] };

/**
 * Stores a message of a group, updates the counters of all members and delivers it to their inboxes, in a single
 * statement. Returns null when the sender is not a member, has used the `clientMessageId` before, does not see
 * the message to quote, or when the members have changed while the statement waited for the conversation: it
 * would deliver to the earlier members.
 * The locks have the same order as those of `insertMessage`.
 */
export async function insertGroupMessage(
  database: Database | Transaction,
  message: NewGroupMessage,
): Promise<InsertedGroupMessage | null> {
  const [inserted] = await database.query<InsertedGroupMessage>(insertSql(message));
  return inserted ?? null;
}

function insertSql(message: NewGroupMessage): Prisma.Sql {
  const mentions = selectMentions({ ...message, groupId: sql`${message.groupId}::uuid` });
  const event = message.event === null ? null : JSON.stringify(message.event);
  const isUnread = sql`(NOT member.is_sender AND NOT member.is_blocker AND message.event IS NULL)`;
  return sql`
    WITH target AS (${selectTarget(message)}), conversation AS (
      UPDATE conversations c SET last_seq = c.last_seq + 1, updated_at = greatest(
        c.updated_at + interval '1 millisecond', ${message.now.toISOString()}::timestamptz)
      FROM target WHERE c.id = target.id AND c.members_version = target.members_version
      RETURNING c.id, c.last_seq, c.updated_at
    ), message AS (
      INSERT INTO messages
        (id, conversation_id, seq, sender_id, type, content, client_message_id, created_at,
          reply_to_seq, shared_thread_id, link_card_id, event, mentions)
      SELECT ${idWithTime(sql`conversation.updated_at`)}, conversation.id, conversation.last_seq,
        ${message.senderId}::uuid, ${message.type}::message_type, ${message.content},
        ${message.clientMessageId}, conversation.updated_at, target.reply_to_seq,
        ${message.sharedThreadId ?? null}::uuid,
        ${selectCardId(sql`conversation.id`, message.cardUrl ?? null)}, ${event}::jsonb, ${mentions}
      FROM conversation, target
      RETURNING *
    ), member AS MATERIALIZED (
      SELECT known.user_id, known.user_id = message.sender_id AS is_sender,
        ${isBlockedBy(sql`known.user_id`, sql`message.sender_id`)} AS is_blocker
      FROM message JOIN conversation_members known ON known.conversation_id = message.conversation_id
    ), membership AS (
      UPDATE conversation_members known SET
        unread_count = known.unread_count + (${isUnread} AND NOT known.is_ignored)::int,
        last_sent_seq = CASE WHEN member.is_sender THEN message.seq ELSE known.last_sent_seq END,
        ignored_seq = CASE WHEN member.is_blocker AND known.unread_count = 0
          THEN message.seq ELSE known.ignored_seq END,
        mentioned_seq = CASE WHEN NOT member.is_blocker AND known.user_id = ANY (message.mentions)
          THEN message.seq ELSE known.mentioned_seq END,
        last_message_at = message.created_at,
        request = CASE WHEN NOT member.is_sender THEN known.request END
      FROM member, message
      WHERE known.conversation_id = message.conversation_id AND known.user_id = member.user_id
    ), inbox AS (
      INSERT INTO chat_inboxes AS known (user_id, last_seq) SELECT user_id, 1 FROM member ORDER BY user_id
      ON CONFLICT (user_id) DO UPDATE SET last_seq = known.last_seq + 1
      RETURNING user_id, last_seq
    ), delivery AS (
      INSERT INTO message_deliveries (user_id, seq, message_id)
      SELECT inbox.user_id, inbox.last_seq, message.id FROM inbox, message
    )
    SELECT m.id, m.content, m.type, m.created_at AS "createdAt", false AS "isDeleted",
      m.client_message_id AS "clientMessageId", true AS "isOwn", false AS "isRead",
      target.viewer, target.viewer AS partner, target."group", m.sender_id AS "senderId", NULL AS media,
      NULL AS "moreMedia", NULL AS reactions, m.revision, m.edited_at AS "editedAt", m.shared_thread_id AS "sharedThreadId",
      m.link_card_id AS "linkCardId", ${selectLinkCard(sql`m.link_card_id`)} AS card,
      NULL AS event, m.mentions, false AS "isHidden",
      ${selectReplyTo(sql`0`)} AS "replyTo", ARRAY(SELECT user_id FROM member) AS "memberIds"
    FROM message m, target`;
}

/** The group with its sender, as they were before the statement waited for a lock. */
function selectTarget(message: NewGroupMessage): Prisma.Sql {
  const { senderId, groupId, clientMessageId, replyToId = null } = message;
  const isNew = sql`NOT ${exists(sql`messages
    WHERE sender_id = ${senderId}::uuid AND client_message_id = ${clientMessageId}`)}`;
  return sql`
    SELECT c.id, c.members_version, quoted.seq AS reply_to_seq,
      ${visibleParticipant(sql`own_user`)} AS viewer, ${selectGroup(sql`grp`)} AS "group"
    FROM conversations c JOIN chat_groups grp ON grp.conversation_id = c.id
      JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = ${senderId}::uuid
      JOIN users own_user ON own_user.id = own.user_id AND ${isActive(sql`own_user`)}
      LEFT JOIN LATERAL (
        SELECT replied.seq FROM messages replied
        WHERE replied.id = ${replyToId}::uuid AND replied.conversation_id = c.id
          AND replied.type <> 'system' AND replied.seq > own.cleared_seq) quoted ON true
    WHERE c.id = ${groupId}::uuid AND ${isNew}
      AND (${replyToId}::uuid IS NULL OR quoted.seq IS NOT NULL)`;
}

interface Mentions {
  groupId: Prisma.Sql;
  senderId: string;
  usernames: readonly string[];
}

/** The members of the group among the mentioned users; NULL if there are none. */
export function selectMentions({ groupId, senderId, usernames }: Mentions): Prisma.Sql {
  if (usernames.length === 0) return sql`NULL::uuid[]`;
  return sql`(SELECT array_agg(named.id) FROM users named JOIN conversation_members known
      ON known.user_id = named.id AND known.conversation_id = ${groupId}
    WHERE named.username = ANY (${[...usernames]}::text[]) AND named.id <> ${senderId}::uuid)`;
}
