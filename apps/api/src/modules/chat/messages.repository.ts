import type { MessageType } from '@skein/contracts/chat';
import { exists, Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { newId } from '../../platform/ids.ts';
import { isBlockedBetween } from '../users/index.ts';
import { hydrateMessages, joinUsers, messageColumns, participant } from './messages.hydrator.ts';
import type { MessageRow } from './messages.hydrator.ts';
import { isOpenTo } from './standing.queries.ts';

const { sql } = Prisma;

export interface NewMessage {
  senderId: string;
  receiverId: string;
  type: MessageType;
  content: string;
  /** Unique among the messages of the sender. */
  clientMessageId: string;
  now: Date;
}

/**
 * Stores a message with all that counts and delivers it; null where the sender may not write to the
 * receiver, or has used the message's name before. One statement: it is whole or not there.
 *
 * The conversation's row is locked first, so its messages are numbered without a gap, and later
 * ones have later times and greater ids, whatever the clocks of several servers say; then the two sides; last the inboxes, by their owners' ids, so that people
 * who write to each other in a ring never wait in one.
 */
export async function insertMessage(
  database: Database | Transaction,
  message: NewMessage,
): Promise<MessageRow | null> {
  const [inserted] = await database.$queryRaw<MessageRow[]>(insertStatement(message));
  return inserted ?? null;
}

function insertStatement(message: NewMessage): Prisma.Sql {
  return sql`
    WITH pair AS (${takePair(message)}), conversation AS (
      INSERT INTO conversations AS known (id, lower_id, upper_id, last_seq, updated_at)
      SELECT ${newId()}::uuid, least(own_id, partner_id), greatest(own_id, partner_id), 1,
        ${message.now.toISOString()}::timestamptz
      FROM pair
      ON CONFLICT (lower_id, upper_id) DO UPDATE SET last_seq = known.last_seq + 1,
        updated_at = greatest(known.updated_at + interval '1 millisecond', excluded.updated_at)
      RETURNING id, last_seq, updated_at
    ), message AS (
      INSERT INTO messages
        (id, conversation_id, seq, sender_id, type, content, client_message_id, created_at)
      SELECT ${idMadeAt(sql`conversation.updated_at`)}, conversation.id, conversation.last_seq, pair.own_id,
        ${message.type}::message_type, ${message.content}, ${message.clientMessageId},
        conversation.updated_at
      FROM conversation, pair
      RETURNING *
    ), person AS (
      SELECT user_id, user_id = message.sender_id AS is_sender
      FROM message, pair, unnest(ARRAY[own_id, partner_id]) AS either (user_id)
    ), side AS (${updateSides}), inbox AS (
      INSERT INTO chat_inboxes AS known (user_id, last_seq) SELECT user_id, 1 FROM person ORDER BY user_id
      ON CONFLICT (user_id) DO UPDATE SET last_seq = known.last_seq + 1
      RETURNING user_id, last_seq
    ), delivery AS (
      INSERT INTO message_deliveries (user_id, seq, message_id)
      SELECT inbox.user_id, inbox.last_seq, message.id FROM inbox, message
    )
    SELECT m.id, m.content, m.type, m.created_at AS "createdAt", false AS "isDeleted",
      m.client_message_id AS "clientMessageId", true AS "isOwn", false AS "isRead",
      pair.viewer, pair.partner, NULL AS media
    FROM message m, pair`;
}

/** A new id, as if it were made at another time. */
function idMadeAt(time: Prisma.Sql): Prisma.Sql {
  const rest = newId().replaceAll('-', '').slice(12);
  const ms = sql`(extract(epoch FROM ${time}) * 1000)::bigint`;
  return sql`(lpad(to_hex(${ms}), 12, '0') || ${rest})::uuid`;
}

/** Both accounts are kept until the end, so that none that is just going gets another message. */
function takePair({ senderId, receiverId, clientMessageId }: NewMessage): Prisma.Sql {
  const isNew = sql`NOT ${exists(sql`messages
    WHERE sender_id = ${senderId}::uuid AND client_message_id = ${clientMessageId}`)}`;
  return sql`
    SELECT own.id AS own_id, ${participant(senderId, sql`own`)} AS viewer,
      partner.id AS partner_id, ${participant(senderId, sql`partner`)} AS partner
    FROM users own, users partner
    WHERE own.id = ${senderId}::uuid AND own.suspended_at IS NULL
      AND partner.id = ${receiverId}::uuid AND partner.suspended_at IS NULL
      AND NOT ${isBlockedBetween(senderId, sql`partner.id`)}
      AND ${isOpenTo(senderId, sql`partner`)} AND ${isNew}
    FOR KEY SHARE OF own, partner`;
}

const updateSides = sql`
  INSERT INTO conversation_members AS known
    (conversation_id, user_id, unread_count, last_sent_seq, last_message_at)
  SELECT message.conversation_id, person.user_id, (NOT person.is_sender)::int,
    CASE WHEN person.is_sender THEN message.seq ELSE 0 END, message.created_at
  FROM message, person ORDER BY person.user_id
  ON CONFLICT (conversation_id, user_id) DO UPDATE SET
    unread_count = known.unread_count
      + CASE WHEN known.is_ignored THEN 0 ELSE excluded.unread_count END,
    last_sent_seq = greatest(known.last_sent_seq, excluded.last_sent_seq),
    last_message_at = excluded.last_message_at`;

/** What the viewer is shown of one message; null where there is none for them. */
export async function findMessage(
  database: Database,
  viewerId: string,
  messageId: string,
): Promise<MessageRow | null> {
  const source = sql`SELECT ${messageId}::uuid AS message_id, 0 AS position`;
  const [found] = await hydrateMessages(database, viewerId, source);
  return found ?? null;
}

/** The message that the sender has given this name, also if they have cleared it since. */
export async function findNamedMessage(
  database: Database,
  { senderId, clientMessageId }: Pick<NewMessage, 'senderId' | 'clientMessageId'>,
): Promise<MessageRow | null> {
  const [found] = await database.$queryRaw<MessageRow[]>(sql`
    SELECT ${messageColumns(senderId)}
    FROM messages m JOIN conversations c ON c.id = m.conversation_id ${joinUsers(senderId)}
    WHERE m.sender_id = ${senderId}::uuid AND m.client_message_id = ${clientMessageId}
      AND partner.suspended_at IS NULL`);
  return found ?? null;
}
