import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import {
  anonymousViewer,
  canSeeUndeleted,
  isListedAudience,
} from '../../domain/visibility.queries.ts';
import { isPlayable } from '../media/index.ts';
import type { MediaRow } from '../media/index.ts';
import { visibleUses } from '../search/index.ts';
import { selectFormerUsernamesIn } from '../users/index.ts';
import type { AuthorRow } from './previews.queries.ts';

const { sql } = Prisma;

/** Threads of a list, such as a web feed. */
const listedMax = 30;
/** Threads that a request reads to find those that are public. */
const threadsReadMax = 200;

export type FileRow = Pick<
  MediaRow,
  'type' | 'storageKey' | 'fileName' | 'altText' | 'width' | 'height' | 'variants'
> & { mimeType: string; bytes: number };

/** A thread that is visible without signing in. */
export interface PublicThreadRow {
  id: string;
  /** False for a thread that is visible at its address only. */
  isListed: boolean;
  content: string;
  contentWarning: string | null;
  hashtags: string[];
  createdAt: Date;
  editedAt: Date | null;
  author: AuthorRow & { id: string };
  /** Present and former usernames of mentioned users, each with the present one. */
  mentions: [string, string][];
  /** Empty if the thread has a content warning or sensitive media. */
  files: FileRow[];
  hasHiddenFiles: boolean;
  hasPoll: boolean;
}

/** Null unless the thread is visible without signing in. */
export async function findPublicThread(
  database: Database,
  threadId: string,
): Promise<PublicThreadRow | null> {
  if (!isId(threadId)) return null;
  const [row] = await selectThreads(database, sql`SELECT ${threadId}::uuid AS thread_id`);
  return row ?? null;
}

/** Null unless the thread is public and visible without signing in. */
export async function findListedThread(
  database: Database,
  threadId: string,
): Promise<PublicThreadRow | null> {
  const row = await findPublicThread(database, threadId);
  return row?.isListed === true ? row : null;
}

/** The newest threads and quotes of all users. */
export function listNewestThreads(
  database: Database,
  limit: number,
): Promise<{ id: string; changedAt: Date }[]> {
  return database.query(sql`
    SELECT t.id, coalesce(t.edited_at, t.created_at) AS "changedAt"
    FROM feed_entries entry JOIN threads t ON t.id = entry.key JOIN users a ON a.id = t.author_id
    WHERE entry.is_listed AND entry.key = entry.thread_id AND t.deleted_at IS NULL
      AND ${isListedAudience(sql`t`)}
      AND ${canSeeUndeleted(anonymousViewer, { thread: sql`t`, author: sql`a` })}
    ORDER BY entry.key DESC LIMIT ${limit}::int`);
}

/**
 * Threads and quotes of a user, the newest first.
 * @param before The id of the last one before them
 */
export function listThreadsOfUser(
  database: Database,
  username: string,
  before?: string,
): Promise<PublicThreadRow[]> {
  return listPublicThreads(
    database,
    sql`SELECT entry.thread_id FROM feed_entries entry JOIN users ON users.id = entry.actor_id
      WHERE users.username = ${username} AND entry.key = entry.thread_id
        AND ${before === undefined ? sql`true` : sql`entry.key < ${before}::uuid`}
      ORDER BY entry.key DESC LIMIT ${Prisma.raw(String(threadsReadMax))}`,
  );
}

/** Threads and replies with a tag, in lower case and without the hash. */
export function listThreadsOfHashtag(database: Database, tag: string): Promise<PublicThreadRow[]> {
  return listPublicThreads(
    database,
    sql`SELECT newest.thread_id FROM hashtags hashtag CROSS JOIN LATERAL (
        SELECT thread.id AS thread_id FROM ${visibleUses(anonymousViewer)}
        ORDER BY thread.id DESC LIMIT ${Prisma.raw(String(listedMax))}
      ) newest
      WHERE hashtag.tag = ${tag}`,
  );
}

/** Direct replies to a thread. */
export function listRepliesToThread(
  database: Database,
  threadId: string,
): Promise<PublicThreadRow[]> {
  return listPublicThreads(
    database,
    sql`SELECT id AS thread_id FROM threads WHERE parent_id = ${threadId}::uuid AND NOT is_hidden
      ORDER BY id DESC LIMIT ${Prisma.raw(String(threadsReadMax))}`,
  );
}

/** The newest public ones of these threads that are visible without signing in. */
function listPublicThreads(database: Database, threadIds: Prisma.Sql): Promise<PublicThreadRow[]> {
  return selectThreads(database, threadIds, isListedAudience(sql`t`));
}

function selectThreads(
  database: Database,
  threadIds: Prisma.Sql,
  condition = sql`true`,
): Promise<PublicThreadRow[]> {
  return database.query<PublicThreadRow>(sql`
    SELECT t.id, ${isListedAudience(sql`t`)} AS "isListed", t.content, t.content_warning AS "contentWarning", t.hashtags,
      t.created_at AS "createdAt", t.edited_at AS "editedAt",
      json_build_object('id', a.id, 'name', a.name, 'username', a.username, 'pictureKey', a.picture_key) AS author,
      to_json(ARRAY(SELECT json_build_array(known.username, mentioned.username)
        FROM thread_mentions JOIN users mentioned ON mentioned.id = thread_mentions.user_id,
          unnest(array_prepend(mentioned.username, ${selectFormerUsernamesIn(sql`t.content`, sql`mentioned.id`)}))
            AS known (username)
        WHERE thread_mentions.thread_id = t.id)) AS mentions,
      coalesce((SELECT json_agg(json_build_object('type', m.type, 'storageKey', m.storage_key,
          'fileName', m.file_name, 'mimeType', m.mime_type, 'altText', m.alt_text,
          'width', m.width, 'height', m.height, 'variants', m.variants, 'bytes', m.bytes)
          ORDER BY m.position)
        FROM media m
        WHERE m.thread_id = t.id AND t.content_warning IS NULL AND NOT t.is_sensitive
          AND ${isPlayable(sql`m`)}), '[]') AS files,
      t.is_sensitive AND EXISTS (SELECT FROM media WHERE media.thread_id = t.id) AS "hasHiddenFiles",
      EXISTS (SELECT FROM polls WHERE polls.thread_id = t.id) AS "hasPoll"
    FROM (${threadIds}) listed JOIN threads t ON t.id = listed.thread_id
      JOIN users a ON a.id = t.author_id
    WHERE t.deleted_at IS NULL AND ${condition}
      AND ${canSeeUndeleted(anonymousViewer, { thread: sql`t`, author: sql`a` })}
    ORDER BY t.id DESC LIMIT ${Prisma.raw(String(listedMax))}`);
}
