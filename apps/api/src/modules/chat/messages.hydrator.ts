import type { MessageType } from '@skein/contracts/chat';
import { messageExcerptLength } from '@skein/contracts/limits';
import { unknownUser } from '@skein/contracts/users';
import { Prisma, queryRows } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isActive, isBlockedBetween } from '../../platform/visibility.queries.ts';
import { selectConversion } from '../media/index.ts';
import type { MediaRow } from '../media/index.ts';
import { partnerOf } from './permission.queries.ts';

const { sql } = Prisma;

export interface ParticipantRow {
  id: string;
  name: string;
  pictureKey: string | null;
  /** Across a block: the name at the time of the block, without picture. */
  isFrozen?: boolean;
}

export interface ReplyToRow {
  id: string;
  senderId: string;
  content: string;
  type: MessageType;
  isDeleted: boolean;
}

/** All columns of a message's DTO for one of its two members: the viewer. */
export interface MessageRow {
  id: string;
  content: string;
  type: MessageType;
  createdAt: Date;
  editedAt: Date | null;
  isDeleted: boolean;
  /** Null for the receiver. */
  clientMessageId: string | null;
  isOwn: boolean;
  isRead: boolean;
  viewer: ParticipantRow;
  partner: ParticipantRow;
  media: MediaRow | null;
  replyTo: ReplyToRow | null;
  sharedThreadId: string | null;
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
  return queryRows<ListedMessage>(
    database,
    sql`
    WITH page AS MATERIALIZED (${source})
    SELECT page.position, ${messageColumns(viewerId)}
    FROM page JOIN messages m ON m.id = page.message_id
      JOIN conversations c ON c.id = m.conversation_id ${joinUsers(viewerId)}
    WHERE ${isMessageVisible}
    ORDER BY page.position`,
  );
}

/** Whether the viewer sees the message. Requires `joinUsers`. */
export const isMessageVisible = sql`(m.seq > own.cleared_seq AND ${isActive(sql`partner`)})`;

/** The joins that `messageColumns` requires, next to `messages m` and `conversations c`. */
export function joinUsers(viewerId: string): Prisma.Sql {
  return sql`
    JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid
    JOIN users viewer ON viewer.id = own.user_id
    JOIN users partner ON partner.id = ${partnerOf(viewerId)}
    JOIN conversation_members other ON other.conversation_id = c.id AND other.user_id = partner.id`;
}

/** Selects a `MessageRow`. */
export function messageColumns(viewerId: string): Prisma.Sql {
  return sql`${contentColumns(viewerId)}, ${visibleParticipant(sql`viewer`)} AS viewer,
    ${participant(viewerId, sql`partner`)} AS partner`;
}

/** The columns of a `MessageRow` without its members, from `messages m` and the memberships. */
export function contentColumns(viewerId: string): Prisma.Sql {
  const isOwn = sql`m.sender_id = ${viewerId}::uuid`;
  // All messages count as read for a member who ignores the conversation; the sender does not see
  // it.
  return sql`
    m.id, m.content, m.type, m.created_at AS "createdAt", m.deleted_at IS NOT NULL AS "isDeleted",
    m.revision, CASE WHEN m.deleted_at IS NULL THEN m.reactions END AS reactions,
    CASE WHEN m.deleted_at IS NULL THEN m.edited_at END AS "editedAt",
    CASE WHEN m.deleted_at IS NULL THEN m.shared_thread_id END AS "sharedThreadId",
    CASE WHEN ${isOwn} THEN m.client_message_id END AS "clientMessageId", ${isOwn} AS "isOwn",
    CASE WHEN ${isOwn} THEN m.seq <= other.read_seq
      ELSE own.is_ignored OR m.seq <= greatest(own.read_seq, own.ignored_seq) END AS "isRead",
    CASE WHEN m.type <> 'text' THEN (SELECT json_build_object('id', f.id, 'type', f.type, 'storageKey', f.storage_key,
        'fileName', f.file_name, 'altText', f.alt_text, 'width', f.width, 'height', f.height,
        'durationMs', f.duration_ms, 'blurhash', f.blurhash, 'posterFileName', f.poster_file_name,
        'originalName', f.original_name, 'variants', f.variants, 'captions', f.captions,
        'conversion', ${selectConversion(sql`f`)})
      FROM media f WHERE f.message_id = m.id) END AS media,
    ${selectReplyTo(sql`own.cleared_seq`)} AS "replyTo"`;
}

/** The message that `messages m` quotes, without content up to the number that the viewer has cleared. */
export function selectReplyTo(clearedSeq: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN m.reply_to_seq IS NOT NULL THEN (
    SELECT json_build_object('id', quoted.id, 'senderId', quoted.sender_id, 'type', quoted.type,
      'isDeleted', hidden.is_hidden, 'content',
      CASE WHEN hidden.is_hidden THEN '' ELSE left(quoted.content, ${messageExcerptLength}::int) END)
    FROM messages quoted CROSS JOIN LATERAL (
      SELECT quoted.deleted_at IS NOT NULL OR quoted.seq <= ${clearedSeq} AS is_hidden) hidden
    WHERE quoted.conversation_id = m.conversation_id AND quoted.seq = m.reply_to_seq) END`;
}

/**
 * The viewer's partner (a row of `users`) as the viewer sees them. Across a block, neither sees changes of the
 * other's profile.
 */
export function participant(viewerId: string, user: Prisma.Sql): Prisma.Sql {
  const name = sql`coalesce(${nameWhenBlocked(viewerId, user)}, ${unknownUser.name}::text)`;
  return sql`CASE WHEN ${isActive(user)} AND NOT ${isBlockedBetween(viewerId, sql`${user}.id`)}
    THEN ${visibleParticipant(user)}
    ELSE json_build_object('id', ${user}.id, 'name', ${name}, 'pictureKey', NULL, 'isFrozen', true) END`;
}

/** The partner's name at the time of the first block between the two. */
function nameWhenBlocked(viewerId: string, user: Prisma.Sql): Prisma.Sql {
  return sql`(SELECT CASE block.blocker_id WHEN ${user}.id THEN block.blocker_name ELSE block.blocked_name END
    FROM blocks block
    WHERE (block.blocker_id, block.blocked_id)
      IN ((${viewerId}::uuid, ${user}.id), (${user}.id, ${viewerId}::uuid))
    ORDER BY block.created_at LIMIT 1)`;
}

/** The viewer themselves, or a partner (a row of `users`) whose profile they may see. */
export function visibleParticipant(user: Prisma.Sql): Prisma.Sql {
  return sql`json_build_object('id', ${user}.id, 'name', ${user}.name, 'pictureKey', ${user}.picture_key)`;
}
