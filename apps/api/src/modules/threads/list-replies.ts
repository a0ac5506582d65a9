import type { RepliesPage } from '@skein/contracts/threads';
import type { Database, Prisma } from '@skein/db';
import { invalidCursor } from '../../platform/cursor.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ListedThread } from './read-threads.ts';
import { decodeRepliesCursor, encodeRepliesCursor } from './replies-cursor.ts';
import { countReplies, findTreeTop, selectReplies } from './replies.queries.ts';
import { threadNotFound } from './require-place.ts';

export interface RepliesQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

interface Dependencies {
  database: Database;
  list: (viewer: Viewer, source: Prisma.Sql) => Promise<{ listed: ListedThread[] }>;
}

/**
 * A page of everything below a thread: in three statements, however much that is.
 * @throws NotFoundError when the thread is not to be seen; ValidationError for a cursor that is
 *   none of its own
 */
export async function listReplies(
  { database, list }: Dependencies,
  viewer: Viewer,
  threadId: string,
  { page, size, cursor }: RepliesQuery,
): Promise<RepliesPage> {
  if (!isId(threadId)) throw threadNotFound();
  const after = cursor === undefined ? null : placeOf(threadId, cursor);
  const top = await findTreeTop(database, viewer.userId, threadId);
  if (top === null) throw threadNotFound();
  const totalElements = await countReplies(database, top);
  // One more than the page tells whether it is the last.
  const extent = { after, skip: after === null ? page * size : 0, take: size + 1 };
  const { listed } = await list(viewer, selectReplies(viewer.userId, top, extent));
  const shown = listed.slice(0, size);
  const last = listed.length <= size;
  // Not the DTO's path: that one names no hidden ancestor.
  const lastPath = shown.at(-1)?.key ?? null;
  return {
    content: shown.map(({ thread }) => thread),
    page: after === null ? page : null,
    size,
    last,
    nextCursor:
      !last && lastPath !== null ? encodeRepliesCursor({ threadId, after: lastPath }) : null,
    totalElements,
  };
}

function placeOf(threadId: string, cursor: string): string {
  const after = decodeRepliesCursor(threadId, cursor);
  if (after === null) throw invalidCursor();
  return after;
}
