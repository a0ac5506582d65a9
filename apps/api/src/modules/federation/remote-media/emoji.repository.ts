import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { newStorageKey } from '../../media/index.ts';
import type { RemoteEmoji } from '../threads/mark-emoji.ts';

const { sql } = Prisma;

/** The maximum of a server. Large servers have several thousand emoji. */
const serverEmojiMax = 20_000;

/** Stores the new and changed emoji of an account's server. Their pictures are fetched when they are first needed. */
export async function saveEmoji(
  database: Database,
  ownerId: string,
  emoji: readonly RemoteEmoji[],
): Promise<void> {
  if (emoji.length === 0) return;
  const changedEmoji = await listChangedEmoji(database, ownerId, emoji);
  if (changedEmoji.length === 0) return;
  const keys = changedEmoji.map(() => newStorageKey());
  await database.execute(sql`
    WITH changed AS (
      SELECT account.domain, sent.* FROM users account,
        unnest(${changedEmoji.map(({ shortcode }) => shortcode)}::text[],
          ${changedEmoji.map(({ uri }) => uri)}::text[], ${keys}::text[]) sent (shortcode, uri, storage_key)
      WHERE account.id = ${ownerId}::uuid AND ${serverEmojiMax}::int > (
        SELECT count(*) FROM remote_emojis stored WHERE stored.domain = account.domain)
    ), media AS (
      INSERT INTO remote_media (storage_key, owner_id, kind, uri)
      SELECT storage_key, ${ownerId}::uuid, 'emoji', uri FROM changed
    )
    INSERT INTO remote_emojis (domain, shortcode, storage_key)
    SELECT domain, shortcode, storage_key FROM changed
    ON CONFLICT (domain, shortcode) DO UPDATE SET storage_key = excluded.storage_key`);
}

function listChangedEmoji(
  database: Database,
  ownerId: string,
  emoji: readonly RemoteEmoji[],
): Promise<RemoteEmoji[]> {
  // One order of all statements prevents deadlocks.
  return database.query<RemoteEmoji>(sql`
    SELECT sent.shortcode, sent.uri FROM users account,
      unnest(${emoji.map(({ shortcode }) => shortcode)}::text[], ${emoji.map(({ uri }) => uri)}::text[])
        sent (shortcode, uri)
    WHERE account.id = ${ownerId}::uuid AND account.domain IS NOT NULL AND NOT EXISTS (
      SELECT FROM remote_emojis stored JOIN remote_media media USING (storage_key)
      WHERE stored.domain = account.domain AND stored.shortcode = sent.shortcode AND media.uri = sent.uri)
    ORDER BY sent.shortcode`);
}

/** The key of the picture of an emoji; null for an unknown emoji. */
export async function findEmojiKey(
  database: Database,
  domain: string,
  shortcode: string,
): Promise<string | null> {
  const row = await database.remoteEmoji.findFirst({
    where: { domain, shortcode },
    select: { storageKey: true },
  });
  return row?.storageKey ?? null;
}
