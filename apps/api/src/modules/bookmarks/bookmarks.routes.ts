import {
  createBookmarkFolder,
  deleteBookmarkFolder,
  getBookmark,
  listBookmarkFolders,
  orderBookmarkFolders,
  renameBookmarkFolder,
  saveBookmark,
} from '@skein/contracts/bookmarks';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { BookmarksModule } from './bookmarks.module.ts';

export function bookmarksRoutes(bind: BindRoute, bookmarks: BookmarksModule): void {
  bind(listBookmarkFolders, ({ viewer }) => bookmarks.listFolders(viewer));
  bind(createBookmarkFolder, ({ viewer, idempotency, body }) =>
    bookmarks.createFolder(viewer, idempotency, body.name),
  );
  // Before `/bookmark-folders/{folderId}`, which would match this path too.
  bind(orderBookmarkFolders, async ({ viewer, body }) => {
    await bookmarks.reorderFolders(viewer, body.ids);
    return success('success.foldersOrdered');
  });
  bind(renameBookmarkFolder, ({ viewer, params, body }) =>
    bookmarks.renameFolder(viewer, params.folderId, body.name),
  );
  bind(deleteBookmarkFolder, async ({ viewer, params }) => {
    await bookmarks.deleteFolder(viewer, params.folderId);
    return success('success.folderDeleted');
  });
  bind(getBookmark, ({ viewer, params }) => bookmarks.get(viewer, params.threadId));
  bind(saveBookmark, async ({ viewer, params, body }) => {
    await bookmarks.save(viewer, params.threadId, body.folderId);
    return { ...success('success.bookmarked'), isBookmarked: true, folderId: body.folderId };
  });
}
