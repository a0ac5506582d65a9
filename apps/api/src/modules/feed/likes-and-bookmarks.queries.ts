import { Prisma } from '@skein/db';
import { highestId, isId } from '../../platform/ids.ts';
import { windowFor } from '../../platform/window-sizes.ts';
import { canSeeUndeleted } from '../../domain/visibility.queries.ts';
import type { PageRange, Timeline } from './timeline.ts';

const { sql } = Prisma;

interface Position {
  /** A PostgreSQL timestamp. */
  createdAt: string;
  threadId: string;
}

/** The threads that the viewer liked or bookmarked and may see, the latest like or bookmark first. */
export function likesOrBookmarksTimeline(
  table: 'likes' | 'bookmarks',
  viewerId: string,
): Timeline<Position> {
  return timeline(table, (range) => select(table, { viewerId, condition: Prisma.empty }, range));
}

/** As `likesOrBookmarksTimeline`, for the bookmarks in a folder. */
export function bookmarkFolderTimeline(folderId: string, viewerId: string): Timeline<Position> {
  const own = { viewerId, condition: sql`AND own.folder_id = ${folderId}::uuid` };
  return timeline(`bookmarks:${folderId}`, (range) => select('bookmarks', own, range));
}

function timeline(
  name: string,
  selectRange: (range: PageRange<Position>) => Prisma.Sql,
): Timeline<Position> {
  const top = { createdAt: 'infinity', threadId: highestId };
  return { name, top, parseKey, select: selectRange };
}

// The time in milliseconds, which has 13 digits until the year 2286, and the id of the thread.
const keyPattern = /^(?<ms>\d{13})\.(?<id>.+)$/;

function parseKey(key: string): Position | null {
  const { ms, id } = keyPattern.exec(key)?.groups ?? {};
  if (ms === undefined || id === undefined || !isId(id)) return null;
  return { createdAt: new Date(Number(ms)).toISOString(), threadId: id };
}

function select(
  table: 'likes' | 'bookmarks',
  { viewerId, condition }: { viewerId: string; condition: Prisma.Sql },
  { below, skip, take }: PageRange<Position>,
): Prisma.Sql {
  // A constant, not a parameter: PostgreSQL must know that few rows are requested.
  const rows = Prisma.raw(String(windowFor(skip + take)));
  return sql`
    SELECT listed.thread_id,
      row_number() OVER (ORDER BY listed.created_at DESC, listed.thread_id DESC)::int AS position,
      (extract(epoch FROM listed.created_at) * 1000)::bigint || '.' || listed.thread_id AS key,
      NULL::uuid AS reposter_id
    FROM (
      SELECT own.thread_id, own.created_at
      FROM ${Prisma.raw(table)} own JOIN threads thread ON thread.id = own.thread_id
        JOIN users author ON author.id = thread.author_id
      WHERE own.user_id = ${viewerId}::uuid ${condition}
        AND (own.created_at, own.thread_id) < (${below.createdAt}::timestamptz, ${below.threadId}::uuid)
        AND thread.deleted_at IS NULL
        AND ${canSeeUndeleted(viewerId, { thread: sql`thread`, author: sql`author` })}
      ORDER BY own.created_at DESC, own.thread_id DESC LIMIT ${rows}
    ) listed
    ORDER BY listed.created_at DESC, listed.thread_id DESC OFFSET ${skip}::int LIMIT ${take}::int`;
}
