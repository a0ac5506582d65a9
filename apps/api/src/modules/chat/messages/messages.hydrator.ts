import type { ChatMessage, GroupEvent } from '@skein/contracts/chat';
import { messageExcerptLength } from '@skein/contracts/limits';
import { unknownUser } from '@skein/contracts/users';
import { exists, Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isActive, isBlockedBetween, isBlockedBy } from '../../../domain/visibility.queries.ts';
import { selectConversion } from '../../media/index.ts';
import type { MediaRow } from '../../media/index.ts';
import { selectLinkCard } from '../../threads/index.ts';
import type { LinkCardRow } from '../../threads/index.ts';
import { visibleName } from '../../users/index.ts';

const { sql } = Prisma;

export interface ParticipantRow {
  id: string;
  name: string;
  pictureKey: string | null;
  /** Across a block: the name at the time of the block, without picture. */
  isFrozen?: boolean;
}

export interface GroupRow {
  name: string;
  pictureKey: string | null;
}

export interface ReplyToRow {
  id: string;
  senderId: string | null;
  content: string;
  type: ChatMessage['messageType'];
  isDeleted: boolean;
}

/** All columns of a message's DTO for one member: the viewer. */
export interface MessageRow {
  id: string;
  content: string;
  type: ChatMessage['messageType'];
  createdAt: Date;
  editedAt: Date | null;
  isDeleted: boolean;
  /** Null for the receiver. */
  clientMessageId: string | null;
  isOwn: boolean;
  isRead: boolean;
  /** Absent for the viewer's own messages. */
  isRequest?: boolean;
  conversationId: string;
  viewer: ParticipantRow;
  /** The other member of a direct conversation. In a group, the sender, without an id if the account was deleted. */
  other: ParticipantRow;
  /** Null for a direct conversation. */
  group: GroupRow | null;
  senderId: string | null;
  event?: GroupEvent | null;
  mentions?: string[] | null;
  /** In a group, a message of a user whom the viewer has blocked, or of a suspended account. */
  isHidden?: boolean;
  media: MediaRow | null;
  /** The files after `media`; null if there are none. */
  moreMedia: MediaRow[] | null;
  replyTo: ReplyToRow | null;
  sharedThreadId: string | null;
  card: LinkCardRow | null;
  /** The emoji of each member who reacted, by user id. */
  reactions: Record<string, string> | null;
  revision: number;
}

/** A message and its position in the list, as given by the list's source. */
export type ListedMessage = MessageRow & { position: number };

/**
 * Loads the messages with these ids in one statement.
 * @param source A SELECT of `message_id` and `position` (int). Messages that the viewer may not
 * see, or no longer, are left out.
 */
export function hydrateMessages(
  database: Database | Transaction,
  viewerId: string,
  source: Prisma.Sql,
): Promise<ListedMessage[]> {
  return database.query<ListedMessage>(sql`
    WITH page AS MATERIALIZED (${source})
    SELECT page.position, ${messageColumns(viewerId)}
    FROM page JOIN messages m ON m.id = page.message_id
      JOIN conversations c ON c.id = m.conversation_id ${joinUsers(viewerId)}
    WHERE ${isMessageVisible}
    ORDER BY page.position`);
}

/** Whether the viewer sees the message. Requires `joinUsers`. */
export const isMessageVisible = sql`(m.seq > own.cleared_seq
  AND (c.kind = 'group' OR ${isActive(sql`other`)}))`;

/**
 * The joins that `messageColumns` requires, next to `messages m` and `conversations c`: `theirs` and `other` of the other
 * member of a direct conversation. In a group, `other` is the sender, and `grp` the group.
 */
export function joinUsers(viewerId: string): Prisma.Sql {
  return sql`
    JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid
    JOIN users viewer ON viewer.id = own.user_id
    LEFT JOIN chat_groups grp ON c.kind = 'group' AND grp.conversation_id = c.id
    LEFT JOIN conversation_members theirs ON c.kind = 'direct'
      AND theirs.conversation_id = c.id AND theirs.user_id <> ${viewerId}::uuid
    LEFT JOIN users other ON other.id = CASE WHEN c.kind = 'group' THEN m.sender_id ELSE theirs.user_id END`;
}

/** Selects a `MessageRow`. */
export function messageColumns(viewerId: string): Prisma.Sql {
  return sql`${contentColumns(viewerId)}, c.id AS "conversationId", ${visibleParticipant(sql`viewer`)} AS viewer,
    ${participant(viewerId, sql`other`)} AS other, m.sender_id AS "senderId",
    CASE WHEN c.kind = 'group' THEN ${selectGroup(sql`grp`)} END AS "group"`;
}

/** Selects a `GroupRow`. */
export function selectGroup(group: Prisma.Sql): Prisma.Sql {
  return sql`json_build_object('name', ${group}.name, 'pictureKey', ${group}.picture_key)`;
}

/** The number of members of `conversations c`. */
export const countMembers = sql`CASE WHEN c.kind = 'group' THEN (
  SELECT count(*)::int FROM conversation_members WHERE conversation_id = c.id) ELSE 2 END`;

/** Whether another member has read the message `m` of a group. Members do not see the messages before they joined. */
export function hasReader(viewerId: string): Prisma.Sql {
  return exists(sql`conversation_members reader
    JOIN users r ON r.id = reader.user_id AND r.sends_read_receipts
    WHERE reader.conversation_id = m.conversation_id AND reader.user_id <> ${viewerId}::uuid
      AND reader.joined_seq < m.seq AND reader.read_seq >= m.seq`);
}

/** A `MediaRow` from `media f`. */
const mediaObject = sql`json_build_object('id', f.id, 'type', f.type, 'storageKey', f.storage_key,
  'fileName', f.file_name, 'altText', f.alt_text, 'focus', f.focus, 'width', f.width, 'height', f.height,
  'durationMs', f.duration_ms, 'blurhash', f.blurhash, 'posterFileName', f.poster_file_name,
  'originalName', f.original_name, 'variants', f.variants, 'captions', f.captions, 'waveform', f.waveform,
  'conversion', ${selectConversion(sql`f`)})`;

/** The columns of a `MessageRow` without its members, from `messages m`, the memberships and `other`. */
export function contentColumns(viewerId: string): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  const isHidden = sql`(c.kind = 'group' AND other.id <> ${viewer}
    AND (NOT ${isActive(sql`other`)} OR ${isBlockedBy(viewer, sql`other.id`)}))`;
  const isReadByOthers = sql`CASE WHEN c.kind = 'direct' THEN m.seq <= theirs.read_seq
    ELSE (SELECT sends_read_receipts FROM users WHERE id = ${viewer}) AND ${hasReader(viewerId)} END`;
  const isQuotedHidden = sql`(c.kind = 'group' AND ${isBlockedBy(viewer, sql`quoted.sender_id`)})`;
  const isOwn = sql`m.sender_id IS NOT DISTINCT FROM ${viewerId}::uuid`;
  // All messages count as read for a member who ignores the conversation; the sender does not see
  // it.
  return sql`
    m.id, CASE WHEN ${isHidden} THEN '' ELSE m.content END AS content, m.type, m.created_at AS "createdAt", m.deleted_at IS NOT NULL AS "isDeleted",
    m.revision, CASE WHEN m.deleted_at IS NULL THEN m.reactions END AS reactions,
    CASE WHEN m.deleted_at IS NULL THEN m.edited_at END AS "editedAt",
    CASE WHEN m.deleted_at IS NULL AND NOT ${isHidden} THEN m.shared_thread_id END AS "sharedThreadId",
    CASE WHEN m.deleted_at IS NULL AND NOT ${isHidden} THEN ${selectLinkCard(sql`m.link_card_id`)} END AS card,
    CASE WHEN ${isOwn} THEN m.client_message_id END AS "clientMessageId", ${isOwn} AS "isOwn",
    CASE WHEN ${isOwn} THEN coalesce(${isReadByOthers}, false)
      ELSE own.is_ignored OR m.seq <= greatest(own.read_seq, own.ignored_seq) END AS "isRead",
    NOT ${isOwn} AND own.request IS NOT NULL AS "isRequest",
    m.mentions, ${isHidden} AS "isHidden", ${selectEvent(viewerId)} AS event,
    CASE WHEN m.type <> 'text' AND NOT ${isHidden} THEN (SELECT ${mediaObject}
      FROM media f WHERE f.message_id = m.id) END AS media,
    CASE WHEN m.type <> 'text' AND NOT ${isHidden} THEN (SELECT json_agg(${mediaObject} ORDER BY f.position)
      FROM media f WHERE f.additional_message_id = m.id) END AS "moreMedia",
    ${selectReplyTo(sql`own.cleared_seq`, isQuotedHidden)} AS "replyTo"`;
}

// A subquery for each user: PostgreSQL expects a hundred in each event and would read all users for a join.
function selectEvent(viewerId: string): Prisma.Sql {
  return sql`CASE WHEN m.event IS NOT NULL THEN json_build_object('type', m.event->'type', 'name', m.event->'name',
    'users', (SELECT coalesce(json_agg(json_build_object('id', target.id, 'name',
        (SELECT ${visibleName(viewerId, sql`u`)} FROM users u WHERE u.id = target.id::uuid)) ORDER BY target.position), '[]')
      FROM jsonb_array_elements_text(m.event->'userIds') WITH ORDINALITY AS target (id, position))) END`;
}

/** The message that `messages m` quotes, without content up to the number that the viewer has cleared. */
export function selectReplyTo(clearedSeq: Prisma.Sql, isQuotedHidden = sql`false`): Prisma.Sql {
  return sql`CASE WHEN m.reply_to_seq IS NOT NULL THEN (
    SELECT json_build_object('id', quoted.id, 'senderId', quoted.sender_id, 'type', quoted.type,
      'isDeleted', hidden.is_hidden, 'content',
      CASE WHEN hidden.is_hidden THEN '' ELSE left(quoted.content, ${messageExcerptLength}::int) END)
    FROM messages quoted CROSS JOIN LATERAL (
      SELECT quoted.deleted_at IS NOT NULL OR quoted.seq <= ${clearedSeq} OR ${isQuotedHidden} AS is_hidden) hidden
    WHERE quoted.conversation_id = m.conversation_id AND quoted.seq = m.reply_to_seq) END`;
}

/**
 * Another participant (a row of `users`) as the viewer sees them. Across a block, neither sees changes of the
 * other's profile.
 */
export function participant(viewerId: string, user: Prisma.Sql): Prisma.Sql {
  const name = sql`coalesce(${nameWhenBlocked(viewerId, user)}, ${unknownUser.name}::text)`;
  const isShown = sql`${user}.id IS NOT NULL AND ${isActive(user)}
    AND NOT ${isBlockedBetween(viewerId, sql`${user}.id`)}`;
  return sql`CASE WHEN ${isShown} THEN ${visibleParticipant(user)}
    ELSE json_build_object('id', ${user}.id, 'name', ${name}, 'pictureKey', NULL, 'isFrozen', true) END`;
}

/** The user's name at the time of the first block between the two. */
function nameWhenBlocked(viewerId: string, user: Prisma.Sql): Prisma.Sql {
  return sql`(SELECT CASE block.blocker_id WHEN ${user}.id THEN block.blocker_name ELSE block.blocked_name END
    FROM blocks block
    WHERE (block.blocker_id, block.blocked_id)
      IN ((${viewerId}::uuid, ${user}.id), (${user}.id, ${viewerId}::uuid))
    ORDER BY block.created_at LIMIT 1)`;
}

/** The viewer themselves, or a participant (a row of `users`) whose profile they may see. */
export function visibleParticipant(user: Prisma.Sql): Prisma.Sql {
  return sql`json_build_object('id', ${user}.id, 'name', ${user}.name, 'pictureKey', ${user}.picture_key)`;
}
