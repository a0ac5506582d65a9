export { createBookmarksModule } from './bookmarks.module.ts';
export type { BookmarksModule } from './bookmarks.module.ts';
export { bookmarksRoutes } from './bookmarks.routes.ts';
export { folderNotFound } from './folders.ts';
export { toNameKey } from './name-key.ts';
