import { bookmarkFoldersMax } from '@skein/contracts/limits';
import type { BookmarkFolder } from '@skein/contracts/bookmarks';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toggleLikeOrBookmark } from '../engagement/index.ts';
import { threadNotFound } from '../threads/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { createFoldersRepository } from './folders.repository.ts';
import type { FolderRow } from './folders.repository.ts';

export type BookmarksModule = ReturnType<typeof createBookmarksModule>;

interface Dependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'get'>;
}

export const folderNotFound = () => new NotFoundError('error.folderMissing');
const nameTaken = () => new ConflictError('conflict', 'error.folderNameTaken');

/** Bookmarks and their folders. All functions treat folders of other users as nonexistent. */
export function createBookmarksModule({ database, threads }: Dependencies) {
  const folders = createFoldersRepository(database);

  /** @throws NotFoundError */
  async function getFolder({ userId }: Viewer, id: string): Promise<BookmarkFolder> {
    const row = isId(id) ? await folders.find({ ownerId: userId, id }) : null;
    if (row === null) throw folderNotFound();
    return toFolderDto(row);
  }

  return {
    getFolder,

    /** In the order of their owner. */
    listFolders: async ({ userId }: Viewer): Promise<BookmarkFolder[]> =>
      (await folders.list(userId)).map(toFolderDto),

    /** @throws ConflictError beyond the limit, and for a name that is taken */
    async createFolder(
      viewer: Viewer,
      idempotency: Idempotency,
      name: string,
    ): Promise<BookmarkFolder> {
      const { id, attempt } = idempotency;
      const key = { ownerId: viewer.userId, id };
      if (attempt !== 'first') {
        const existing = await folders.find(key);
        if (existing !== null) return toFolderDto(existing);
        if (attempt === 'completed') throw folderNotFound();
      }
      const result = await folders.insert(key, name);
      if (result === 'limit-reached') {
        throw new ConflictError(
          'conflict',
          withValues('error.foldersMax', { max: bookmarkFoldersMax }),
        );
      }
      if (result === 'name-taken') throw nameTaken();
      return getFolder(viewer, id);
    },

    /** @throws NotFoundError, ConflictError */
    async renameFolder(viewer: Viewer, id: string, name: string): Promise<BookmarkFolder> {
      const { id: folderId } = await getFolder(viewer, id);
      const result = await folders.rename({ ownerId: viewer.userId, id: folderId }, name);
      if (result === 'name-taken') throw nameTaken();
      return getFolder(viewer, id);
    },

    reorderFolders: ({ userId }: Viewer, ids: readonly string[]) => folders.reorder(userId, ids),

    /** @throws NotFoundError */
    async deleteFolder({ userId }: Viewer, id: string): Promise<void> {
      const isDone = isId(id) && (await folders.delete({ ownerId: userId, id }));
      if (!isDone) throw folderNotFound();
    },

    /** @throws NotFoundError when the viewer may not see the thread */
    async get(viewer: Viewer, threadId: string) {
      const { id } = await threads.get(viewer, threadId);
      const key = { userId: viewer.userId, threadId: id };
      const row = await database.bookmark.findFirst({ where: key, select: { folderId: true } });
      return { isBookmarked: row !== null, folderId: row?.folderId ?? null };
    },

    /**
     * Bookmarks a thread, if it is not, and moves the bookmark.
     * @throws NotFoundError for the thread or the folder
     */
    save: ({ userId }: Viewer, threadId: string, folderId: string | null): Promise<void> =>
      database.$transaction(async (tx) => {
        const bookmark = { table: 'bookmarks', viewerId: userId, threadId, on: true } as const;
        // Locks the thread, so that the bookmark is not removed meanwhile.
        const isVisible = isId(threadId) && (await toggleLikeOrBookmark(tx, bookmark)) !== null;
        if (!isVisible) throw threadNotFound();
        if (!(await folders.move(tx, { userId, threadId, folderId }))) throw folderNotFound();
      }),
  };
}

function toFolderDto({ id, name, createdAt }: FolderRow): BookmarkFolder {
  return { id, name, createdAt: createdAt.toISOString() };
}
