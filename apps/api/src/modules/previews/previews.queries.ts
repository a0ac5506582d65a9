import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import { anonymousViewer, canSee, canSeeThreadsOf } from '../../platform/visibility.queries.ts';
import type { MediaRow } from '../media/index.ts';
import { matchesIdOrUsername } from '../users/index.ts';

const { sql } = Prisma;

export interface AuthorRow {
  name: string;
  username: string;
  pictureKey: string | null;
}

export type ImageRow = Pick<MediaRow, 'storageKey' | 'fileName' | 'altText' | 'variants'> & {
  width: number;
  height: number;
};

export interface ThreadPreviewRow {
  id: string;
  content: string;
  contentWarning: string | null;
  createdAt: Date;
  author: AuthorRow;
  /** The first image, unless it is covered. */
  image: ImageRow | null;
}

export interface ProfilePreviewRow extends AuthorRow {
  bio: string | null;
}

/** Null unless the thread is visible without signing in. */
export async function findPublicThread(
  database: Database,
  threadId: string,
): Promise<ThreadPreviewRow | null> {
  if (!isId(threadId)) return null;
  const [row] = await database.$queryRaw<ThreadPreviewRow[]>(sql`
    SELECT t.id, t.content, t.content_warning AS "contentWarning", t.created_at AS "createdAt",
      json_build_object('name', a.name, 'username', a.username, 'pictureKey', a.picture_key) AS author,
      (SELECT json_build_object('storageKey', m.storage_key, 'fileName', m.file_name,
          'altText', m.alt_text, 'width', m.width, 'height', m.height, 'variants', m.variants)
        FROM media m
        WHERE m.thread_id = t.id AND t.content_warning IS NULL AND NOT t.is_sensitive
          AND m.type = 'image' AND m.width IS NOT NULL AND m.height IS NOT NULL
        ORDER BY m.position LIMIT 1) AS image
    FROM threads t JOIN users a ON a.id = t.author_id
    WHERE t.id = ${threadId}::uuid AND t.deleted_at IS NULL
      AND ${canSee(anonymousViewer, { thread: sql`t`, author: sql`a` })}`);
  return row ?? null;
}

/** Null unless the user's threads are public. */
export async function findPublicProfile(
  database: Database,
  idOrUsername: string,
): Promise<ProfilePreviewRow | null> {
  const matches = matchesIdOrUsername(idOrUsername, sql`p`);
  if (matches === null) return null;
  const [row] = await database.$queryRaw<ProfilePreviewRow[]>(sql`
    SELECT p.name, p.username, p.picture_key AS "pictureKey", p.bio
    FROM users p WHERE ${matches} AND ${canSeeThreadsOf(anonymousViewer, sql`p`)}`);
  return row ?? null;
}
