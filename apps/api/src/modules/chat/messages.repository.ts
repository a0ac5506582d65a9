import type { MessageType } from '@skein/contracts/chat';
import { messageRequestMessagesMax } from '@skein/contracts/limits';
import { exists, Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { newId } from '../../platform/ids.ts';
import { canMessage, isActive, selectPairKey } from '../../domain/visibility.queries.ts';
import { selectLinkCard } from '../threads/index.ts';
import { selectCardId } from './message-cards.repository.ts';
import {
  hydrateMessages,
  joinUsers,
  messageColumns,
  selectReplyTo,
  visibleParticipant,
} from './messages.hydrator.ts';
import { isBetween, isRequest } from './permission.queries.ts';
import type { MessageRow } from './messages.hydrator.ts';

const { sql } = Prisma;

export interface NewMessage {
  senderId: string;
  receiverId: string;
  type: MessageType;
  content: string;
  /** Unique among the messages of the sender. */
  clientMessageId: string;
  /** The message to quote. */
  replyToId?: string | null;
  sharedThreadId?: string | null;
  /** The URL of its link card. */
  cardUrl?: string | null;
  now: Date;
}

/** With the id of the card of its link. */
export type InsertedMessage = MessageRow & {
  linkCardId: string | null;
  /** The sender can write no more until the receiver accepts. Absent in groups. */
  isLastOfRequest?: boolean;
};

/**
 * Stores a message, updates all counters and delivers it, in a single statement. Returns null when
 * the sender may not write to the receiver, or no more before an answer, or has used the `clientMessageId` before,
 * or does not see the message to quote in this conversation.
 * Lock order: first the conversation, so that its messages are numbered without gaps and later ones
 * have later times and greater ids even if the servers' clocks differ; then the two members; last
 * the inboxes in the order of their owners' ids, so that users who write to each other in a ring
 * cannot deadlock.
 */
export async function insertMessage(
  database: Database | Transaction,
  message: NewMessage,
): Promise<InsertedMessage | null> {
  const [inserted] = await database.query<InsertedMessage>(insertMessageSql(message));
  return inserted ?? null;
}

function insertMessageSql(message: NewMessage): Prisma.Sql {
  return sql`
    WITH pair AS (${lockPair(message)}), conversation AS (
      INSERT INTO conversations AS known (id, pair_key, last_seq, updated_at)
      SELECT ${newId()}::uuid, ${selectPairKey(sql`own_id`, sql`partner_id`)}, 1,
        ${message.now.toISOString()}::timestamptz
      FROM pair
      ON CONFLICT (pair_key) DO UPDATE SET last_seq = known.last_seq + 1,
        updated_at = greatest(known.updated_at + interval '1 millisecond', excluded.updated_at)
      WHERE known.last_seq < ${messageRequestMessagesMax} OR NOT (SELECT is_request FROM pair)
      RETURNING id, last_seq, updated_at
    ), message AS (
      INSERT INTO messages
        (id, conversation_id, seq, sender_id, type, content, client_message_id, created_at,
          reply_to_seq, shared_thread_id, link_card_id)
      SELECT ${idWithTime(sql`conversation.updated_at`)}, conversation.id, conversation.last_seq, pair.own_id,
        ${message.type}::message_type, ${message.content}, ${message.clientMessageId},
        conversation.updated_at, pair.reply_to_seq, ${message.sharedThreadId ?? null}::uuid,
        ${selectCardId(sql`conversation.id`, message.cardUrl ?? null)}
      FROM conversation, pair
      RETURNING *
    ), member AS (
      SELECT user_id, user_id = message.sender_id AS is_sender
      FROM message, pair, unnest(ARRAY[own_id, partner_id]) AS listed (user_id)
    ), membership AS (${upsertMembers}), inbox AS (
      INSERT INTO chat_inboxes AS known (user_id, last_seq) SELECT user_id, 1 FROM member ORDER BY user_id
      ON CONFLICT (user_id) DO UPDATE SET last_seq = known.last_seq + 1
      RETURNING user_id, last_seq
    ), delivery AS (
      INSERT INTO message_deliveries (user_id, seq, message_id)
      SELECT inbox.user_id, inbox.last_seq, message.id FROM inbox, message
    )
    SELECT m.id, m.content, m.type, m.created_at AS "createdAt", false AS "isDeleted",
      m.client_message_id AS "clientMessageId", true AS "isOwn", false AS "isRead",
      pair.is_request AND m.seq >= ${messageRequestMessagesMax} AS "isLastOfRequest",
      pair.viewer, pair.partner, NULL AS media, NULL AS "moreMedia", NULL AS reactions, m.revision,
      m.edited_at AS "editedAt", m.shared_thread_id AS "sharedThreadId",
      m.link_card_id AS "linkCardId", ${selectLinkCard(sql`m.link_card_id`)} AS card,
      ${selectReplyTo(sql`0`)} AS "replyTo"
    FROM message m, pair`;
}

/** A new id with the given time as its timestamp. */
export function idWithTime(time: Prisma.Sql): Prisma.Sql {
  const rest = newId().replaceAll('-', '').slice(12);
  const ms = sql`(extract(epoch FROM ${time}) * 1000)::bigint`;
  return sql`(lpad(to_hex(${ms}), 12, '0') || ${rest})::uuid`;
}

/**
 * Locks both accounts until commit, so that an account that is being deleted gets no more messages.
 * `canMessage` implies that the sender may see the receiver's profile.
 */
function lockPair({
  senderId,
  receiverId,
  clientMessageId,
  replyToId = null,
}: NewMessage): Prisma.Sql {
  const isNew = sql`NOT ${exists(sql`messages
    WHERE sender_id = ${senderId}::uuid AND client_message_id = ${clientMessageId}`)}`;
  return sql`
    SELECT own.id AS own_id, ${visibleParticipant(sql`own`)} AS viewer,
      partner.id AS partner_id, ${visibleParticipant(sql`partner`)} AS partner,
      ${isRequest(senderId)} AS is_request, quoted.seq AS reply_to_seq
    FROM users own, users partner
      LEFT JOIN conversations c ON ${isBetween(senderId, receiverId)}
      LEFT JOIN conversation_members other
        ON other.conversation_id = c.id AND other.user_id = partner.id
      LEFT JOIN LATERAL (
        SELECT replied.seq FROM messages replied JOIN conversation_members known
          ON known.conversation_id = replied.conversation_id AND known.user_id = own.id
        WHERE replied.id = ${replyToId}::uuid AND replied.conversation_id = c.id
          AND replied.seq > known.cleared_seq) quoted ON true
    WHERE own.id = ${senderId}::uuid AND ${isActive(sql`own`)}
      AND partner.id = ${receiverId}::uuid
      AND ${canMessage(senderId, sql`partner`)} AND ${isNew}
      AND (${replyToId}::uuid IS NULL OR quoted.seq IS NOT NULL)
    FOR KEY SHARE OF own, partner`;
}

/**
 * Whether the message is still a request for the receiver, who may have accepted or answered in the
 * meantime. A conversation that they have deleted becomes one again.
 */
const isStillRequest = sql`(excluded.request IS NOT NULL AND known.last_sent_seq = 0
  AND (known.request IS NOT NULL OR known.last_message_at IS NULL))`;
const isHidden = sql`(${isStillRequest} AND known.request = 'declined')`;

const upsertMembers = sql`
  INSERT INTO conversation_members AS known
    (conversation_id, user_id, unread_count, last_sent_seq, last_message_at, request)
  SELECT message.conversation_id, member.user_id, (NOT member.is_sender)::int,
    CASE WHEN member.is_sender THEN message.seq ELSE 0 END, message.created_at,
    CASE WHEN pair.is_request AND NOT member.is_sender THEN 'pending'::message_request END
  FROM message, pair, member ORDER BY member.user_id
  ON CONFLICT (conversation_id, user_id) DO UPDATE SET
    unread_count = CASE WHEN ${isHidden} THEN 0 ELSE known.unread_count
      + CASE WHEN known.is_ignored THEN 0 ELSE excluded.unread_count END END,
    last_sent_seq = greatest(known.last_sent_seq, excluded.last_sent_seq),
    last_message_at = CASE WHEN ${isHidden} THEN NULL ELSE excluded.last_message_at END,
    cleared_seq = CASE WHEN ${isHidden} THEN (SELECT seq FROM message) ELSE known.cleared_seq END,
    request = CASE WHEN ${isStillRequest} THEN coalesce(known.request, excluded.request) END`;

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
      AND ${isActive(sql`partner`)}`);
  return found ?? null;
}
