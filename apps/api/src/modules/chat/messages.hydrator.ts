import type { MessageType } from '@skein/contracts/chat';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { MediaRow } from '../media/index.ts';
import { isKnown, shownName } from '../users/index.ts';
import { partnerOf } from './standing.queries.ts';

const { sql } = Prisma;

interface ParticipantRow {
  id: string;
  name: string;
  pictureKey: string | null;
}

/** Everything a message's DTO is made of, for one of its two people: the viewer. */
export interface MessageRow {
  id: string;
  content: string;
  type: MessageType;
  createdAt: Date;
  isDeleted: boolean;
  /** Null for who received it. */
  clientMessageId: string | null;
  isOwn: boolean;
  isRead: boolean;
  viewer: ParticipantRow;
  partner: ParticipantRow;
  media: MediaRow | null;
}

/** A message and its place in a list, as the list's source gave it. */
export type ListedMessage = MessageRow & { position: number };

/**
 * Turns ids into everything that is shown of messages, in one statement however many they are.
 * @param source A SELECT of `message_id` and `position` (int). What is not for the viewer, or no
 * more, falls out.
 */
export function hydrateMessages(
  database: Database | Transaction,
  viewerId: string,
  source: Prisma.Sql,
): Promise<ListedMessage[]> {
  return database.$queryRaw<ListedMessage[]>(sql`
    WITH page AS MATERIALIZED (${source})
    SELECT page.position, ${messageColumns(viewerId)}
    FROM page JOIN messages m ON m.id = page.message_id
      JOIN conversations c ON c.id = m.conversation_id ${joinUsers(viewerId)}
    WHERE ${isShown}
    ORDER BY page.position`);
}

/** Whether a message still shows: beside `joinUsers`. */
export const isShown = sql`(m.seq > own.cleared_seq AND partner.suspended_at IS NULL)`;

/** What `messageColumns` needs beside `messages m` and `conversations c`. */
export function joinUsers(viewerId: string): Prisma.Sql {
  return sql`
    JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid
    JOIN users viewer ON viewer.id = own.user_id
    JOIN users partner ON partner.id = ${partnerOf(viewerId)}
    JOIN conversation_members other ON other.conversation_id = c.id AND other.user_id = partner.id`;
}

/** Selects a `MessageRow`. */
export function messageColumns(viewerId: string): Prisma.Sql {
  const isOwn = sql`m.sender_id = ${viewerId}::uuid`;
  // Who ignores a conversation has nothing to read in it; whom they ignore is not told so.
  return sql`
    m.id, m.content, m.type, m.created_at AS "createdAt", m.deleted_at IS NOT NULL AS "isDeleted",
    CASE WHEN ${isOwn} THEN m.client_message_id END AS "clientMessageId", ${isOwn} AS "isOwn",
    CASE WHEN ${isOwn} THEN m.seq <= other.read_seq
      ELSE own.is_ignored OR m.seq <= greatest(own.read_seq, own.ignored_seq) END AS "isRead",
    ${participant(viewerId, sql`viewer`)} AS viewer,
    ${participant(viewerId, sql`partner`)} AS partner,
    (SELECT json_build_object('id', f.id, 'type', f.type, 'storageKey', f.storage_key,
        'fileName', f.file_name, 'altText', f.alt_text, 'width', f.width, 'height', f.height,
        'durationMs', f.duration_ms, 'blurhash', f.blurhash, 'posterFileName', f.poster_file_name,
        'originalName', f.original_name, 'variants', f.variants)
      FROM media f WHERE f.message_id = m.id) AS media`;
}

/** A member of a conversation, of a row of `users`, as the viewer is shown them. */
export function participant(viewerId: string, person: Prisma.Sql): Prisma.Sql {
  return sql`json_build_object('id', ${person}.id, 'name', ${shownName(viewerId, person)},
    'pictureKey', CASE WHEN ${isKnown(viewerId, person)} THEN ${person}.picture_key END)`;
}
