import type { ConversationKind, GroupEventType, MessageType } from '@skein/contracts/chat';
import { messageRequestMessagesMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { enqueueNewMessage } from '../../../domain/events/message-federation.queries.ts';
import { isConnectable } from '../../../domain/federated-accounts.queries.ts';
import { canMessage, isActive, isBlockedBy } from '../../../domain/visibility.queries.ts';
import { newId } from '../../../platform/ids.ts';
import { selectLinkCard } from '../../threads/index.ts';
import { isRequest } from '../conversations/conversation.queries.ts';
import { selectCardId } from './message-cards.repository.ts';
import { selectGroup, selectReplyTo, visibleParticipant } from './messages.hydrator.ts';
import type { MessageRow } from './messages.hydrator.ts';

const { sql } = Prisma;

export interface StoredGroupEvent {
  type: GroupEventType;
  userIds: readonly string[];
  name: string | null;
}

export interface NewMessage {
  conversationId: string;
  kind: ConversationKind;
  senderId: string;
  type: MessageType | 'system';
  content: string;
  /** Unique among the messages of the sender. Null for a change of a group. */
  clientMessageId: string | null;
  /** The message to quote. */
  replyToId?: string | null;
  sharedThreadId?: string | null;
  /** The URL of its link card. */
  cardUrl?: string | null;
  /** The usernames after an `@` in the text, for a group. */
  usernames?: readonly string[];
  event?: StoredGroupEvent | null;
  /** Whether a receiver on another server is to be informed. */
  isFederated?: boolean;
  now: Date;
}

/** A message with the id of the card of its link and the ids of its receivers. */
export type InsertedMessage = MessageRow & {
  linkCardId: string | null;
  memberIds: string[];
  /** The sender can write no more until the receiver accepts. */
  isLastOfRequest: boolean;
};

type InsertedColumns = Omit<InsertedMessage, keyof ReturnType<typeof toNewColumns>>;

/**
 * Stores a message, updates the counters of all members and delivers it to their inboxes, in a single statement. Returns
 * null when the sender may not write, or no more before a response, or does not see the message to quote. It returns null
 * as well when the members of a group have changed while the statement waited for the conversation, because it would
 * deliver to the earlier members. A `clientMessageId` that the sender has used before violates a unique index.
 * Lock order: first both accounts of a direct conversation, so that an account that is being deleted gets no more
 * messages; then the conversation, so that its messages are numbered without gaps and later ones have later times and
 * greater ids even if the servers' clocks differ; then the members; last the inboxes in the order of their owners' ids,
 * so that users who write to each other in a ring cannot deadlock.
 */
export async function insertMessage(
  database: Database | Transaction,
  message: NewMessage,
): Promise<InsertedMessage | null> {
  const [inserted] = await database.query<InsertedColumns>(insertSql(message));
  return inserted === undefined ? null : { ...inserted, ...toNewColumns(message) };
}

/** The columns that are the same as in the input, or that no new message has. */
function toNewColumns({ content, type, clientMessageId }: NewMessage) {
  const given = { content, type, clientMessageId };
  return {
    ...given,
    isOwn: true,
    isRead: false,
    isDeleted: false,
    editedAt: null,
    media: null,
    moreMedia: null,
    reactions: null,
    revision: 0,
  };
}

function insertSql(message: NewMessage): Prisma.Sql {
  const { event = null, usernames = [], senderId, cardUrl = null, replyToId = null } = message;
  const conversationId = sql`${message.conversationId}::uuid`;
  // PostgreSQL initializes every subquery at each execution, and most messages need none of these.
  const card = cardUrl === null ? sql`NULL::json` : selectLinkCard(sql`m.link_card_id`);
  const replyTo = replyToId === null ? sql`NULL::json` : selectReplyTo(sql`0`);
  const isGroup = message.kind === 'group';
  return sql`
    WITH target AS (${selectTarget(message)}), message AS (
      UPDATE conversations c SET last_seq = c.last_seq + 1, updated_at = greatest(
        c.updated_at + interval '1 millisecond', ${message.now.toISOString()}::timestamptz)
      FROM target WHERE c.id = target.conversation_id AND c.members_version = target.members_version
        AND (c.last_seq < ${messageRequestMessagesMax}::int OR NOT target.is_request)
      RETURNING target.*, ${idWithTime(sql`c.updated_at`)} AS id, c.last_seq AS seq, c.updated_at AS created_at,
        ${selectCardId(sql`c.id`, cardUrl)} AS link_card_id,
        ${selectMentions({ conversationId, senderId, usernames })} AS mentions
    ), inserted AS (
      INSERT INTO messages
        (id, conversation_id, seq, sender_id, type, content, client_message_id, created_at,
          reply_to_seq, shared_thread_id, link_card_id, event, mentions)
      SELECT id, conversation_id, seq, sender_id, ${message.type}::message_type, ${message.content},
        ${message.clientMessageId}, created_at, reply_to_seq, ${message.sharedThreadId ?? null}::uuid,
        link_card_id, ${event && JSON.stringify(event)}::jsonb, mentions
      FROM message
    )${isGroup ? sql`, blocker AS MATERIALIZED (${selectBlockers})` : Prisma.empty},
    membership AS (${updateMembers({ event, isGroup })}), inbox AS (
      INSERT INTO chat_inboxes AS known (user_id, last_seq) SELECT user_id, 1 FROM membership ORDER BY user_id
      ON CONFLICT (user_id) DO UPDATE SET last_seq = known.last_seq + 1
      RETURNING user_id, last_seq
    ), delivery AS (
      INSERT INTO message_deliveries (user_id, seq, message_id)
      SELECT inbox.user_id, inbox.last_seq, message.id FROM inbox, message
    )${isSentElsewhere(message) ? sql`, ${enqueueNewMessage()}` : Prisma.empty}
    SELECT m.id, m.conversation_id AS "conversationId", m.created_at AS "createdAt", m.sender_id AS "senderId",
      m.is_request AND m.seq >= ${messageRequestMessagesMax}::int AS "isLastOfRequest",
      m.viewer, m.other, m."group", ${message.sharedThreadId ?? null}::uuid AS "sharedThreadId",
      m.link_card_id AS "linkCardId", ${card} AS card, m.mentions, ${replyTo} AS "replyTo",
      ARRAY(SELECT user_id FROM membership) AS "memberIds"
    FROM message m`;
}

const isSentElsewhere = ({ kind, isFederated = false }: NewMessage): boolean =>
  isFederated && kind === 'direct';

/**
 * The conversation with its sender, as they were before the statement waited for a lock. `canMessage` implies that
 * the sender may see the receiver's profile.
 */
function selectTarget(message: NewMessage): Prisma.Sql {
  const { senderId, conversationId, kind, replyToId = null } = message;
  const parts =
    kind === 'direct'
      ? {
          columns: sql`${visibleParticipant(sql`other`)} AS other, NULL::json AS "group", ${isRequest(senderId)} AS is_request${
            isSentElsewhere(message)
              ? sql`, CASE WHEN other.domain IS NOT NULL THEN other.id END AS remote_id`
              : Prisma.empty
          }`,
          joins: sql`JOIN conversation_members theirs ON theirs.conversation_id = c.id AND theirs.user_id <> own.user_id
            JOIN users other ON other.id = theirs.user_id`,
          condition: sql`${canMessage(senderId, sql`other`, {
            hasWritten: sql`theirs.last_sent_seq > 0`,
            isLimitedViewer: sql`viewer.limited_at IS NOT NULL`,
          })}
            AND (other.domain IS NULL${isSentElsewhere(message) ? sql` OR ${isConnectable(sql`viewer`)}` : Prisma.empty})`,
          lock: sql`FOR KEY SHARE OF viewer, other`,
        }
      : {
          columns: sql`${visibleParticipant(sql`viewer`)} AS other, ${selectGroup(sql`grp`)} AS "group", false AS is_request`,
          joins: sql`JOIN chat_groups grp ON grp.conversation_id = c.id`,
          condition: sql`true`,
          lock: Prisma.empty,
        };
  const quoted =
    replyToId === null
      ? { seq: sql`NULL::int`, join: Prisma.empty }
      : {
          seq: sql`quoted.seq`,
          join: sql`JOIN messages quoted ON quoted.id = ${replyToId}::uuid AND quoted.conversation_id = c.id
            AND quoted.type <> 'system' AND quoted.seq > own.cleared_seq`,
        };
  return sql`
    SELECT c.id AS conversation_id, c.members_version, own.user_id AS sender_id, ${quoted.seq} AS reply_to_seq,
      ${visibleParticipant(sql`viewer`)} AS viewer, ${parts.columns}
    FROM conversations c
      JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = ${senderId}::uuid
      JOIN users viewer ON viewer.id = own.user_id AND ${isActive(sql`viewer`)} ${parts.joins} ${quoted.join}
    WHERE c.id = ${conversationId}::uuid AND c.kind = ${kind}::conversation_kind
      AND ${parts.condition} ${parts.lock}`;
}

/** The members of a group who have blocked the sender. `canMessage` excludes blocks between two users. */
const selectBlockers = sql`
  SELECT member.user_id FROM message JOIN conversation_members member USING (conversation_id)
  WHERE ${isBlockedBy(sql`member.user_id`, sql`message.sender_id`)}`;

const isSender = sql`known.user_id = message.sender_id`;

/**
 * Whether the message is still a request for the member, who may have accepted or responded in the
 * meantime. A conversation that they have deleted becomes one again.
 */
const isStillRequest = sql`(message.is_request AND NOT ${isSender} AND known.last_sent_seq = 0
  AND (known.request IS NOT NULL OR known.last_message_at IS NULL))`;
const isDeclined = sql`(${isStillRequest} AND known.request = 'declined')`;

/** A change of a group is unread only for users who were added by it. */
function updateMembers({ event, isGroup }: { event: StoredGroupEvent | null; isGroup: boolean }) {
  const addedIds = event?.type === 'members_added' ? [...event.userIds] : [];
  const counts = event === null ? sql`true` : sql`known.user_id = ANY (${addedIds}::uuid[])`;
  const isBlocker = sql`known.user_id IN (SELECT user_id FROM blocker)`;
  const parts = isGroup
    ? {
        isUnread: sql`(${counts} AND NOT ${isSender} AND NOT ${isBlocker} AND NOT known.is_ignored)`,
        columns: sql`ignored_seq = CASE WHEN ${isBlocker} AND known.unread_count = 0
            THEN message.seq ELSE known.ignored_seq END,
          mentioned_seq = CASE WHEN NOT ${isBlocker} AND known.user_id = ANY (message.mentions)
            THEN message.seq ELSE known.mentioned_seq END,
          last_message_at = message.created_at,
          request = CASE WHEN NOT ${isSender} THEN known.request END`,
      }
    : {
        isUnread: sql`(NOT ${isSender} AND NOT known.is_ignored)`,
        columns: sql`last_message_at = CASE WHEN ${isDeclined} THEN NULL ELSE message.created_at END,
          cleared_seq = CASE WHEN ${isDeclined} THEN message.seq ELSE known.cleared_seq END,
          request = CASE WHEN ${isStillRequest} THEN coalesce(known.request, 'pending') END`,
      };
  const unread = sql`known.unread_count + ${parts.isUnread}::int`;
  return sql`
    UPDATE conversation_members known SET
      unread_count = ${isGroup ? unread : sql`CASE WHEN ${isDeclined} THEN 0 ELSE ${unread} END`},
      last_sent_seq = CASE WHEN ${isSender} THEN message.seq ELSE known.last_sent_seq END, ${parts.columns}
    FROM message WHERE known.conversation_id = message.conversation_id
    RETURNING known.user_id`;
}

/** A new id with the given time as its timestamp. */
function idWithTime(time: Prisma.Sql): Prisma.Sql {
  const rest = newId().replaceAll('-', '').slice(12);
  const ms = sql`(extract(epoch FROM ${time}) * 1000)::bigint`;
  return sql`(lpad(to_hex(${ms}), 12, '0') || ${rest})::uuid`;
}

interface Mentions {
  conversationId: Prisma.Sql;
  senderId: string;
  usernames: readonly string[];
}

/** The members of a group among the mentioned users; NULL if there are none. */
export function selectMentions({ conversationId, senderId, usernames }: Mentions): Prisma.Sql {
  if (usernames.length === 0) return sql`NULL::uuid[]`;
  return sql`(SELECT array_agg(named.id) FROM users named JOIN conversation_members known
      ON known.user_id = named.id AND known.conversation_id = ${conversationId}
    WHERE named.username = ANY (${[...usernames]}::text[]) AND named.id <> ${senderId}::uuid)`;
}
