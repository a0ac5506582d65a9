import type { RepliesPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { invalidCursor } from '../../../platform/cursor.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ThreadReader } from './read-threads.ts';
import { decodeRepliesCursor, encodeRepliesCursor } from './replies-cursor.ts';
import { countReplies, findSubtree, selectReplies } from './replies.queries.ts';
import { threadNotFound } from './require-thread.ts';

export interface RepliesQuery {
  page: number;
  size: number;
  /** If true, lists only hidden replies and the replies to them; otherwise all others. */
  hidden?: boolean;
  cursor?: string | undefined;
}

interface Dependencies {
  database: Database;
  reader: Pick<ThreadReader, 'list'>;
}

/**
 * A page of all replies below a thread, at every level. Usually takes two statements.
 * @throws NotFoundError; ValidationError for a cursor of another list
 */
export async function listReplies(
  { database, reader }: Dependencies,
  viewer: Viewer,
  threadId: string,
  { page, size, cursor, hidden = false }: RepliesQuery,
): Promise<RepliesPage> {
  if (!isId(threadId)) throw threadNotFound();
  const after = cursor === undefined ? null : decodeAfter(threadId, cursor);
  const subtree = await findSubtree(database, viewer.userId, threadId);
  if (subtree === null) throw threadNotFound();
  const totalElements = await countReplies(database, subtree);
  // One row more than the page shows whether there is a next page.
  const range = { after, skip: after === null ? page * size : 0, take: size + 1, hidden };
  const { listed } = await reader.list(viewer, selectReplies(viewer.userId, subtree, range), {
    filterContext: 'replies',
  });
  const shown = listed.slice(0, size);
  const last = listed.length <= size;
  // The path of the DTO cannot be used, because it leaves out hidden ancestors.
  const lastPath = shown.at(-1)?.key ?? null;
  return {
    content: shown.map(({ thread }) => thread),
    page: after === null ? page : null,
    size,
    last,
    nextCursor:
      !last && lastPath !== null ? encodeRepliesCursor({ threadId, after: lastPath }) : null,
    totalElements,
    hiddenCount: subtree.hiddenCount,
  };
}

function decodeAfter(threadId: string, cursor: string): string {
  const after = decodeRepliesCursor(threadId, cursor);
  if (after === null) throw invalidCursor();
  return after;
}
