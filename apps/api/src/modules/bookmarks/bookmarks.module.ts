import type { Database } from '@skein/db';
import { reorder } from '../../domain/reorder.queries.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { getBookmark, saveBookmark } from './bookmarks.ts';
import { createFolder, deleteFolder, getFolder, listFolders, renameFolder } from './folders.ts';

export type BookmarksModule = ReturnType<typeof createBookmarksModule>;

interface Dependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'get'>;
}

/** Bookmarks and their folders. All functions treat folders of other users as nonexistent. */
export function createBookmarksModule({ database, threads }: Dependencies) {
  const deps = { database, threads };
  return {
    getFolder: (viewer: Viewer, id: string) => getFolder(deps, viewer, id),
    listFolders: (viewer: Viewer) => listFolders(deps, viewer),
    createFolder: (viewer: Viewer, idempotency: Idempotency, name: string) =>
      createFolder(deps, viewer, idempotency, name),
    renameFolder: (viewer: Viewer, id: string, name: string) =>
      renameFolder(deps, viewer, id, name),
    /** Folders that are not named keep their order, after the others. */
    reorderFolders: ({ userId }: Viewer, ids: readonly string[]) =>
      reorder(database, 'bookmarkFolders', userId, ids),
    deleteFolder: (viewer: Viewer, id: string) => deleteFolder(deps, viewer, id),

    get: (viewer: Viewer, threadId: string) => getBookmark(deps, viewer, threadId),
    save: (viewer: Viewer, threadId: string, folderId: string | null) =>
      saveBookmark(deps, viewer, threadId, folderId),
  };
}
