import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toggleLikeOrBookmark } from '../engagement/index.ts';
import { threadNotFound } from '../threads/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { moveBookmark } from './folders.repository.ts';
import { folderNotFound } from './folders.ts';

interface Dependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'get'>;
}

/** @throws NotFoundError when the viewer may not see the thread */
export async function getBookmark(
  { database, threads }: Dependencies,
  viewer: Viewer,
  threadId: string,
) {
  const { id } = await threads.get(viewer, threadId);
  const where = { userId: viewer.userId, threadId: id };
  const row = await database.bookmark.findFirst({ where, select: { folderId: true } });
  return { isBookmarked: row !== null, folderId: row?.folderId ?? null };
}

/**
 * Bookmarks a thread, if it is not, and moves the bookmark.
 * @throws NotFoundError for the thread or the folder
 */
export async function saveBookmark(
  { database }: Pick<Dependencies, 'database'>,
  { userId }: Viewer,
  threadId: string,
  folderId: string | null,
): Promise<void> {
  await database.$transaction(async (tx) => {
    const bookmark = { table: 'bookmarks', viewerId: userId, threadId, on: true } as const;
    // Locks the thread, so that the bookmark is not removed meanwhile.
    const isVisible = isId(threadId) && (await toggleLikeOrBookmark(tx, bookmark)) !== null;
    if (!isVisible) throw threadNotFound();
    if (!(await moveBookmark(tx, { userId, threadId, folderId }))) throw folderNotFound();
  });
}
