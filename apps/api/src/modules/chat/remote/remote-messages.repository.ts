import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isServerBlocked } from '../../../domain/visibility.queries.ts';
import { newId } from '../../../platform/ids.ts';
import type { ConversationPageRow } from '../conversations/conversation-page.queries.ts';
import { newStorageKey } from '../../media/index.ts';
import { toRemoteMedia } from '../../threads/index.ts';
import type { RemoteAttachment } from '../../threads/index.ts';

const { sql } = Prisma;

/** A picture, video or sound of a message of another server. */
export interface RemoteFile extends RemoteAttachment {
  type: Exclude<RemoteAttachment['type'], 'other'>;
}

interface StoredRemoteMessage {
  id: string;
  senderId: string;
  conversationId: string;
  /** The receiver. */
  otherId: string;
  content: string;
  editedAt: Date | null;
}

const mimeTypes = { image: 'image/jpeg', video: 'video/mp4', audio: 'audio/mpeg' } as const;

/** Returns false if the message is stored already. */
export async function insertRemoteMessage(
  tx: Transaction,
  messageId: string,
  uri: string,
): Promise<boolean> {
  const inserted = await tx.execute(sql`
    INSERT INTO remote_messages (message_id, uri) VALUES (${messageId}::uuid, ${uri})
    ON CONFLICT DO NOTHING`);
  return inserted > 0;
}

/** Stores the files of a message. Each is fetched when it is first needed. */
export async function insertRemoteFiles(
  tx: Transaction,
  { messageId, ownerId }: { messageId: string; ownerId: string },
  files: readonly RemoteFile[],
): Promise<void> {
  for (const [position, { type, mimeType, ...file }] of files.entries()) {
    const storageKey = newStorageKey();
    await tx.remoteMedia.create({
      data: { storageKey, ownerId, kind: 'attachment', uri: file.url },
      select: { storageKey: true },
    });
    const row = { ...file, type, mimeType, id: newId(), storageKey };
    const [media] = toRemoteMedia({ attachments: [row] });
    const { id, altText, width, height, blurhash, focus } = row;
    await tx.execute(sql`
      INSERT INTO media (id, owner_id, message_id, additional_message_id, position, type, storage_key,
        file_name, mime_type, bytes, width, height, blurhash, alt_text, focus, variants)
      VALUES (${id}::uuid, ${ownerId}::uuid, ${position === 0 ? messageId : null}::uuid,
        ${position === 0 ? null : messageId}::uuid, ${position}, ${type}::media_type, ${storageKey},
        ${media?.fileName ?? ''}, ${mimeType ?? mimeTypes[type]}, 0, ${width}, ${height}, ${blurhash},
        ${altText}, ${focus && JSON.stringify(focus)}::jsonb, ${JSON.stringify(media?.variants ?? [])}::jsonb)`);
  }
}

/** Whether a local user has blocked the server of an account. */
export async function hasBlockedServer(
  tx: Transaction,
  userId: string,
  senderId: string,
): Promise<boolean> {
  const rows = await tx.query(sql`
    SELECT FROM users sender WHERE id = ${senderId}::uuid AND ${isServerBlocked(userId, sql`sender`)}`);
  return rows.length > 0;
}

/** Finds a message of another server and, in a transaction, locks its conversation as sending does. */
export async function findRemoteMessage(
  database: Database | Transaction,
  uri: string,
  { isLocked = false } = {},
): Promise<StoredRemoteMessage | null> {
  const [row] = await database.query<StoredRemoteMessage>(sql`
    SELECT m.id, m.sender_id AS "senderId", c.id AS "conversationId", theirs.user_id AS "otherId", m.content,
      m.edited_at AS "editedAt"
    FROM remote_messages remote JOIN messages m ON m.id = remote.message_id
      JOIN conversations c ON c.id = m.conversation_id
      JOIN conversation_members theirs ON theirs.conversation_id = c.id AND theirs.user_id <> m.sender_id
    WHERE remote.uri = ${uri}
    ${isLocked ? sql`FOR NO KEY UPDATE OF c` : Prisma.empty}`);
  return row ?? null;
}

/**
 * The message that a reply quotes. Other servers name a message in every reply, so the last message of the conversation
 * is not shown as a quotation.
 */
export async function findQuoted(
  tx: Transaction,
  conversationId: string,
  parent: { id: string } | { uri: string },
): Promise<string | null> {
  const matches =
    'id' in parent
      ? sql`m.id = ${parent.id}::uuid`
      : sql`m.id = (SELECT message_id FROM remote_messages WHERE uri = ${parent.uri})`;
  const [quoted] = await tx.query<{ id: string }>(sql`
    SELECT m.id FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE ${matches} AND c.id = ${conversationId}::uuid AND m.seq < c.last_seq AND m.deleted_at IS NULL`);
  return quoted?.id ?? null;
}

/** Records that the server of the receiver did not accept a message of a local user. */
export async function recordUndelivered(
  database: Database,
  { messageId, senderId }: { messageId: string; senderId: string },
  now: Date,
): Promise<void> {
  await database.execute(sql`
    INSERT INTO remote_messages (message_id, undelivered_at)
    SELECT id, ${now} FROM messages WHERE id = ${messageId}::uuid AND sender_id = ${senderId}::uuid
    ON CONFLICT (message_id) DO UPDATE SET undelivered_at = excluded.undelivered_at`);
}

/** The undelivered messages on a page of a conversation. Only other servers may not accept one. */
export async function listUndelivered(
  database: Database,
  { other, messages }: Pick<ConversationPageRow, 'other' | 'messages'>,
): Promise<string[]> {
  if (other?.isRemote !== true) return [];
  const ids = messages.filter(({ isOwn }) => isOwn).map(({ id }) => id);
  const rows = await database.remoteMessage.findMany({
    where: { messageId: { in: ids }, undeliveredAt: { not: null } },
    select: { messageId: true },
    orderBy: { messageId: 'asc' },
  });
  return rows.map(({ messageId }) => messageId);
}
