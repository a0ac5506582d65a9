import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isActive } from '../../../domain/visibility.queries.ts';
import { isFederated } from '../../../domain/federated-accounts.queries.ts';
import type { NoteFile } from '../threads/notes.queries.ts';

const { sql } = Prisma;

/** A message of a local user to an account of another server. */
export interface MessageNoteRow {
  id: string;
  senderId: string;
  content: string;
  createdAt: Date;
  editedAt: Date | null;
  receiver: { uri: string; username: string };
  /** The message that it quotes, otherwise the last one of the receiver, or of the sender before an answer. */
  parent: { id: string; uri: string | null } | null;
  /** The page of the thread that it shares; `url` is null for a thread of this server. */
  sharedThread: { id: string; url: string | null } | null;
  files: NoteFile[];
}

/** Null for a deleted message, and if the receiver's account no longer exists. */
export async function findMessageNote(
  tx: Transaction,
  messageId: string,
): Promise<MessageNoteRow | null> {
  const isBefore = sql`earlier.conversation_id = m.conversation_id AND earlier.deleted_at IS NULL`;
  // Misskey deletes all answers with a message, and rejects a note whose parent it cannot find. No server can request
  // the messages of the sender.
  const isAnswered = sql`EXISTS (SELECT FROM messages theirs WHERE theirs.conversation_id = m.conversation_id
    AND theirs.sender_id <> m.sender_id AND theirs.seq < m.seq)`;
  const isKnownThere = sql`(remote.uri IS NOT NULL OR earlier.sender_id = m.sender_id
    AND (m.reply_to_seq IS NOT NULL OR NOT ${isAnswered}))`;
  const [row] = await tx.query<MessageNoteRow>(sql`
    SELECT m.id, m.sender_id AS "senderId", m.content, m.created_at AS "createdAt", m.edited_at AS "editedAt",
      json_build_object('uri', actor.uri, 'username', receiver.username) AS receiver,
      (SELECT json_build_object('id', earlier.id, 'uri', remote.uri)
        FROM messages earlier LEFT JOIN remote_messages remote ON remote.message_id = earlier.id
        WHERE ${isBefore} AND ${isKnownThere}
          AND CASE WHEN m.reply_to_seq IS NULL THEN earlier.seq < m.seq ELSE earlier.seq = m.reply_to_seq END
        ORDER BY earlier.seq DESC LIMIT 1) AS parent,
      (SELECT json_build_object('id', thread.id, 'url', coalesce(object.url, object.uri))
        FROM threads thread LEFT JOIN remote_objects object ON object.thread_id = thread.id
        WHERE thread.id = m.shared_thread_id) AS "sharedThread",
      to_json(ARRAY(SELECT json_build_object('mimeType', f.mime_type, 'storageKey', f.storage_key,
          'fileName', f.file_name, 'altText', f.alt_text, 'width', f.width, 'height', f.height,
          'blurhash', f.blurhash, 'focus', f.focus)
        FROM media f WHERE f.message_id = m.id OR f.additional_message_id = m.id
        ORDER BY f.position)) AS files
    FROM messages m JOIN conversation_members theirs
        ON theirs.conversation_id = m.conversation_id AND theirs.user_id <> m.sender_id
      JOIN users receiver ON receiver.id = theirs.user_id AND ${isActive(sql`receiver`)}
      JOIN remote_actors actor ON actor.user_id = receiver.id
    WHERE m.id = ${messageId}::uuid AND m.deleted_at IS NULL`);
  return row ?? null;
}

/** The accounts of this server among these that other servers can find, with their usernames. */
export async function listFederatedUsernames(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; username: string }>(sql`
    SELECT account.id, account.username FROM users account
    WHERE account.id = ANY (${ids}::uuid[]) AND ${isFederated(sql`account`)}
    ORDER BY account.id`);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

export async function existsThread(database: Database, id: string): Promise<boolean> {
  return (await database.thread.count({ where: { id, deletedAt: null } })) > 0;
}

/** Whether one of these accounts, of this or another server, is the author of a thread that is not deleted. */
export async function isThreadByAny(
  database: Database,
  threadId: string,
  { userIds, actorUris }: { userIds: readonly string[]; actorUris: readonly string[] },
): Promise<boolean> {
  const rows = await database.query(sql`
    SELECT FROM threads thread LEFT JOIN remote_actors actor ON actor.user_id = thread.author_id
    WHERE thread.id = ${threadId}::uuid AND thread.deleted_at IS NULL
      AND (thread.author_id = ANY (${userIds}::uuid[]) OR actor.uri = ANY (${actorUris}::text[]))`);
  return rows.length > 0;
}
